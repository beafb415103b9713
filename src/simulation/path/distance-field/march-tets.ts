import { closestPointOnTriangle, type ClosestPoint, createClosestPoint } from '../../../geometry/closest-point.ts';
import { PointHeap } from '../../../geometry/fast-marching/point-heap.ts';
import { groupByKey } from '../../../mesh/counting-sort.ts';
import { NONE, type Topology } from '../../../mesh/topology.ts';

/** Memory of marches on the tetrahedra of one model. */
export interface TetMarch {
  readonly topology: Topology;
  /** Tetrahedra at each vertex, boundary vertices included: tets[offsets[v] .. offsets[v + 1]]. */
  readonly offsets: Uint32Array;
  readonly tets: Uint32Array;
  /** Result: distance of each vertex to the boundary [m]. */
  readonly values: Float64Array;
  /** 1 for each vertex whose value is final (ALIVE), 2 while it waits in the heap (NARROW_BAND), else 0 (FAR_AWAY). */
  readonly states: Uint8Array;
  readonly heap: PointHeap;
  /** For each vertex: 1 + the last boundary vertex from which it was reached at the start. */
  readonly reachedFrom: Uint32Array;
  readonly closest: ClosestPoint;
  /** Edge vectors from the vertex whose value is computed to the other three of its tetrahedron [m]. */
  readonly edges: Float64Array;
  /** Solutions of two linear systems with these edges. */
  readonly planes: Float64Array;
}

const ALIVE = 1;
const NARROW_BAND = 2;

export function createTetMarch(topology: Topology): TetMarch {
  const values = new Float64Array(topology.vertexCount);
  const { offsets, items } = groupByKey(topology.tets, topology.vertexCount, 4);
  return {
    topology,
    offsets,
    tets: items,
    values,
    states: new Uint8Array(topology.vertexCount),
    heap: new PointHeap(values, topology.vertexCount),
    reachedFrom: new Uint32Array(topology.vertexCount),
    closest: createClosestPoint(),
    edges: new Float64Array(9),
    planes: new Float64Array(6),
  };
}

/**
 * Computes the distance from each vertex of a deformed body to its boundary, inside the body, by fast marching from vertex to vertex. It follows
 * the mesh alone, so parts of the body that overlap don't disturb one another, as they would on a grid in space.
 *
 * Vertices with a neighbour on the boundary start with the exact distance to the boundary faces around such neighbours. A vertex takes its value
 * from the tetrahedra at it: the least of T(s) + |x - s| over the points s of their opposite faces, with T interpolated between final values.
 * A face or edge whose vertices all lie on the boundary gives nothing: where it crosses the inside, T is not 0 on it.
 * @param positions of all bodies [m]; the body's begin at vertex `vertexBase`
 * @returns number of vertices whose distance was computed. The distances are in `values`; Infinity for a vertex without neighbours
 * Source: Kimmel and Sethian 1998, Computing geodesic paths on manifolds, by whose method a front marches on a mesh.
 */
export function marchTets(march: TetMarch, positions: Float32Array, vertexBase: number): number {
  const { topology, values, states, heap } = march;
  for (let v = 0; v < topology.vertexCount; v++) {
    const isInner = topology.surfaceIndices[v] === NONE;
    values[v] = isInner ? Infinity : 0;
    states[v] = isInner ? 0 : ALIVE;
    march.reachedFrom[v] = 0;
  }
  for (let v = 0; v < topology.vertexCount; v++) if (states[v] === ALIVE) beginAround(march, positions, vertexBase, v);
  let visited = 0;
  while (heap.size > 0) {
    const v = heap.pop();
    states[v] = ALIVE;
    visited++;
    for (let i = march.offsets[v]; i < march.offsets[v + 1]; i++)
      for (let k = 0; k < 4; k++) {
        const target = topology.tets[4 * march.tets[i] + k];
        if (states[target] !== ALIVE) lower(march, target, through(march, positions, vertexBase, march.tets[i], k));
      }
  }
  return visited;
}

function lower({ values, states, heap }: TetMarch, v: number, value: number): void {
  if (!(value < values[v])) return;
  values[v] = value;
  if (states[v] === NARROW_BAND) heap.rise(v);
  else {
    states[v] = NARROW_BAND;
    heap.push(v);
  }
}

/** Lowers the inner neighbours of a boundary vertex to their distances from the boundary faces around it. */
function beginAround(march: TetMarch, positions: Float32Array, vertexBase: number, v: number): void {
  const { topology, offsets, tets, states, reachedFrom, closest } = march;
  const { triangle } = closest;
  const surface = topology.surfaceIndices[v];
  const firstFace = topology.vertexFaceOffsets[surface];
  const lastFace = topology.vertexFaceOffsets[surface + 1];
  for (let i = offsets[v]; i < offsets[v + 1]; i++)
    for (let k = 0; k < 4; k++) {
      const target = topology.tets[4 * tets[i] + k];
      if (states[target] === ALIVE || reachedFrom[target] === v + 1) continue;
      reachedFrom[target] = v + 1;
      const x = 3 * (vertexBase + target);
      for (let f = firstFace; f < lastFace; f++) {
        for (let n = 0; n < 9; n++) {
          const corner = topology.faces[3 * topology.vertexFaces[f] + Math.floor(n / 3)];
          triangle[n] = positions[3 * (vertexBase + corner) + (n % 3)] - positions[x + (n % 3)];
        }
        closestPointOnTriangle(closest);
        lower(march, target, Math.sqrt(closest.distanceSquared));
      }
    }
}

/** Returns the value that corner k of a tetrahedron gets through it from the final values of its other corners; Infinity if from none. */
function through(march: TetMarch, positions: Float32Array, vertexBase: number, tet: number, k: number): number {
  const { topology, values, states, edges } = march;
  const { tets, surfaceIndices } = topology;
  const x = 3 * (vertexBase + tets[4 * tet + k]);
  const a = tets[4 * tet + ((k + 1) & 3)];
  const b = tets[4 * tet + ((k + 2) & 3)];
  const c = tets[4 * tet + ((k + 3) & 3)];
  for (let i = 0; i < 3; i++) {
    edges[i] = positions[3 * (vertexBase + a) + i] - positions[x + i];
    edges[3 + i] = positions[3 * (vertexBase + b) + i] - positions[x + i];
    edges[6 + i] = positions[3 * (vertexBase + c) + i] - positions[x + i];
  }
  const hasA = states[a] === ALIVE;
  const hasB = states[b] === ALIVE;
  const hasC = states[c] === ALIVE;
  const isAInner = surfaceIndices[a] === NONE;
  const isBInner = surfaceIndices[b] === NONE;
  const isCInner = surfaceIndices[c] === NONE;
  if (hasA && hasB && hasC && (isAInner || isBInner || isCInner)) {
    const value = throughFace(march, values[a], values[b], values[c]);
    if (value < Infinity) return value;
  }
  let value = Infinity;
  if (hasA && hasB && (isAInner || isBInner)) value = Math.min(value, throughEdge(edges, 0, 3, values[a], values[b]));
  if (hasB && hasC && (isBInner || isCInner)) value = Math.min(value, throughEdge(edges, 3, 6, values[b], values[c]));
  if (hasC && hasA && (isCInner || isAInner)) value = Math.min(value, throughEdge(edges, 6, 0, values[c], values[a]));
  if (hasA) value = Math.min(value, values[a] + lengthAt(edges, 0));
  if (hasB) value = Math.min(value, values[b] + lengthAt(edges, 3));
  if (hasC) value = Math.min(value, values[c] + lengthAt(edges, 6));
  return value;
}

const lengthAt = (e: Float64Array, i: number): number =>
  Math.sqrt(e[i] * e[i] + e[i + 1] * e[i + 1] + e[i + 2] * e[i + 2]);

/**
 * Returns the value at the origin of a plane front that passes the ends of the three edges at times ta, tb and tc; Infinity if it doesn't come
 * through the triangle of these ends. The front's gradient n has length 1 and T + n . e_i = t_i, so n = p - T q with E p = t and E q = 1.
 */
function throughFace({ edges: e, planes }: TetMarch, ta: number, tb: number, tc: number): number {
  // Columns of the inverse of E, times its determinant: cross products of the edges.
  const ax = e[4] * e[8] - e[5] * e[7],
    ay = e[5] * e[6] - e[3] * e[8],
    az = e[3] * e[7] - e[4] * e[6];
  const bx = e[7] * e[2] - e[8] * e[1],
    by = e[8] * e[0] - e[6] * e[2],
    bz = e[6] * e[1] - e[7] * e[0];
  const cx = e[1] * e[5] - e[2] * e[4],
    cy = e[2] * e[3] - e[0] * e[5],
    cz = e[0] * e[4] - e[1] * e[3];
  const volume = e[0] * ax + e[1] * ay + e[2] * az;
  if (volume === 0) return Infinity;
  planes[0] = (ta * ax + tb * bx + tc * cx) / volume;
  planes[1] = (ta * ay + tb * by + tc * cy) / volume;
  planes[2] = (ta * az + tb * bz + tc * cz) / volume;
  planes[3] = (ax + bx + cx) / volume;
  planes[4] = (ay + by + cy) / volume;
  planes[5] = (az + bz + cz) / volume;
  const qq = planes[3] * planes[3] + planes[4] * planes[4] + planes[5] * planes[5];
  const pq = planes[0] * planes[3] + planes[1] * planes[4] + planes[2] * planes[5];
  const pp = planes[0] * planes[0] + planes[1] * planes[1] + planes[2] * planes[2];
  const root = pq * pq - qq * (pp - 1);
  if (!(root >= 0)) return Infinity;
  const value = (pq + Math.sqrt(root)) / qq;
  const nx = planes[0] - value * planes[3];
  const ny = planes[1] - value * planes[4];
  const nz = planes[2] - value * planes[5];
  // The front comes from direction -n, which must be a sum of the edges with weights of at least 0.
  const la = -(nx * ax + ny * ay + nz * az) / volume;
  const lb = -(nx * bx + ny * by + nz * bz) / volume;
  const lc = -(nx * cx + ny * cy + nz * cz) / volume;
  return la >= 0 && lb >= 0 && lc >= 0 ? value : Infinity;
}

/** Returns the least of T(s) + |s| over the points s of the segment from e[a] to e[b], with T linear from ta to tb. */
function throughEdge(e: Float64Array, a: number, b: number, ta: number, tb: number): number {
  const x = e[b] - e[a];
  const y = e[b + 1] - e[a + 1];
  const z = e[b + 2] - e[a + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const slope = (tb - ta) / length;
  if (!(Math.abs(slope) < 1)) return Infinity;
  const along = -(e[a] * x + e[a + 1] * y + e[a + 2] * z) / length;
  const squared = e[a] * e[a] + e[a + 1] * e[a + 1] + e[a + 2] * e[a + 2];
  const height = Math.sqrt(Math.max(0, squared - along * along));
  const best = Math.min(length, Math.max(0, along - (slope * height) / Math.sqrt(1 - slope * slope)));
  return ta + slope * best + Math.sqrt((along - best) * (along - best) + height * height);
}
