import { StaticTree } from '../../bvh/static-tree.ts';
import { cornersAround, segmentPierces } from '../../geometry/segment-pierces.ts';
import { trianglesIntersect } from '../../geometry/triangle-triangle.ts';
import { findBoundaryFeatures, isBoundaryFeature } from '../../mesh/boundary-feature.ts';
import { type Found, Finder } from './found.ts';

/**
 * Most pairs of boxes that are looked at for each edge or triangle, on average, and at least in all: a pair takes up to 0.3 us, so the least bound takes 1.5 s.
 * Meshes have some tens for each; where more meet, as where many triangles lie in one another, the time would grow with the square of their number.
 */
const PAIRS_EACH = 100;
const LEAST_BOUND = 5e6;

const boundOf = (things: number): number => Math.max(LEAST_BOUND, PAIRS_EACH * Math.ceil(things));

/** Places where a surface passes through itself, decided exactly for its float32 positions. */
export interface SelfIntersections {
  /** Edges, by their vertices, that pass strictly through the inside of a triangle with which they have no vertex in common. */
  readonly piercingEdges: Found;
  /** Pairs of such an edge and a triangle. */
  readonly piercings: number;
  /** Pairs of triangles, by their ids, that have no vertex but a point in common, also if they only touch. */
  readonly meetingTriangles: Found;
  /** Bound of the pairs of boxes, if more than these meet: then the search has ended there, and the other numbers are of no use. */
  readonly uncounted?: number;
}

/**
 * Finds where a surface passes through itself.
 * @param positions 3 numbers per vertex    @param triangles vertex ids, 3 per triangle    @param edges vertex ids, 2 per edge
 * @param mostPairs bound of the pairs of boxes of edges and triangles, and of triangles
 */
export function selfIntersections(
  positions: Float32Array,
  triangles: Uint32Array,
  edges: Uint32Array,
  mostPairs = boundOf(triangles.length / 3 + edges.length / 2),
): SelfIntersections {
  const tree = new StaticTree(positions, triangles, 3);
  const box = new Float32Array(6);
  const piercingEdges = new Finder();
  let piercings = 0;
  let pairs = 0;
  for (let e = 0; e < edges.length && pairs <= mostPairs; e += 2) {
    const [p, q] = [edges[e], edges[e + 1]];
    let pierced = 0;
    fitBox(box, positions, edges, e, 2);
    tree.visitIn(box, (triangle) => {
      pairs++;
      const [a, b, c] = [triangles[3 * triangle], triangles[3 * triangle + 1], triangles[3 * triangle + 2]];
      if (p === a || p === b || p === c || q === a || q === b || q === c) return;
      if (segmentPierces(positions, p, q, a, b, c)) pierced++;
    });
    piercings += pierced;
    if (pierced > 0) piercingEdges.add([p, q]);
  }
  const meetingTriangles = new Finder();
  for (let t = 0; t < triangles.length && pairs <= mostPairs; t += 3) {
    fitBox(box, positions, triangles, t, 3);
    tree.visitIn(box, (other) => {
      pairs++;
      if (3 * other <= t || haveCommonVertex(triangles, t, 3 * other)) return;
      if (trianglesIntersect(positions, triangles, t, 3 * other)) meetingTriangles.add([t / 3, other]);
    });
  }
  return {
    piercingEdges: piercingEdges.found(),
    piercings,
    meetingTriangles: meetingTriangles.found(),
    ...(pairs > mostPairs && { uncounted: mostPairs }),
  };
}

/** Writes the bounds of `count` vertices. */
function fitBox(box: Float32Array, positions: Float32Array, ids: Uint32Array, first: number, count: number): void {
  for (let k = 0; k < 3; k++) {
    box[k] = Infinity;
    box[k + 3] = -Infinity;
    for (let i = first; i < first + count; i++) {
      box[k] = Math.min(box[k], positions[3 * ids[i] + k]);
      box[k + 3] = Math.max(box[k + 3], positions[3 * ids[i] + k]);
    }
  }
}

function haveCommonVertex(triangles: Uint32Array, t: number, u: number): boolean {
  for (let i = t; i < t + 3; i++) for (let j = u; j < u + 3; j++) if (triangles[i] === triangles[j]) return true;
  return false;
}

/** Surface vertices inside of tetrahedra. */
export interface VerticesInside extends Found {
  /** Bound of the pairs of vertices and boxes, if more than these meet: then the search has ended there, and the count is of no use. */
  readonly uncounted?: number;
}

/** Tetrahedra, what lies beyond their faces, and the boundary's faces, as pairFaces and numberFaces find them. */
export interface InspectedTets {
  readonly positions: Float32Array;
  readonly tets: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly faces: Uint32Array;
}

/**
 * Finds the surface vertices that lie inside a tetrahedron of which they are no corner, or between tetrahedra, on their common face, edge or vertex. A
 * vertex on the boundary isn't inside. The answer is exact for the float32 positions.
 * @param mostPairs bound of the pairs of a vertex and the box of a tetrahedron
 */
export function verticesInside(
  { positions, tets, neighbours, faces }: InspectedTets,
  mostPairs = boundOf(positions.length / 3 + tets.length / 4),
): VerticesInside {
  const tree = new StaticTree(positions, tets, 4);
  const boundary = findBoundaryFeatures(tets, neighbours, faces, positions.length / 3);
  const inside = new Finder();
  let pairs = 0;
  for (const v of boundary.surfaceVertices) {
    if (pairs > mostPairs) break;
    let isInside = false;
    const point = positions.subarray(3 * v, 3 * v + 3);
    tree.visitAt(point, (tet) => {
      pairs++;
      if (isInside) return;
      const [a, b, c, d] = [tets[4 * tet], tets[4 * tet + 1], tets[4 * tet + 2], tets[4 * tet + 3]];
      const around = cornersAround(positions, a, b, c, d, point[0], point[1], point[2]);
      isInside = around !== 0 && !isBoundaryFeature(boundary, 4 * tet, around);
    });
    if (isInside) inside.add(v);
  }
  return { ...inside.found(), ...(pairs > mostPairs && { uncounted: mostPairs }) };
}
