import { addRow, PRIME, type ReducedRows, remainder, residue } from '../math/prime-field.ts';
import { groupByKey } from './counting-sort.ts';
import { meshEdges } from './edges.ts';

/** Numbers of a tetrahedron's corners, 3 per face. */
const FACES = [1, 2, 3, 0, 2, 3, 0, 1, 3, 0, 1, 2];
const NONE = -1;

/** Loops through the handles of a mesh. */
export interface HandleLoops {
  /** Number of handles: 0 for a ball, 1 for a torus; the sum over all pieces. It is the first Betti number. */
  readonly handles: number;
  /** Closed paths along edges, as vertex ids; none can be shrunk within the mesh, and none is a combination of others. At most one per handle. */
  readonly loops: readonly (readonly number[])[];
}

/**
 * Finds a mesh's handles, and a short loop through each.
 *
 * A cocycle gives each edge a number such that the sum around each triangle is 0. Those that don't come from numbers of vertices count handles
 * (first cohomology, here with numbers modulo a prime). Edges of a spanning tree get 0, the triangles tell the others, and where they tell nothing, an
 * edge's number is a new unknown. An edge outside the tree whose number isn't 0 closes a loop through a handle.
 * @param tets vertex ids, 4 per tetrahedron
 * @param avoid per vertex: 1 if loops may not touch it. Handles that no other loop passes through get none
 */
export function findHandles(tets: Uint32Array, avoid: Uint8Array): HandleLoops {
  const edges = meshEdges(tets);
  const tree = new SpanningTree(edges, avoid);
  const cocycle = new Cocycle(tets, edges, tree.isInTree);
  if (cocycle.handles === 0) return { handles: 0, loops: [] };
  const candidates: { numbers: number[]; loop: number[] }[] = [];
  for (let e = 0; e < edges.length / 2; e++) {
    const [a, b] = [edges[2 * e], edges[2 * e + 1]];
    if (tree.isInTree[e] || avoid[a] || avoid[b] || tree.rootOf[a] !== tree.rootOf[b]) continue;
    const numbers = cocycle.numbersOf(e);
    if (numbers.some((value) => value !== 0)) candidates.push({ numbers, loop: tree.loop(a, b) });
  }
  candidates.sort((one, other) => one.loop.length - other.loop.length);
  const chosen: ReducedRows = { rows: [], pivots: [] };
  const loops = candidates.filter(({ numbers }) => addRow(chosen, numbers)).map(({ loop }) => loop);
  return { handles: cocycle.handles, loops };
}

/** A tree of edges per piece of a mesh. It grows among the vertices that loops may touch first, then reaches the others. */
class SpanningTree {
  /** Per edge: 1 if it belongs to a tree. */
  readonly isInTree: Uint8Array;
  /** First vertex of each vertex's tree, as it was before trees grew through vertices to avoid; NONE for those. */
  readonly rootOf: Int32Array;
  private readonly parents: Int32Array;
  private readonly depths: Int32Array;

  constructor(edges: Uint32Array, avoid: Uint8Array) {
    const count = avoid.length;
    this.isInTree = new Uint8Array(edges.length / 2);
    this.rootOf = new Int32Array(count).fill(NONE);
    this.parents = new Int32Array(count).fill(NONE);
    this.depths = new Int32Array(count);
    this.grow(edges, avoid);
    this.join(edges);
  }

  /** Grows trees breadth first among the vertices that aren't to be avoided. */
  private grow(edges: Uint32Array, avoid: Uint8Array): void {
    const { offsets, items } = groupByKey(edges, avoid.length, 2);
    for (let root = 0; root < avoid.length; root++) {
      if (avoid[root] || this.rootOf[root] !== NONE) continue;
      this.rootOf[root] = root;
      const queue = [root];
      for (let i = 0; i < queue.length; i++) {
        const a = queue[i];
        for (let k = offsets[a]; k < offsets[a + 1]; k++) {
          const e = items[k];
          const b = edges[2 * e] === a ? edges[2 * e + 1] : edges[2 * e];
          if (avoid[b] || this.rootOf[b] !== NONE) continue;
          this.rootOf[b] = root;
          this.parents[b] = a;
          this.depths[b] = this.depths[a] + 1;
          this.isInTree[e] = 1;
          queue.push(b);
        }
      }
    }
  }

  /** Joins trees and the vertices to avoid to one tree per piece. No loop follows these edges. */
  private join(edges: Uint32Array): void {
    const groups = new Int32Array(this.rootOf.length).map((_, v) => (this.rootOf[v] === NONE ? v : this.rootOf[v]));
    const groupOf = (v: number): number => {
      let group = v;
      while (groups[group] !== group) {
        groups[group] = groups[groups[group]];
        group = groups[group];
      }
      return group;
    };
    for (let e = 0; e < this.isInTree.length; e++) {
      const [a, b] = [groupOf(edges[2 * e]), groupOf(edges[2 * e + 1])];
      if (a === b) continue;
      groups[a] = b;
      this.isInTree[e] = 1;
    }
  }

  /** Returns the loop that the edge from a to b closes. */
  loop(a: number, b: number): number[] {
    const [from, to] = [[a], [b]];
    for (let [p, q] = [a, b]; p !== q; ) {
      if (this.depths[p] >= this.depths[q]) {
        p = this.parents[p];
        from.push(p);
      } else {
        q = this.parents[q];
        to.push(q);
      }
    }
    return [...from, ...to.slice(0, -1).reverse()];
  }
}

/** Numbers per edge whose sum around each triangle is 0, as combinations of unknowns. */
class Cocycle {
  /** Number of unknowns that the triangles leave. */
  readonly handles: number;
  private readonly numbers: (number[] | undefined)[];
  private readonly relations: ReducedRows = { rows: [], pivots: [] };
  private unknowns = 0;
  /** Edges of each triangle ab, bc, ac with a < b < c. */
  private readonly triangles: Uint32Array;
  /** Triangles around each edge. */
  private readonly around: { readonly offsets: Uint32Array; readonly items: Uint32Array };

  constructor(tets: Uint32Array, edges: Uint32Array, isInTree: Uint8Array) {
    const count = edges.length / 2;
    this.triangles = trianglesOf(tets, edges);
    this.around = groupByKey(this.triangles, count, 3);
    this.numbers = Array.from(isInTree, (inTree) => (inTree ? [] : undefined));
    const known: number[] = [];
    isInTree.forEach((inTree, e) => {
      if (inTree) known.push(e);
    });
    this.spread(known);
    for (let e = 0; e < count; e++) {
      if (this.numbers[e]) continue;
      const unknown = new Array<number>(this.unknowns + 1).fill(0);
      unknown[this.unknowns++] = 1;
      this.numbers[e] = unknown;
      this.spread([e]);
    }
    this.handles = this.unknowns - this.relations.rows.length;
  }

  /** Returns an edge's number: factors of the unknowns, less what the triangles tell about those. */
  numbersOf(edge: number): number[] {
    return remainder(this.relations, this.numbers[edge] ?? []);
  }

  /** Goes from edges whose numbers are known to those of which a triangle tells them. */
  private spread(known: number[]): void {
    const { offsets, items } = this.around;
    for (let edge = known.pop(); edge !== undefined; edge = known.pop())
      for (let k = offsets[edge]; k < offsets[edge + 1]; k++) {
        const found = this.visit(3 * items[k]);
        if (found !== NONE) known.push(found);
      }
  }

  /** Finds the number of a triangle's edge if the two others are known, or a relation if all are. @returns the edge, or NONE */
  private visit(t: number): number {
    const [ab, bc, ac] = this.triangles.subarray(t, t + 3);
    const [x, y, z] = [this.numbers[ab], this.numbers[bc], this.numbers[ac]];
    if (x && y && z) addRow(this.relations, combine(combine(x, y, 1), z, -1));
    else if (x && y) this.numbers[ac] = combine(x, y, 1);
    else if (y && z) this.numbers[ab] = combine(z, y, -1);
    else if (x && z) this.numbers[bc] = combine(z, x, -1);
    if (x && y && !z) return ac;
    if (y && z && !x) return ab;
    return x && z && !y ? bc : NONE;
  }
}

const combine = (x: readonly number[], y: readonly number[], factor: 1 | -1): number[] =>
  Array.from({ length: Math.max(x.length, y.length) }, (_, i) => residue((x[i] ?? 0) + factor * (y[i] ?? 0)));

/** Lists the edges of all faces of all tetrahedra, 3 per face; faces between two tetrahedra come twice. */
function trianglesOf(tets: Uint32Array, edges: Uint32Array): Uint32Array {
  const numbers = new Map<number, number>();
  for (let e = 0; e < edges.length; e += 2) numbers.set(edges[e] * PRIME + edges[e + 1], e / 2);
  const edgeOf = (a: number, b: number): number => numbers.get(a * PRIME + b) as number;
  const triangles = new Uint32Array(3 * tets.length);
  for (let t = 0; t < tets.length; t += 4)
    for (let f = 0; f < FACES.length; f += 3) {
      const [a, b, c] = [tets[t + FACES[f]], tets[t + FACES[f + 1]], tets[t + FACES[f + 2]]].sort((p, q) => p - q);
      triangles.set([edgeOf(a, b), edgeOf(b, c), edgeOf(a, c)], 3 * t + f);
    }
  return triangles;
}
