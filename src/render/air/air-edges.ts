import { AIR_STRIDE } from '../../mesh/air/air-mesh.ts';
import { NONE } from '../../mesh/topology.ts';
import type { World } from '../../simulation/world/world.ts';

/** Corner indices of the edges of an element: of a triangle the first three. */
const EDGES = [
  [0, 1],
  [1, 2],
  [0, 2],
  [0, 3],
  [1, 3],
  [2, 3],
] as const;
/** Slots of the hash table per edge that it may hold; at most half of them are full. */
const SLOTS_PER_EDGE = 2;
/** Odd constants that spread the bits of two vertex ids. Source: Teschner et al. 2003, Optimized Spatial Hashing. */
const SPREAD = [73856093, 19349663] as const;

/** Finds the edges of air elements, each once, without those that are edges of bodies. It allocates memory only when it is made. */
export class AirEdges {
  /** Vertex ids of both ends of each edge: first those of bodies, then those that `find` has found. */
  private readonly ends: Uint32Array;
  /** Index of an edge plus 1, or 0 where the slot is free. */
  private readonly slots: Uint32Array;
  /** The slots with the edges of bodies alone. */
  private readonly bodySlots: Uint32Array;
  private readonly bodyEdges: number;
  private count = 0;

  /** @param bodyEdges both ends of edges that are left out    @param capacity greatest number of air elements */
  constructor(bodyEdges: Uint32Array, capacity: number) {
    const most = bodyEdges.length / 2 + EDGES.length * capacity;
    this.ends = new Uint32Array(2 * most);
    this.slots = new Uint32Array(2 ** Math.ceil(Math.log2(SLOTS_PER_EDGE * most + 1)));
    for (let i = 0; i < bodyEdges.length; i += 2) this.add(bodyEdges[i], bodyEdges[i + 1]);
    this.bodyEdges = this.count;
    this.bodySlots = this.slots.slice();
  }

  /**
   * Finds the edges of elements. The result is valid until the next call.
   * @param count number of elements
   * @returns both ends of each edge
   */
  find(elements: Uint32Array, count: number): Uint32Array {
    this.slots.set(this.bodySlots);
    this.count = this.bodyEdges;
    for (let at = 0; at < AIR_STRIDE * count; at += AIR_STRIDE) {
      const edges = elements[at + 3] === NONE ? 3 : EDGES.length;
      for (let i = 0; i < edges; i++) this.add(elements[at + EDGES[i][0]], elements[at + EDGES[i][1]]);
    }
    return this.ends.subarray(2 * this.bodyEdges, 2 * this.count);
  }

  /** Adds an edge unless it is there. */
  private add(a: number, b: number): void {
    const { ends, slots } = this;
    const low = Math.min(a, b);
    const high = Math.max(a, b);
    let slot = (Math.imul(low, SPREAD[0]) ^ Math.imul(high, SPREAD[1])) & (slots.length - 1);
    for (; slots[slot] !== 0; slot = (slot + 1) & (slots.length - 1)) {
      const at = 2 * (slots[slot] - 1);
      if (ends[at] === low && ends[at + 1] === high) return;
    }
    ends[2 * this.count] = low;
    ends[2 * this.count + 1] = high;
    slots[slot] = ++this.count;
  }
}

/** Returns both ends of the edges of all bodies' surfaces and ropes, as world ids. */
export function bodyEdgesOf({ bodies, models }: Pick<World, 'bodies' | 'models'>): Uint32Array {
  const ends = new Uint32Array(bodies.reduce((sum, { model }) => sum + models[model].topology.edges.length, 0));
  let at = 0;
  for (const { model, vertexBase } of bodies) for (const v of models[model].topology.edges) ends[at++] = vertexBase + v;
  return ends;
}
