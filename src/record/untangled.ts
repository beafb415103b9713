import { orient3d } from 'robust-predicates';
import type { World } from '../simulation/world.ts';

/**
 * Odd multipliers that distribute rows of grid cells over the hash buckets. The cells of a row along x get consecutive buckets. Source:
 * Teschner et al. 2003, Optimized Spatial Hashing for Collision Detection of Deformable Objects.
 */
const HASH_Y = 19349663;
const HASH_Z = 83492791;

/**
 * Counts the penetrating ("foreign") vertices: surface vertices strictly inside a tetrahedron of any body, except tetrahedra of which
 * the vertex is a corner. The count judges a state independently of the method that made it. It is exact for the float32 positions
 * and shares no code with collision detection: there are no trees, and no tolerance on barycentric coordinates. Surface vertices are
 * hashed into the cells of a uniform grid, and each tetrahedron is tested with the vertices in the cells of its bounding box.
 */
export class ForeignVertices {
  /** Per surface vertex (as in world.surfaceVertices): 1 if the last count found it inside a tetrahedron, else 0. */
  readonly inside: Uint8Array;
  private readonly world: World;
  /** Cells per metre. A cell is as wide as the mean edge at rest, so that the grid stays useful under any deformation. */
  private readonly perMetre: number;
  /** Number of hash buckets, a power of two, minus 1. */
  private readonly mask: number;
  /**
   * CSR lists of the vertices per bucket: bucket b has entries starts[b] .. starts[b+1] of `sorted` (index of the surface vertex)
   * and `points` (position [m], 3 per entry).
   */
  private readonly starts: Uint32Array;
  private readonly sorted: Uint32Array;
  private readonly points: Float32Array;
  private readonly buckets: Uint32Array;
  /** Offsets in `positions` of the current tetrahedron's four corners, and its bounding box [m]. */
  private readonly corners = new Uint32Array(4);
  private readonly low = new Float64Array(3);
  private readonly high = new Float64Array(3);

  constructor(world: World) {
    const count = world.surfaceVertexCount;
    const buckets = 2 ** Math.ceil(Math.log2(2 * count));
    this.world = world;
    this.perMetre = 1 / meanEdgeLength(world);
    this.mask = buckets - 1;
    this.starts = new Uint32Array(buckets + 1);
    this.sorted = new Uint32Array(count);
    this.points = new Float32Array(3 * count);
    this.buckets = new Uint32Array(count);
    this.inside = new Uint8Array(count);
  }

  /**
   * Counts the penetrating vertices. An inverted tetrahedron contains points like any other; a flat one contains nothing. A vertex with
   * a coordinate that is not finite is never inside, and a tetrahedron with such a corner contains nothing.
   * @param positions of all bodies' vertices, 3 per vertex [m]
   * @returns the number of penetrating vertices; the field `inside` marks them
   */
  count(positions: Float32Array): number {
    this.inside.fill(0);
    this.fillGrid(positions);
    let count = 0;
    for (const { model, vertexBase } of this.world.bodies) {
      const { tets } = this.world.models[model].topology;
      for (let t = 0; t < tets.length; t += 4) {
        for (let i = 0; i < 4; i++) this.corners[i] = 3 * (tets[t + i] + vertexBase);
        count += this.countInTet(positions);
      }
    }
    return count;
  }

  /** Sorts the surface vertices by hash bucket (counting sort). */
  private fillGrid(positions: Float32Array): void {
    const { surfaceVertices } = this.world;
    const { starts, sorted, points, buckets, perMetre } = this;
    starts.fill(0);
    for (let i = 0; i < surfaceVertices.length; i++) {
      const v = 3 * surfaceVertices[i];
      const x = Math.floor(positions[v] * perMetre);
      const y = Math.floor(positions[v + 1] * perMetre);
      buckets[i] = this.bucketOf(x, y, Math.floor(positions[v + 2] * perMetre));
      starts[buckets[i]]++;
    }
    for (let b = 1; b < starts.length; b++) starts[b] += starts[b - 1];
    // Each bucket is filled from its end, so that starts[b] is its first entry afterwards.
    for (let i = surfaceVertices.length - 1; i >= 0; i--) {
      const at = --starts[buckets[i]];
      sorted[at] = i;
      for (let k = 0; k < 3; k++) points[3 * at + k] = positions[3 * surfaceVertices[i] + k];
    }
  }

  /** Hash bucket of a cell. Arithmetic modulo 2^32 is exact for integers of any size. */
  private bucketOf(x: number, y: number, z: number): number {
    return ((x | 0) + Math.imul(y, HASH_Y) + Math.imul(z, HASH_Z)) & this.mask;
  }

  /** Marks the vertices inside the current tetrahedron. @returns the number of vertices that were not marked before */
  private countInTet(positions: Float32Array): number {
    const { corners, low, high, perMetre } = this;
    for (let k = 0; k < 3; k++) {
      const a = positions[corners[0] + k];
      const b = positions[corners[1] + k];
      const c = positions[corners[2] + k];
      const d = positions[corners[3] + k];
      low[k] = Math.min(a, b, c, d);
      high[k] = Math.max(a, b, c, d);
    }
    // Rounding is monotone, so a vertex inside the bounding box lies in one of the cells between the box's corners.
    const x = Math.floor(low[0] * perMetre);
    const y = Math.floor(low[1] * perMetre);
    const z = Math.floor(low[2] * perMetre);
    const nx = Math.floor(high[0] * perMetre) - x + 1;
    const ny = Math.floor(high[1] * perMetre) - y + 1;
    const nz = Math.floor(high[2] * perMetre) - z + 1;
    // If the box has more cells than there are vertices, testing all vertices is faster.
    if (nx * ny * nz > this.sorted.length) return this.countInRange(positions, 0, this.sorted.length);
    let count = 0;
    for (let j = 0; j < nz; j++) {
      for (let i = 0; i < ny; i++) {
        // The cells of a row have consecutive buckets, modulo the number of buckets.
        const first = this.bucketOf(x, y + i, z + j);
        const end = first + nx;
        const last = Math.min(end, this.mask + 1);
        count += this.countInRange(positions, this.starts[first], this.starts[last]);
        if (end > last) count += this.countInRange(positions, 0, this.starts[end - last]);
      }
    }
    return count;
  }

  /** Does the same for the vertices in entries begin .. end of `sorted`. */
  private countInRange(positions: Float32Array, begin: number, end: number): number {
    const { points, low, high, sorted, inside } = this;
    let count = 0;
    for (let i = begin; i < end; i++) {
      const x = points[3 * i];
      if (!(x > low[0] && x < high[0])) continue;
      const y = points[3 * i + 1];
      if (!(y > low[1] && y < high[1])) continue;
      const z = points[3 * i + 2];
      if (!(z > low[2] && z < high[2])) continue;
      if (inside[sorted[i]] === 1 || !this.tetHolds(positions, x, y, z)) continue;
      inside[sorted[i]] = 1;
      count++;
    }
    return count;
  }

  /** Whether the point is strictly inside the current tetrahedron. A corner of the tetrahedron never is. */
  private tetHolds(positions: Float32Array, x: number, y: number, z: number): boolean {
    const a = this.corners[0];
    const b = this.corners[1];
    const c = this.corners[2];
    const d = this.corners[3];
    // Signed volumes with the point in place of each corner. They add up to the tetrahedron's volume, so the point is inside if
    // all four have the same sign.
    const atA = orientation(positions, b, d, c, x, y, z);
    if (atA === 0) return false;
    const sign = atA > 0 ? 1 : -1;
    return (
      sign * orientation(positions, a, c, d, x, y, z) > 0 &&
      sign * orientation(positions, a, d, b, x, y, z) > 0 &&
      sign * orientation(positions, a, b, c, x, y, z) > 0
    );
  }
}

/**
 * Returns a number whose sign is exactly that of the volume of the tetrahedron with three vertices and a point as corners; NaN if a
 * coordinate is NaN.
 * @param a, b, c offsets of the vertices in `p`
 */
const orientation = (p: Float32Array, a: number, b: number, c: number, x: number, y: number, z: number): number =>
  orient3d(p[a], p[a + 1], p[a + 2], p[b], p[b + 1], p[b + 2], p[c], p[c + 1], p[c + 2], x, y, z);

/** Mean rest length of the edges of all bodies [m]. */
function meanEdgeLength({ bodies, models }: World): number {
  let sum = 0;
  let count = 0;
  for (const { model } of bodies) {
    const { restLengths } = models[model].springs;
    for (let i = 0; i < restLengths.length; i++) sum += restLengths[i];
    count += restLengths.length;
  }
  return sum / count;
}
