import { BOUNDARY, type Topology } from '../../mesh/topology.ts';
import { cornerOf, fourthOf } from './corners.ts';

/** The inner edges around which positive elements may go more than once. */
export interface Wheels {
  /** Wheel i is vertices[offsets[i] .. offsets[i + 1]]: the ends of its edge, then the vertices around it, in their order. */
  readonly offsets: Uint32Array;
  readonly vertices: Uint32Array;
}

/** Each element turns by less than pi, so that it takes five to turn by 4 pi. */
const LEAST_ELEMENTS = 5;

/** For each edge of an element its corners, and one of the other two. */
const EDGES = [
  [0, 1, 2],
  [0, 2, 1],
  [0, 3, 1],
  [1, 2, 0],
  [1, 3, 0],
  [2, 3, 0],
] as const;

const known = new WeakMap<Topology, Wheels>();

/** Collected once a model, when a candidate is culled for the first time. */
export function wheelsOf(topology: Topology): Wheels {
  const wheels = known.get(topology) ?? collectWheels(topology);
  known.set(topology, wheels);
  return wheels;
}

function collectWheels(topology: Topology): Wheels {
  const { tets, tetCount } = topology;
  const offsets = [0];
  const vertices: number[] = [];
  for (let tet = 0; tet < tetCount; tet++)
    for (const [i, j, k] of EDGES) {
      const begin = vertices.length;
      const closed = goAround(topology, tet, tets[4 * tet + i], tets[4 * tet + j], tets[4 * tet + k], vertices);
      if (closed && vertices.length - begin >= 2 + LEAST_ELEMENTS) offsets.push(vertices.length);
      else vertices.length = begin;
    }
  return { offsets: Uint32Array.from(offsets), vertices: Uint32Array.from(vertices) };
}

/** Appends the wheel of edge (a, b), from a vertex of its first element on. @returns whether it closes, and that element is its least */
function goAround(
  { tets, neighbours }: Topology,
  first: number,
  a: number,
  b: number,
  vertex: number,
  out: number[],
): boolean {
  out.push(a, b);
  let tet = first;
  do {
    out.push(vertex);
    const next = fourthOf(tets, 4 * tet, a, b, vertex);
    const beyond = neighbours[4 * tet + cornerOf(tets, 4 * tet, vertex)];
    if (beyond & BOUNDARY || beyond < first) return false;
    tet = beyond;
    vertex = next;
  } while (tet !== first);
  return true;
}
