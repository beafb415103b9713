import { cornerOf, fourthOf, NONE } from '../topology.ts';
import type { AirAdjacency } from './adjacency.ts';
import { AIR_STRIDE } from './air-mesh.ts';
import { writeTetQuality } from './quality.ts';
import { TET_FACES } from '../tet-mesh.ts';

/** Largest number of faces that are removed at once. */
export const MOST_FACES = 8;
/** The three edges of the first face, and two for each further face. */
const MOST_NODES = 3 + 2 * (MOST_FACES - 1);

/**
 * Faces between two vertices a and b: each face f has a tetrahedron a, f on one side and f, b on the other. Beginning with one face,
 * others follow across its edges, as a tree of edges: a node is an edge u, v of a face, where the set of faces ends or goes on. Where it
 * ends, the removal of the faces makes a tetrahedron a, b, u, v.
 */
export interface Sandwich {
  a: number;
  b: number;
  /** Result of `chooseFaces` is sought above this quality. */
  floor: number;
  /** Number of nodes. The first three are the edges of the first face. */
  count: number;
  /** The edge of each node. */
  readonly us: Uint32Array;
  readonly vs: Uint32Array;
  /** Tetrahedra with a and with b at the face on the near side of the edge. */
  readonly tetsA: Uint32Array;
  readonly tetsB: Uint32Array;
  /** The first of two nodes for the edges of the face beyond; 0 if the set can't go on there. */
  readonly children: Uint8Array;
  /** Smallest quality of the tetrahedra that the best choice makes at and beyond the edge. */
  readonly best: Float64Array;
  /** 1 if the best choice goes on beyond the edge. */
  readonly goesOn: Uint8Array;
  /** 1 if the edge belongs to a chosen face. */
  readonly chosen: Uint8Array;
  /** Number of chosen faces. */
  faceCount: number;
}

export const createSandwich = (): Sandwich => ({
  a: 0,
  b: 0,
  floor: 0.5, // a fraction, so that V8 stores a double in place
  count: 0,
  us: new Uint32Array(MOST_NODES),
  vs: new Uint32Array(MOST_NODES),
  tetsA: new Uint32Array(MOST_NODES),
  tetsB: new Uint32Array(MOST_NODES),
  children: new Uint8Array(MOST_NODES),
  best: new Float64Array(MOST_NODES),
  goesOn: new Uint8Array(MOST_NODES),
  chosen: new Uint8Array(MOST_NODES),
  faceCount: 0,
});

/**
 * Begins with the face opposite a tetrahedron's corner.
 * @param beyond the tetrahedron on the face's other side
 */
export function beginSandwich(
  sandwich: Sandwich,
  elements: Uint32Array,
  tet: number,
  corner: number,
  beyond: number,
): void {
  const at = AIR_STRIDE * tet;
  const face = TET_FACES[corner];
  const u = elements[at + face[0]];
  const v = elements[at + face[1]];
  const w = elements[at + face[2]];
  sandwich.a = elements[at + corner];
  sandwich.b = fourthOf(elements, AIR_STRIDE * beyond, u, v, w);
  sandwich.count = 0;
  addNode(sandwich, u, v, tet, beyond);
  addNode(sandwich, v, w, tet, beyond);
  addNode(sandwich, w, u, tet, beyond);
}

function addNode(sandwich: Sandwich, u: number, v: number, tetA: number, tetB: number): void {
  const node = sandwich.count++;
  sandwich.us[node] = u;
  sandwich.vs[node] = v;
  sandwich.tetsA[node] = tetA;
  sandwich.tetsB[node] = tetB;
  sandwich.children[node] = 0;
  sandwich.goesOn[node] = 0;
}

/**
 * Finds the set of faces, with the first one among them, whose removal makes tetrahedra with the greatest smallest quality, and marks
 * its edges as `chosen`. Of equally good sets the smallest is chosen.
 * @returns whether it is better than `sandwich.floor`; its smallest quality is the least of best[0], best[1], best[2]
 * Source: the dynamic programme over a tree of Shewchuk 2002, Two discrete optimization algorithms for the topological improvement of
 * tetrahedral meshes. Most searches end soon, at a side that isn't better than the floor and where the set can't go on.
 */
export function chooseFaces(
  sandwich: Sandwich,
  adjacency: AirAdjacency,
  elements: Uint32Array,
  positions: Float32Array | Float64Array,
): boolean {
  for (let side = 0; side < 3; side++) {
    judgeNode(sandwich, positions, side);
    if (sandwich.best[side] > sandwich.floor) continue;
    growNode(sandwich, adjacency, elements, side);
    if (sandwich.children[side] === 0) return false;
  }
  for (let node = 0; node < sandwich.count; node++)
    if (sandwich.children[node] === 0) growNode(sandwich, adjacency, elements, node);
  for (let node = sandwich.count - 1; node >= 0; node--) judgeNode(sandwich, positions, node);
  for (let side = 0; side < 3; side++) if (!(sandwich.best[side] > sandwich.floor)) return false;
  markChosen(sandwich);
  return true;
}

/** Adds the two edges of the face beyond a node's edge, if that face is between a and b, too, and its third vertex is new. */
function growNode(sandwich: Sandwich, { neighbours }: AirAdjacency, elements: Uint32Array, node: number): void {
  if (sandwich.count + 2 > MOST_NODES) return;
  const { a, b, us, vs } = sandwich;
  const u = us[node];
  const v = vs[node];
  const tetA = beyond(neighbours, elements, sandwich.tetsA[node], a, u, v);
  const tetB = beyond(neighbours, elements, sandwich.tetsB[node], b, u, v);
  if (tetA === NONE || tetB === NONE) return;
  // If the two share a face, it has u, v and a third vertex w.
  if (neighbours[AIR_STRIDE * tetA + cornerOf(elements, AIR_STRIDE * tetA, a)] !== tetB) return;
  const w = fourthOf(elements, AIR_STRIDE * tetA, a, u, v);
  if (w === b) return;
  for (let i = 0; i < sandwich.count; i++) if (us[i] === w || vs[i] === w) return;
  sandwich.children[node] = sandwich.count;
  addNode(sandwich, u, w, tetA, tetB);
  addNode(sandwich, w, v, tetA, tetB);
}

/** Returns the tetrahedron beyond the face apex, u, v of a tetrahedron, or NONE. */
function beyond(
  neighbours: Uint32Array,
  elements: Uint32Array,
  tet: number,
  apex: number,
  u: number,
  v: number,
): number {
  const at = AIR_STRIDE * tet;
  return neighbours[at + cornerOf(elements, at, fourthOf(elements, at, apex, u, v))];
}

/** Decides whether the set of faces should end at a node's edge or go on; the nodes beyond are known. */
function judgeNode(sandwich: Sandwich, positions: Float32Array | Float64Array, node: number): void {
  const { best, children } = sandwich;
  writeTetQuality(positions, sandwich.a, sandwich.b, sandwich.us[node], sandwich.vs[node], best, node);
  const child = children[node];
  if (child === 0) return;
  const further = Math.min(best[child], best[child + 1]);
  if (!(further > best[node])) return;
  best[node] = further;
  sandwich.goesOn[node] = 1;
}

/** Marks the edges of the chosen faces. Nodes come after the node that they are beyond. */
function markChosen(sandwich: Sandwich): void {
  const { chosen, children, goesOn } = sandwich;
  sandwich.faceCount = 1;
  chosen.fill(0, 3, sandwich.count);
  chosen.fill(1, 0, 3);
  for (let node = 0; node < sandwich.count; node++) {
    if (chosen[node] === 0 || goesOn[node] === 0) continue;
    chosen.fill(1, children[node], children[node] + 2);
    sandwich.faceCount++;
  }
}
