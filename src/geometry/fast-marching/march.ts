import { checkBox, type DistanceGrid, type GridBox, pointCount, type Surface } from './distance-grid.ts';
import { labelInside } from './label-inside.ts';
import { distancesInBoxes } from './near-surface.ts';
import { PointHeap } from './point-heap.ts';
import { ALIVE, CERTAIN, FAR_AWAY, NARROW_BAND, OUTSIDE, Upwind, type Order } from './upwind.ts';

/** Choices of a march. */
export interface MarchOptions {
  /** Order of the differences: 2, as in the paper, or 1. */
  readonly order: Order;
  /** Whether fronts that meet are taken apart (`Upwind`), which the paper doesn't do; true by default. Only order 2 can. */
  readonly ridges?: boolean;
  /** Per grid point, 1 inside the surface and 0 outside; by default `labelInside` decides. */
  readonly inside?: Uint8Array;
  /**
   * Per grid point, a distance to start from that the march doesn't change [m], or NaN for none; points outside are ignored. A partial
   * update can so start from the values around its region.
   */
  readonly given?: Float64Array;
  /**
   * Called every PROGRESS_INTERVAL points. If it returns false, the march stops.
   * @param share of the points inside that are finished, from 0 to 1
   */
  readonly onProgress?: (share: number) => boolean;
}

/** Numbers of grid points. */
export interface MarchCounts {
  readonly points: number;
  readonly inside: number;
  /** Points inside or outside that started with a distance to a triangle, since they lie in its box. */
  readonly exact: number;
  /** Points that the march made ALIVE. Points whose distance was given are not among them. */
  readonly visited: number;
  /** Points inside that no front reached. There are such points only in a grid that holds a part of the surface. */
  readonly unreached: number;
}

/** Result of a march: the distances, and the numbers of points. */
export interface March {
  readonly grid: DistanceGrid;
  readonly counts: MarchCounts;
}

/** Number of points after which a march tells its progress. */
export const PROGRESS_INTERVAL = 4096;

/** Thrown by a march that its progress callback has stopped. */
export class MarchCancelled extends Error {
  override readonly name = 'MarchCancelled';
}

/**
 * Computes the distances from the grid points inside a closed surface to that surface, by fast marching. Points outside have a (negative)
 * distance only if they lie in the box of a triangle; those are enough to interpolate at every point inside, and on the surface.
 *
 * Points near the surface start with exact distances (`distancesInBoxes`). Then the point with the least value becomes ALIVE, and its
 * neighbours' values are lowered to what the eikonal equation |grad T| = 1 says (`Upwind`), until no point is left. Exact distances up to a
 * cell stay; larger ones may still be lowered. The result has the same bits in every run.
 *
 * A box may hold a part of the surface only (partial update): values there are those of the whole march where the nearest surface lies in
 * the box, and are too large elsewhere, unless `given` brings in what lies outside.
 * @throws MarchCancelled if the callback has returned false
 * @throws Error if the box is bad, or if an array does not have one number per grid point
 * Source: Fisher and Lin, Deformed Distance Fields for Simulation of Non-Penetrating Flexible Bodies, 2001, sections 4.1 to 4.4.
 */
export function marchDistances(surface: Surface, box: GridBox, options: MarchOptions): March {
  checkBox(box);
  const { order, ridges = true, given, onProgress } = options;
  const points = pointCount(box);
  const inside = options.inside ?? labelInside(surface, box);
  checkLength('labels', inside.length, points);
  if (given) checkLength('given distances', given.length, points);

  const values = distancesInBoxes(surface, box);
  const states = new Uint8Array(points);
  let exact = 0;
  let insideCount = 0;
  for (let p = 0; p < points; p++) {
    const isExact = values[p] !== Infinity;
    if (isExact) exact++;
    if (inside[p] === 0) {
      states[p] = OUTSIDE;
      values[p] = isExact ? -values[p] : Number.NaN;
      continue;
    }
    insideCount++;
    states[p] = !isExact ? FAR_AWAY : values[p] <= box.spacing ? CERTAIN : NARROW_BAND;
    if (given && !Number.isNaN(given[p])) {
      states[p] = ALIVE;
      values[p] = given[p];
    }
  }

  const heap = new PointHeap(values, insideCount);
  const upwind = new Upwind(box, order, ridges, values, states);
  let givenCount = 0;
  for (let p = 0; p < points; p++) {
    if (states[p] === CERTAIN || states[p] === NARROW_BAND) heap.push(p);
    else if (states[p] === ALIVE) givenCount++;
  }
  if (givenCount > 0) for (let p = 0; p < points; p++) if (states[p] === ALIVE) lowerNeighbours(p, upwind, heap);

  let visited = 0;
  while (heap.size > 0) {
    const p = heap.pop();
    states[p] = ALIVE;
    visited++;
    lowerNeighbours(p, upwind, heap);
    if (onProgress && visited % PROGRESS_INTERVAL === 0) {
      const share = (givenCount + visited) / insideCount;
      if (!onProgress(share)) throw new MarchCancelled(`Cancelled after ${visited} of ${insideCount} points inside`);
    }
  }

  const unreached = insideCount - givenCount - visited;
  if (unreached > 0) for (let p = 0; p < points; p++) if (states[p] === FAR_AWAY) values[p] = Number.NaN;
  const { origin, spacing, size } = box;
  return {
    grid: { origin, spacing, size, values },
    counts: { points, inside: insideCount, exact, visited, unreached },
  };
}

/** Computes the values of the six neighbours of an ALIVE point anew, as far as they can still change. */
function lowerNeighbours(p: number, upwind: Upwind, heap: PointHeap): void {
  const { nx, ny, nz, layer } = upwind;
  const i = p % nx;
  const j = ((p - i) / nx) % ny;
  const k = Math.floor(p / layer);
  if (i > 0) lower(p - 1, i - 1, j, k, upwind, heap);
  if (i < nx - 1) lower(p + 1, i + 1, j, k, upwind, heap);
  if (j > 0) lower(p - nx, i, j - 1, k, upwind, heap);
  if (j < ny - 1) lower(p + nx, i, j + 1, k, upwind, heap);
  if (k > 0) lower(p - layer, i, j, k - 1, upwind, heap);
  if (k < nz - 1) lower(p + layer, i, j, k + 1, upwind, heap);
}

function lower(p: number, i: number, j: number, k: number, upwind: Upwind, heap: PointHeap): void {
  const { states, values } = upwind;
  const state = states[p];
  if (state !== FAR_AWAY && state !== NARROW_BAND) return;
  const value = upwind.solve(p, i, j, k);
  if (!(value < values[p])) return;
  values[p] = value;
  if (state === NARROW_BAND) heap.rise(p);
  else {
    states[p] = NARROW_BAND;
    heap.push(p);
  }
}

function checkLength(what: string, found: number, expected: number): void {
  if (found !== expected) throw new Error(`Found ${found} ${what}, expected one for each of ${expected} grid points`);
}
