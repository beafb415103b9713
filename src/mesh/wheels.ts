import { BOUNDARY, cornerOf, fourthOf, type Topology } from './topology.ts';

/**
 * The wheels of a mesh. A wheel is an inner edge with the ring of tetrahedra around the edge. In a deformed mesh, a ring of enough
 * tetrahedra can wind around its edge more than once, although no tetrahedron is inverted. Only wheels with that many tetrahedra
 * (MIN_WHEEL_TETS) are listed.
 */
export interface Wheels {
  /**
   * Wheel i is vertices[offsets[i] .. offsets[i + 1]]: the two ends of the edge, then the vertices of its link in cyclic order. The link is
   * the closed polyline of the edges that lie opposite the wheel's edge in its tetrahedra.
   */
  readonly offsets: Uint32Array;
  readonly vertices: Uint32Array;
}

/** Minimum number of tetrahedra in a wheel. Each one spans less than pi around the edge, so winding twice (4 pi) takes at least five. */
const MIN_WHEEL_TETS = 5;

/** The edges of a tetrahedron: the two corners of the edge, then one of the other two corners. */
const EDGES = [
  [0, 1, 2],
  [0, 2, 1],
  [0, 3, 1],
  [1, 2, 0],
  [1, 3, 0],
  [2, 3, 0],
] as const;

/** The wheels of the topologies that `wheelsOf` was called with. */
const known = new WeakMap<Topology, Wheels>();

/** Returns the wheels of a topology. The first call collects them; later calls return the same object. */
export function wheelsOf(topology: Topology): Wheels {
  const wheels = known.get(topology) ?? collectWheels(topology);
  known.set(topology, wheels);
  return wheels;
}

/** Collects the wheels. A first pass counts them: for the largest models, growing lists would take hundreds of megabytes. */
function collectWheels(topology: Topology): Wheels {
  const { count, length } = writeWheels(topology, undefined);
  const wheels = { offsets: new Uint32Array(count + 1), vertices: new Uint32Array(length) };
  writeWheels(topology, wheels);
  return wheels;
}

/**
 * Finds all wheels.
 * @param out receives the wheels and must be large enough for all; if it is undefined, the wheels are only counted
 * @returns number of wheels, and the length of their array `vertices`
 */
function writeWheels(topology: Topology, out: Wheels | undefined): { count: number; length: number } {
  const { tets, tetCount } = topology;
  let count = 0;
  let length = 0;
  for (let tet = 0; tet < tetCount; tet++)
    for (const [i, j, k] of EDGES) {
      const a = tets[4 * tet + i],
        b = tets[4 * tet + j],
        vertex = tets[4 * tet + k];
      const wheelTets = walkAround(topology, tet, a, b, vertex, undefined, 0);
      if (wheelTets < MIN_WHEEL_TETS) continue;
      if (out) {
        out.vertices[length] = a;
        out.vertices[length + 1] = b;
        walkAround(topology, tet, a, b, vertex, out.vertices, length + 2);
        out.offsets[count + 1] = length + 2 + wheelTets;
      }
      count++;
      length += 2 + wheelTets;
    }
  return { count, length };
}

/**
 * Walks around edge (a, b) from tetrahedron to tetrahedron. Writes the vertices of the edge's link, one per tetrahedron, from out[at] on.
 * @param first tetrahedron where the walk starts
 * @param vertex vertex of `first` where the link starts
 * @returns number of tetrahedra around the edge. 0 if (a, b) is a boundary edge. Also 0 if `first` doesn't have the smallest id of these
 *   tetrahedra, so that each edge is found only once
 */
function walkAround(
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
