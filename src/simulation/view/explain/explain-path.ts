import { layoutForest, LEAF_SIZE } from '../../../bvh/tree.ts';
import { FACE, FIRST_CORNER } from '../../../geometry/closest-point.ts';
import { NONE, type Topology } from '../../../mesh/topology.ts';
import { beginQuery, tryFace } from '../../path/candidate.ts';
import { ACCEPTED, CULLED, FARTHER, INVALID_PATH, OUTER_SIDE, OWN_VERTEX } from '../../path/results.ts';
import type { TrialResult } from '../../path-2d/candidate.ts';
import { closestOnFace, firstFaces } from '../../path/near-face.ts';
import {
  combine,
  distanceBetween,
  type Explanation,
  type End,
  type Foot,
  judgeInOrder,
  judgementOf,
  type Judgement,
  type NoField,
  type Point,
  type Spot,
} from './explanation.ts';
import { flood } from '../../path/flood/flood.ts';
import { PATH_OPTIONS } from '../../path/path-query.ts';
import { createCellBounds } from '../../path/flood/cell-bounds.ts';
import { type Cells, cutIntoCells } from '../../path/flood/cells.ts';
import { fieldAt, type FieldScratch } from '../../path/distance-field/field-at.ts';
import { createPathBody, type PathBody } from '../../path/path-body.ts';
import { createPathScratch, type PathScratch } from '../../path/scratch.ts';
import { settle } from '../../path/skin.ts';
import { type IsGoal, traceRay } from './trace-ray.ts';
import { TRAVERSAL_LIMITS } from '../../path/limits.ts';

/** A body whose positions do not change while queries are explained: in its deformed shape and in its rest shape. */
export interface StillBody {
  readonly now: PathBody;
  readonly rest: PathBody;
}

/** Pass number (PathBody.passes) for positions that don't change any more. It never grows, so the body's caches stay valid. */
const ONE_PASS = Uint32Array.of(1);
/** Names of the results of tryFace. */
const RESULTS: Readonly<Record<number, TrialResult>> = {
  [ACCEPTED]: 'valid',
  [FARTHER]: 'farther',
  [OWN_VERTEX]: 'own vertex',
  [OUTER_SIDE]: 'outer side',
  [CULLED]: 'culled',
  [INVALID_PATH]: 'invalid',
};
/** Distances of a body whose field is not known. */
const NO_DISTANCES = new Float32Array(0);
/** Maximum number of rejected candidates listed. A picture cannot show more than this legibly. */
const MAX_LISTED = 400;

const cellsOfModel = new WeakMap<Topology, Cells>();

/** Returns the cells of a model: groups of its elements, for the path method `flood`. They are made once for all bodies of the model. */
function cellsOf(topology: Topology, restPositions: Float32Array): Cells {
  const cells = cellsOfModel.get(topology) ?? cutIntoCells(topology, restPositions);
  cellsOfModel.set(topology, cells);
  return cells;
}

/**
 * Makes a body for explaining queries.
 * @param positions [m], 3 per vertex; the body's positions begin at vertex `vertexBase`. They must not change while queries are explained.
 * @param restPositions rest shape of the model [m], 3 per vertex
 * @param fieldDistances carried distances to the boundary [m], beginning at vertex `vertexBase` too; empty if they are not known
 */
export function stillBody(
  topology: Topology,
  positions: Float32Array,
  vertexBase: number,
  restPositions: Float32Array,
  fieldDistances: Float32Array = NO_DISTANCES,
): StillBody {
  // Explaining tests every face, so the tree needs no boxes.
  const [tree] = layoutForest([topology.faceCount], LEAF_SIZE);
  const cells = cellsOf(topology, restPositions);
  // Data that the deformed and the rest shape share.
  const common = {
    tree,
    boxes: new Float32Array(),
    order: new Uint32Array(),
    passes: ONE_PASS,
    firstFaces: firstFaces(topology, restPositions),
    modelData: {},
  };
  return {
    now: createPathBody(topology, restPositions, {
      ...common,
      positions,
      vertexBase,
      cells: createCellBounds(cells),
      fieldDistances,
    }),
    rest: createPathBody(topology, restPositions, {
      ...common,
      positions: restPositions,
      vertexBase: 0,
      cells: createCellBounds(cells),
      fieldDistances: NO_DISTANCES,
    }),
  };
}

/**
 * Explains one query: tries the point of every boundary face closest to p, near first, until a valid path leads to one. The verdicts are
 * those of the path method of Chen et al. 2023. All faces are tested without a tree, which takes a few milliseconds per body, so this is
 * meant for inspecting single queries.
 * @param point p [m], a point of element `tet`
 * @param vertex p's vertex if p is a vertex of this body, else undefined
 */
export function explainPath(body: StillBody, point: Point, tet: number, vertex: number | undefined): Explanation {
  const scratch = createPathScratch();
  const { skin } = scratch;
  settle(scratch, body.now, point[0], point[1], point[2], tet);
  // Like the path methods, this replaces a point on the element's surface or just outside by the nearest point of the element.
  return explainSettled(scratch, body, [point[0] + skin.x, point[1] + skin.y, point[2] + skin.z], tet, vertex);
}

/** Explains a query whose point lies inside its element or was moved to the element's surface. */
function explainSettled(
  scratch: PathScratch,
  { now, rest }: StillBody,
  point: Point,
  tet: number,
  vertex: number | undefined,
): Explanation {
  const judged = judgeInOrder(spotsOf(scratch, now, point), MAX_LISTED, createJudge(scratch, now, point, tet, vertex));
  const corners = cornersOf(now, now.topology.tets.subarray(4 * tet, 4 * tet + 4));
  const restCorners = cornersOf(rest, rest.topology.tets.subarray(4 * tet, 4 * tet + 4));
  const restPoint = combine(restCorners, barycentric(corners, point));
  const restShape = restShapeFoot(scratch, now, rest, point, restPoint);
  const toRestShape =
    restShape && traceRay(scratch.home, now, point, tet, restShape.point, isTet(now.topology.faceTets[restShape.face]));
  return {
    ...judged,
    point,
    element: tet,
    vertex,
    restPoint,
    restShape: restShape && toRestShape && { ...restShape, ...toRestShape },
    ...(now.fieldDistances.length > 0 && { distanceField: fieldAnswer(scratch.field, now, point, tet) }),
  };
}

/** Returns the answer of the path method `distance-field`, or the reason why it has none. */
function fieldAnswer(field: FieldScratch, body: PathBody, p: Point, tet: number): End | NoField {
  const { topology, positions, fieldDistances, vertexBase } = body;
  const { tets } = topology;
  if (!fieldAt(field, tets, positions, fieldDistances, vertexBase, p[0], p[1], p[2], tet)) {
    const corners = tets.subarray(4 * tet, 4 * tet + 4);
    if (!(sixfoldVolume(cornersOf(body, corners)) > 0)) return 'inverted';
    return corners.every((v) => fieldDistances[vertexBase + v] === 0) ? 'skin' : 'level';
  }
  const { distance, gradient } = field;
  const slope = Math.hypot(gradient[0], gradient[1], gradient[2]);
  return { point: p.map((x, k) => x - (distance * gradient[k]) / slope ** 2), distance: distance / slope };
}

/** Returns the length of the shortest path from a point of an element to the boundary [m]; NaN if no valid path leads there. */
export function exactDepth(scratch: PathScratch, { now }: StillBody, p: Point, tet: number): number {
  flood(scratch, now, p[0], p[1], p[2], tet, NONE, PATH_OPTIONS);
  return scratch.path.face === NONE ? Number.NaN : Math.sqrt(scratch.path.depthSquared);
}

/** Returns the carried distance at a point of an element [m]; 0 where the distance field tells nothing. */
export function carriedDistance({ field }: PathScratch, { now }: StillBody, p: Point, tet: number): number {
  const { topology, positions, fieldDistances, vertexBase } = now;
  const isTold = fieldAt(field, topology.tets, positions, fieldDistances, vertexBase, p[0], p[1], p[2], tet);
  return isTold ? field.distance : 0;
}

/** Returns a test of whether an element is the wanted one. */
const isTet = (wanted: number) => (tet: number) => tet === wanted;

/**
 * Returns a function that asks the path method for its verdict on the closest point of a face. The function must be called with the
 * faces near first. The first point that the method accepts is the answer.
 */
function createJudge(
  scratch: PathScratch,
  body: PathBody,
  point: Point,
  tet: number,
  vertex: number | undefined,
): (spot: FaceSpot) => Judgement {
  const [px, py, pz] = point;
  beginQuery(scratch, body, px, py, pz, tet, vertex ?? NONE, true, TRAVERSAL_LIMITS);
  return ({ face, point: s, feature }) =>
    judgementOf(RESULTS[tryFace(scratch, body, face, px, py, pz)], () => {
      const isGoal = hasFeature(body.topology, face, feature);
      const { reached: _, ...crossing } = traceRay(scratch.home, body, point, tet, s, isGoal);
      return crossing;
    });
}

/** The point of a boundary face closest to p, and the face's interior, edge or corner that it lies on (geometry/closest-point.ts). */
interface FaceSpot extends Spot {
  readonly feature: number;
}

/** Returns the point closest to p of each boundary face. */
function spotsOf(scratch: PathScratch, body: PathBody, p: Point): FaceSpot[] {
  const { faceCount, faces, faceEdges } = body.topology;
  return Array.from({ length: faceCount }, (_, face) => {
    closestOnFace(scratch, body, face, p[0], p[1], p[2]);
    const { x, y, z, distanceSquared, feature, b0, b1 } = scratch.closest;
    const corner = feature >= FIRST_CORNER ? faces[3 * face + feature - FIRST_CORNER] : undefined;
    // Divided by 3, the keys of corners, edges and faces leave the remainders 0, 1 and 2.
    const key =
      corner !== undefined ? 3 * corner : feature === FACE ? 3 * face + 2 : 3 * faceEdges[3 * face + feature - 1] + 1;
    return {
      point: [p[0] + x, p[1] + y, p[2] + z],
      face,
      weights: [b0, b1, 1 - b0 - b1],
      distance: Math.sqrt(distanceSquared),
      key,
      feature,
    };
  });
}

/** Returns a test of whether an element has the corner, edge or face that s lies on. */
function hasFeature({ tets, faces, faceTets }: Topology, face: number, feature: number): IsGoal {
  if (feature === FACE) return isTet(faceTets[face]);
  const ends = feature >= FIRST_CORNER ? [feature - FIRST_CORNER] : [feature - 1, feature % 3];
  return (tet) => ends.every((k) => tets.subarray(4 * tet, 4 * tet + 4).includes(faces[3 * face + k]));
}

/** Returns the boundary point that is nearest to p in the rest shape, at its position in the deformed body. */
function restShapeFoot(
  scratch: PathScratch,
  now: PathBody,
  rest: PathBody,
  p: Point,
  restPoint: Point,
): Foot | undefined {
  const { faces } = now.topology;
  let nearest = Number.POSITIVE_INFINITY;
  let found: Pick<Foot, 'face' | 'weights'> | undefined;
  for (let face = 0; face < now.topology.faceCount; face++) {
    closestOnFace(scratch, rest, face, restPoint[0], restPoint[1], restPoint[2]);
    const { distanceSquared, b0, b1 } = scratch.closest;
    if (!(distanceSquared < nearest)) continue;
    nearest = distanceSquared;
    found = { face, weights: [b0, b1, 1 - b0 - b1] };
  }
  if (!found) return undefined;
  const point = combine(cornersOf(now, faces.subarray(3 * found.face, 3 * found.face + 3)), found.weights);
  return { ...found, point, distance: distanceBetween(point, p) };
}

const cornersOf = ({ positions, vertexBase }: PathBody, vertices: Uint32Array): number[][] =>
  Array.from(vertices, (v) => [...positions.subarray(3 * (vertexBase + v), 3 * (vertexBase + v) + 3)]);

/** Returns the barycentric weights of a point in a tetrahedron. If the tetrahedron has no volume, returns the centroid's weights. */
function barycentric(corners: readonly Point[], p: Point): number[] {
  const volume = sixfoldVolume(corners);
  if (volume === 0) return [0.25, 0.25, 0.25, 0.25];
  return corners.map((_, i) => sixfoldVolume(corners.with(i, p)) / volume);
}

/** Returns six times the signed volume of a tetrahedron. */
function sixfoldVolume([a, b, c, d]: readonly Point[]): number {
  const [u, v, w] = [b, c, d].map((q) => q.map((x, k) => x - a[k]));
  return u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0]);
}
