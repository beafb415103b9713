import { BOUNDARY, cornerOf, fourthOf, type Topology } from './topology.ts';

/** Wheels: the vertices of the link of each inner edge whose tetrahedra may wind around it more than once without being inverted. */
export interface Wheels {
  /** Wheel i is vertices[offsets[i] .. offsets[i + 1]]: the two ends of its edge, then the vertices around it in cyclic order. */
  readonly offsets: Uint32Array;
  readonly vertices: Uint32Array;
}

/** Fewest tetrahedra of a wheel: each turns by less than pi around the edge, so that it takes five to turn by 4 pi. */
const LEAST_ELEMENTS = 5;

/** For each edge of a tetrahedron its two corners, and one of the other two. */
const EDGES = [
  [0, 1, 2],
  [0, 2, 1],
  [0, 3, 1],
  [1, 2, 0],
  [1, 3, 0],
  [2, 3, 0],
] as const;

const known = new WeakMap<Topology, Wheels>();

/** The wheels of a topology, collected once per model, when a candidate is culled for the first time. */
export function wheelsOf(topology: Topology): Wheels {
  const wheels = known.get(topology) ?? collectWheels(topology);
  known.set(topology, wheels);
  return wheels;
}

/** Collects the wheels in two passes, counting first: growing lists would take hundreds of megabytes for the largest models. */
function collectWheels(topology: Topology): Wheels {
  const { count, words } = writeWheels(topology, undefined);
  const wheels = { offsets: new Uint32Array(count + 1), vertices: new Uint32Array(words) };
  writeWheels(topology, wheels);
  return wheels;
}

/** Finds all wheels. @param out receives them, and must have room for all; if undefined, they are only counted */
function writeWheels(topology: Topology, out: Wheels | undefined): { count: number; words: number } {
  const { tets, tetCount } = topology;
  let count = 0;
  let words = 0;
  for (let tet = 0; tet < tetCount; tet++)
    for (const [i, j, k] of EDGES) {
      const a = tets[4 * tet + i],
        b = tets[4 * tet + j],
        vertex = tets[4 * tet + k];
      const elements = goAround(topology, tet, a, b, vertex, undefined, 0);
      if (elements < LEAST_ELEMENTS) continue;
      if (out) {
        out.vertices[words] = a;
        out.vertices[words + 1] = b;
        goAround(topology, tet, a, b, vertex, out.vertices, words + 2);
        out.offsets[count + 1] = words + 2 + elements;
      }
      count++;
      words += 2 + elements;
    }
  return { count, words };
}

/**
 * Walks around edge (a, b), starting with a vertex of its first tetrahedron, and writes the vertices from out[at] on.
 * @returns number of vertices; 0 if the wheel isn't closed, or if that tetrahedron doesn't have the smallest id in it
 */
function goAround(
  { tets, neighbours }: Topology,
  first: number,
  a: number,
  b: number,
  vertex: number,
  out: Uint32Array | undefined,
  at: number,
): number {
  let count = 0;
  let tet = first;
  do {
    if (out) out[at + count] = vertex;
    count++;
    const next = fourthOf(tets, 4 * tet, a, b, vertex);
    const beyond = neighbours[4 * tet + cornerOf(tets, 4 * tet, vertex)];
    if (beyond & BOUNDARY || beyond < first) return 0;
    tet = beyond;
    vertex = next;
  } while (tet !== first);
  return count;
}
