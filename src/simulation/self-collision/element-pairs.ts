import { trianglesIntersect } from '../../geometry/triangle-triangle.ts';
import {
  createImpact,
  edgeEdgeTimeOfImpact,
  type Impact,
  QUERY_STRIDE,
  vertexFaceTimeOfImpact,
} from '../../geometry/time-of-impact.ts';
import type { Topology } from '../../mesh/topology.ts';

/**
 * Elementary tests of the face pairs that a search has found. Each edge and each vertex is represented by one of its faces: a pair of
 * elements is tested only in the pair of the faces that represent them. So no test is done twice, and each pair of elements that share no
 * vertex is tested, since two edges of one face share a vertex, as a face and its corners do.
 * Source: Curtis, Tamstorf, Manocha 2008, Fast collision detection for deformable models using representative-triangles.
 */
export interface Representatives {
  readonly topology: SurfaceElements;
  /** For each vertex one of its faces. */
  readonly ofVertex: Uint32Array;
  /** For each edge one of its faces. */
  readonly ofEdge: Uint32Array;
}

type SurfaceElements = Pick<Topology, 'faces' | 'faceEdges' | 'edges' | 'vertexCount' | 'edgeCount' | 'faceCount'>;

export function chooseRepresentatives(topology: SurfaceElements): Representatives {
  const { faces, faceEdges, vertexCount, edgeCount } = topology;
  const ofVertex = new Uint32Array(vertexCount);
  const ofEdge = new Uint32Array(edgeCount);
  for (let side = faces.length - 1; side >= 0; side--) {
    ofVertex[faces[side]] = Math.floor(side / 3);
    ofEdge[faceEdges[side]] = Math.floor(side / 3);
  }
  return { topology, ofVertex, ofEdge };
}

/** Receives the pairs of elements that touch. */
export interface ElementPairs {
  /** Vertex and face: keys vertex * faceCount + face. */
  readonly vertexFace: number[];
  /** Edge and edge: keys smaller * edgeCount + larger. */
  readonly edgeEdge: number[];
  /** Number of elementary tests. */
  tests: number;
  readonly impact: Impact;
  readonly motion: Float64Array;
}

export const createElementPairs = (): ElementPairs => ({
  vertexFace: [],
  edgeEdge: [],
  tests: 0,
  impact: createImpact(),
  motion: new Float64Array(QUERY_STRIDE),
});

/**
 * Finds the triangles that intersect at rest, among the listed pairs of faces that share no vertex.
 * @returns keys smaller * faceCount + larger, in the order of the list
 */
export function intersectingFaces(
  faces: Uint32Array,
  pairs: Uint32Array,
  pairCount: number,
  x: Float32Array,
): number[] {
  const faceCount = faces.length / 3;
  const found: number[] = [];
  for (let i = 0; i < 2 * pairCount; i += 2) {
    const a = pairs[i];
    const b = pairs[i + 1];
    if (shareVertex(faces, a, b) || !trianglesIntersect(x, faces, 3 * a, 3 * b)) continue;
    found.push(a < b ? a * faceCount + b : b * faceCount + a);
  }
  return found;
}

export function shareVertex(faces: Uint32Array, a: number, b: number): boolean {
  for (let i = 3 * a; i < 3 * a + 3; i++) {
    const v = faces[i];
    if (v === faces[3 * b] || v === faces[3 * b + 1] || v === faces[3 * b + 2]) return true;
  }
  return false;
}

/** Finds the vertices and faces, and the pairs of edges, that touch during the motion from x0 to x1, among the listed pairs of faces. */
export function touchingElements(
  found: ElementPairs,
  representatives: Representatives,
  pairs: Uint32Array,
  pairCount: number,
  x0: Float32Array,
  x1: Float32Array,
): void {
  found.vertexFace.length = 0;
  found.edgeEdge.length = 0;
  found.tests = 0;
  for (let i = 0; i < 2 * pairCount; i += 2) {
    testVertices(found, representatives, pairs[i], pairs[i + 1], x0, x1);
    testVertices(found, representatives, pairs[i + 1], pairs[i], x0, x1);
    testEdges(found, representatives, pairs[i], pairs[i + 1], x0, x1);
  }
}

/** Tests the vertices that face a represents with face b. */
function testVertices(
  found: ElementPairs,
  { topology, ofVertex }: Representatives,
  a: number,
  b: number,
  x0: Float32Array,
  x1: Float32Array,
): void {
  const { faces, faceCount } = topology;
  for (let i = 3 * a; i < 3 * a + 3; i++) {
    const v = faces[i];
    if (ofVertex[v] !== a) continue;
    if (v === faces[3 * b] || v === faces[3 * b + 1] || v === faces[3 * b + 2]) continue;
    setCorner(found.motion, 0, x0, x1, v);
    for (let k = 0; k < 3; k++) setCorner(found.motion, k + 1, x0, x1, faces[3 * b + k]);
    if (!boxesMeet(found.motion, 1)) continue;
    found.tests++;
    if (vertexFaceTimeOfImpact(found.motion, 0, found.impact)) found.vertexFace.push(v * faceCount + b);
  }
}

/** Tests the edges that face a represents with those that face b represents. */
function testEdges(
  found: ElementPairs,
  { topology, ofEdge }: Representatives,
  a: number,
  b: number,
  x0: Float32Array,
  x1: Float32Array,
): void {
  const { faceEdges, edges, edgeCount } = topology;
  for (let i = 3 * a; i < 3 * a + 3; i++) {
    const e = faceEdges[i];
    if (ofEdge[e] !== a) continue;
    for (let j = 3 * b; j < 3 * b + 3; j++) {
      const f = faceEdges[j];
      if (ofEdge[f] !== b) continue;
      const p = edges[2 * e];
      const q = edges[2 * e + 1];
      const r = edges[2 * f];
      const s = edges[2 * f + 1];
      if (p === r || p === s || q === r || q === s) continue;
      setCorner(found.motion, 0, x0, x1, p);
      setCorner(found.motion, 1, x0, x1, q);
      setCorner(found.motion, 2, x0, x1, r);
      setCorner(found.motion, 3, x0, x1, s);
      if (!boxesMeet(found.motion, 2)) continue;
      found.tests++;
      if (edgeEdgeTimeOfImpact(found.motion, 0, found.impact))
        found.edgeEdge.push(e < f ? e * edgeCount + f : f * edgeCount + e);
    }
  }
}

function setCorner(motion: Float64Array, corner: number, x0: Float32Array, x1: Float32Array, vertex: number): void {
  for (let k = 0; k < 3; k++) {
    motion[3 * corner + k] = x0[3 * vertex + k];
    motion[12 + 3 * corner + k] = x1[3 * vertex + k];
  }
}

/** Whether the boxes around the motions of the query's first `split` corners and of the others meet. */
function boxesMeet(motion: Float64Array, split: number): boolean {
  for (let k = 0; k < 3; k++) {
    let lowA = Infinity;
    let highA = -Infinity;
    let lowB = Infinity;
    let highB = -Infinity;
    for (let corner = 0; corner < 4; corner++) {
      const start = motion[3 * corner + k];
      const end = motion[12 + 3 * corner + k];
      const low = start < end ? start : end;
      const high = start < end ? end : start;
      if (corner < split) {
        if (low < lowA) lowA = low;
        if (high > highA) highA = high;
      } else {
        if (low < lowB) lowB = low;
        if (high > highB) highB = high;
      }
    }
    if (lowA > highB || lowB > highA) return false;
  }
  return true;
}
