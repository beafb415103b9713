import { cornersAround } from '../../geometry/segment-pierces.ts';
import { type BoundaryFeatures, isBoundaryFeature } from '../../mesh/boundary-feature.ts';
import type { World } from '../world/world.ts';

/**
 * Odd multipliers of the hash that maps a cell (x, y, z) of the uniform grid in InterpenetratingVertices to a bucket. x has none, so that
 * cells that are neighbours along x are in neighbouring buckets. Source: Teschner et al. 2003, Optimized Spatial Hashing for Collision
 * Detection of Deformable Objects.
 */
const HASH_Y = 19349663;
const HASH_Z = 83492791;

/**
 * Counts the interpenetrating vertices: surface vertices inside a body, or inside another part of their own. A vertex between tetrahedra, on their common
 * face, edge or vertex, is inside; one on the boundary isn't.
 * Recordings contain this number per frame, as `interpenetrating`. The count judges a state independently of the method that computed it: it is
 * exact for the float32 positions, and of collision detection it shares only the list of boundary features. It uses no trees, and no tolerance on
 * barycentric coordinates. Surface vertices are hashed into the cells of a uniform grid, and each tetrahedron tests the vertices in the cells of its
 * bounding box.
 */
export class InterpenetratingVertices {
  /** Per surface vertex (as in world.surfaceVertices): 1 if the last count found it inside a tetrahedron, else 0. */
  readonly inside: Uint8Array;
  private readonly world: World;
  /** Number of cells per metre. A cell is as wide as the mean edge of the rest shape. */
  private readonly cellsPerMetre: number;
  /** The number of hash buckets minus 1. The number of buckets is a power of two, so this is a mask of bits. */
  private readonly bucketMask: number;
  /**
   * Surface vertices by bucket, in CSR format: bucket b has entries starts[b] to starts[b+1] - 1 of `sorted` (index of the
   * surface vertex) and of `points` (its position [m], 3 per entry).
   */
  private readonly starts: Uint32Array;
  private readonly sorted: Uint32Array;
  private readonly points: Float32Array;
  /** Bucket of each surface vertex. */
  private readonly buckets: Uint32Array;
  /** Vertices of the current tetrahedron's four corners, its bounding box [m], its place in its model's `tets`, and this model's boundary. */
  private readonly corners = new Uint32Array(4);
  private readonly low = new Float64Array(3);
  private readonly high = new Float64Array(3);
  private place = 0;
  private boundary: BoundaryFeatures | undefined = undefined;

  constructor(world: World) {
    const count = world.surfaceVertexCount;
    const bucketCount = 2 ** Math.ceil(Math.log2(2 * count));
    this.world = world;
    this.cellsPerMetre = 1 / meanEdgeLength(world);
    this.bucketMask = bucketCount - 1;
    this.starts = new Uint32Array(bucketCount + 1);
    this.sorted = new Uint32Array(count);
    this.points = new Float32Array(3 * count);
    this.buckets = new Uint32Array(count);
    this.inside = new Uint8Array(count);
  }

  /**
   * Counts the interpenetrating vertices, and marks them in `inside`. An inverted tetrahedron can contain vertices, a flat one
   * can't. A vertex that isn't finite is inside nothing, and a tetrahedron with such a corner contains nothing.
   * @param positions positions of all bodies' vertices, 3 per vertex [m]
   */
  count(positions: Float32Array): number {
    this.inside.fill(0);
    this.fillGrid(positions);
    let count = 0;
    for (const { model, vertexBase } of this.world.bodies) {
      const { topology } = this.world.models[model];
      const { tets } = topology;
      this.boundary = topology;
      for (let t = 0; t < tets.length; t += 4) {
        this.place = t;
        for (let i = 0; i < 4; i++) this.corners[i] = tets[t + i] + vertexBase;
        count += this.countInTet(positions);
      }
    }
    return count;
  }

  /** Sorts the surface vertices by hash bucket (counting sort). */
  private fillGrid(positions: Float32Array): void {
    const { surfaceVertices } = this.world;
    const { starts, sorted, points, buckets, cellsPerMetre } = this;
    starts.fill(0);
    for (let i = 0; i < surfaceVertices.length; i++) {
      const v = 3 * surfaceVertices[i];
      const x = Math.floor(positions[v] * cellsPerMetre);
      const y = Math.floor(positions[v + 1] * cellsPerMetre);
      buckets[i] = this.bucketOf(x, y, Math.floor(positions[v + 2] * cellsPerMetre));
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
    return ((x | 0) + Math.imul(y, HASH_Y) + Math.imul(z, HASH_Z)) & this.bucketMask;
  }

  /** Marks the vertices inside the current tetrahedron. @returns the number of newly marked vertices */
  private countInTet(positions: Float32Array): number {
    const { corners, low, high, cellsPerMetre } = this;
    for (let k = 0; k < 3; k++) {
      const a = positions[3 * corners[0] + k];
      const b = positions[3 * corners[1] + k];
      const c = positions[3 * corners[2] + k];
      const d = positions[3 * corners[3] + k];
      low[k] = Math.min(a, b, c, d);
      high[k] = Math.max(a, b, c, d);
    }
    // Rounding is monotone, so the cell of a vertex inside the bounding box lies between the cells of the box's corners.
    const x = Math.floor(low[0] * cellsPerMetre);
    const y = Math.floor(low[1] * cellsPerMetre);
    const z = Math.floor(low[2] * cellsPerMetre);
    const nx = Math.floor(high[0] * cellsPerMetre) - x + 1;
    const ny = Math.floor(high[1] * cellsPerMetre) - y + 1;
    const nz = Math.floor(high[2] * cellsPerMetre) - z + 1;
    // If the box has more cells than there are vertices, test all vertices instead.
    if (nx * ny * nz > this.sorted.length) return this.countInRange(positions, 0, this.sorted.length);
    let count = 0;
    for (let j = 0; j < nz; j++) {
      for (let i = 0; i < ny; i++) {
        // The cells of a row have consecutive buckets, modulo the number of buckets.
        const first = this.bucketOf(x, y + i, z + j);
        const end = first + nx;
        const last = Math.min(end, this.bucketMask + 1);
        count += this.countInRange(positions, this.starts[first], this.starts[last]);
        if (end > last) count += this.countInRange(positions, 0, this.starts[end - last]);
      }
    }
    return count;
  }

  /** Marks and counts like countInTet, for entries `begin` to `end` - 1 of `sorted` and `points` alone. */
  private countInRange(positions: Float32Array, begin: number, end: number): number {
    const { points, low, high, sorted, inside } = this;
    let count = 0;
    for (let i = begin; i < end; i++) {
      const x = points[3 * i];
      if (!(x >= low[0] && x <= high[0])) continue;
      const y = points[3 * i + 1];
      if (!(y >= low[1] && y <= high[1])) continue;
      const z = points[3 * i + 2];
      if (!(z >= low[2] && z <= high[2])) continue;
      if (inside[sorted[i]] === 1 || !this.tetHolds(positions, x, y, z)) continue;
      inside[sorted[i]] = 1;
      count++;
    }
    return count;
  }

  /** Tests whether a point is inside the current tetrahedron, or on a feature of it that isn't of the boundary; so its own surface vertices are not. */
  private tetHolds(positions: Float32Array, x: number, y: number, z: number): boolean {
    const { corners, boundary, place } = this;
    const around = cornersAround(positions, corners[0], corners[1], corners[2], corners[3], x, y, z);
    return around !== 0 && boundary !== undefined && !isBoundaryFeature(boundary, place, around);
  }
}

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
