import { determinant } from '../../geometry/tetrahedron.ts';
import { buildOrder } from '../../bvh/build.ts';
import { fitTree } from '../../bvh/refit.ts';
import { BOX_STRIDE, LEAF_SIZE, layoutForest, nodeCount } from '../../bvh/tree.ts';
import { NONE } from '../../mesh/topology.ts';
import { beginNearest, path, type PathOptions } from './candidate.ts';
import { searchTree } from './find-shortest-path.ts';
import { createPathBody, type PathBody } from './path-body.ts';
import { findFromSkin, isAtSkin, onSkin } from './skin.ts';

const known = new WeakMap<Float32Array, PathBody>();

/**
 * The boundary point that is nearest in the rest shape, where it is now: method `rest-shape`, for comparison (Chen et al.
 * 2023, figures 22c and 23). A path inside the body leads there, but in a deformed body not the shortest, and contacts
 * made of it push the wrong way. Parameters as of findShortestPath; see `path` for the answer.
 */
export function findRestShapePath(
  body: PathBody,
  px: number,
  py: number,
  pz: number,
  tet: number,
  vertex: number,
  options: PathOptions,
): void {
  if (isAtSkin(body, px, py, pz, tet)) {
    findFromSkin(findRestShapePath, body, px, py, pz, tet, vertex, options);
    return;
  }
  const rest = restBody(body);
  carryToRest(body, px, py, pz, tet);
  beginNearest(rest, vertex);
  searchTree(rest, restPoint[0], restPoint[1], restPoint[2]);
  if (path.face === NONE) return;
  const { positions, vertexBase, topology } = body;
  const weights = [path.b0, path.b1, 1 - path.b0 - path.b1];
  path.x = -px;
  path.y = -py;
  path.z = -pz;
  for (let k = 0; k < 3; k++) {
    const v = 3 * (vertexBase + topology.faces[3 * path.face + k]);
    path.x += weights[k] * positions[v];
    path.y += weights[k] * positions[v + 1];
    path.z += weights[k] * positions[v + 2];
  }
  path.depthSquared = path.x * path.x + path.y * path.y + path.z * path.z;
}

/** The body in its rest shape, its boundary's tree built; once a model. */
function restBody({ topology, restPositions, cells, firstFaces }: PathBody): PathBody {
  let rest = known.get(restPositions);
  if (rest) return rest;
  const { faces, faceCount } = topology;
  const [tree] = layoutForest([faceCount], LEAF_SIZE);
  const centres = new Float32Array(3 * faceCount);
  for (let i = 0; i < faces.length; i++)
    for (let k = 0; k < 3; k++) centres[3 * Math.floor(i / 3) + k] += restPositions[3 * faces[i] + k] / 3;
  const order = new Uint32Array(faceCount);
  buildOrder(tree, centres, order);
  const boxes = new Float32Array(BOX_STRIDE * nodeCount(tree));
  const primitives = { vertices: faces, corners: 3, vertexBase: 0 };
  fitTree(tree, order, primitives, restPositions, boxes);
  // Nobody floods it.
  const at = {
    positions: restPositions,
    vertexBase: 0,
    tree,
    boxes,
    order,
    passes: Uint32Array.of(1),
    cells,
    firstFaces,
  };
  rest = createPathBody(topology, restPositions, at);
  known.set(restPositions, rest);
  return rest;
}

const restPoint = new Float64Array(3);
/** Edges of the element from its last corner, then the point from there [m]. */
const edges = new Float64Array(12);

/** Writes the place in the rest shape of a point of an element. */
function carryToRest(body: PathBody, px: number, py: number, pz: number, tet: number): void {
  const { positions, restPositions, vertexBase, topology } = body;
  if (onSkin.count > 0) {
    // The feature that it lies on gives its place. Barycentric weights don't exist in a flat element.
    carryWeights(restPositions, onSkin.vertices.subarray(0, onSkin.count), onSkin.weights);
    return;
  }
  const last = 3 * (vertexBase + topology.tets[4 * tet + 3]);
  for (let k = 0; k < 3; k++) {
    for (let i = 0; i < 3; i++)
      edges[3 * i + k] = positions[3 * (vertexBase + topology.tets[4 * tet + i]) + k] - positions[last + k];
    edges[9 + k] = (k === 0 ? px : k === 1 ? py : pz) - positions[last + k];
  }
  const whole = determinant(edges, 0, 3, 6);
  // In a flat element the weights can't be told: its middle.
  const a = whole === 0 ? 0.25 : determinant(edges, 9, 3, 6) / whole;
  const b = whole === 0 ? 0.25 : determinant(edges, 0, 9, 6) / whole;
  const c = whole === 0 ? 0.25 : determinant(edges, 0, 3, 9) / whole;
  carryWeights(restPositions, topology.tets.subarray(4 * tet, 4 * tet + 4), [a, b, c, 1 - a - b - c]);
}

function carryWeights(restPositions: Float32Array, vertices: ArrayLike<number>, weights: ArrayLike<number>): void {
  restPoint.fill(0);
  for (let i = 0; i < vertices.length; i++)
    for (let k = 0; k < 3; k++) restPoint[k] += weights[i] * restPositions[3 * vertices[i] + k];
}
