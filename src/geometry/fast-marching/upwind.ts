import type { GridBox } from './distance-grid.ts';

/** States of a grid point. The paper's are ALIVE (final), NARROW_BAND (in the heap) and FAR_AWAY (without a value so far). */
export const OUTSIDE = 0;
export const FAR_AWAY = 1;
export const NARROW_BAND = 2;
/** In the heap, with a value that is known to be exact and so is not lowered. */
export const CERTAIN = 3;
export const ALIVE = 4;

/** Order of the differences. */
export type Order = 1 | 2;

/** Relative rounding error that a slope of 1 may have. */
const SLOPE_ROUNDING = 1e-6;

/**
 * Sum of the squared slopes behind a point's neighbours from which on the neighbours count as reached by different fronts. One plane front
 * leaves a sum of 1 (its gradient has length 1), two that run along two axes and meet leave 2. On a sphere of 1,000 triangles with 21^3 to
 * 61^3 points, the greatest error is 0.37 cells (too short) without it, and 0.28 with a sum of 2, 0.17 with 1.5, and 0.68 (too far) with
 * 1.25, which also takes apart the curved fronts near the centre.
 */
const SEPARATE_FRONTS = 1.5;

/** Weight of an axis with a difference of second order, (3/2)^2, against 1 with one of first order. */
const SECOND_ORDER_WEIGHT = 2.25;

/**
 * Solves the eikonal equation |grad T| = 1 at a grid point for its value T, with differences towards its ALIVE neighbours.
 *
 * Along each axis the neighbour with the lesser value T1 counts. The difference is (T - T1) / h, of first order, or with the next point's
 * value T2 (3 T - 4 T1 + T2) / (2 h), of second order. The latter needs T2 <= T1, both ALIVE, and T1 - T2 <= h, since no distance changes
 * faster; T2 may lie outside near the surface. (The paper's D^xx lacks a factor: over dx^2 it gives this difference, and its forward
 * difference lacks a minus sign.) The squared differences sum to 1; T is the larger root. If it is less than a neighbour that it was
 * computed from, it didn't come from there, and the axis with the greatest neighbour is left out.
 *
 * At a meeting of fronts (on the medial axis, such as the centre of a sphere), the neighbours are not of one front, and the equation doesn't
 * hold: six equal neighbours at T1 give T1 + h / sqrt(3), which is 0.42 h short of the true T1 + h, and two axes fall 0.29 h short. So
 * `ridges` takes the fronts one by one, if the slopes behind the neighbours can't be those of one front (SEPARATE_FRONTS): each is extended
 * with its own slope to T1 + (T1 - T2), which is exact for a plane front, and the earliest counts, unless it is less than the root, which is
 * early itself there. In a box that lies along the axes this takes the greatest error from 0.30 h to 0. With 61^3 points, one of them in the
 * centre of a sphere of 1,000 triangles, it takes the error there from 0.0217 to 0.0120; 0.0107 of that is how far the triangles lie inside
 * the sphere.
 */
export class Upwind {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  /** Number of points of a plane along x and y. */
  readonly layer: number;
  /** Value of each grid point [m]. */
  readonly values: Float64Array;
  readonly states: Uint8Array;
  private readonly spacing: number;
  private readonly order: Order;
  private readonly ridges: boolean;
  /** Number of axes along which the point has an ALIVE neighbour. The arrays below have one number each, for the least neighbour first. */
  private axes = 0;
  /** T1 [m]. */
  private readonly nearest = new Float64Array(3);
  /** (T1 - T2) / h; NaN where the difference is of first order. */
  private readonly slopes = new Float64Array(3);

  /** @param ridges whether to take fronts apart where they meet; only with order 2 */
  constructor({ size, spacing }: GridBox, order: Order, ridges: boolean, values: Float64Array, states: Uint8Array) {
    this.nx = size[0];
    this.ny = size[1];
    this.nz = size[2];
    this.layer = size[0] * size[1];
    this.values = values;
    this.states = states;
    this.spacing = spacing;
    this.order = order;
    this.ridges = ridges;
  }

  /** Returns the value that the ALIVE neighbours give point p = (i, j, k) [m]; Infinity if there are none. */
  solve(p: number, i: number, j: number, k: number): number {
    this.axes = 0;
    this.addAxis(p, i, this.nx, 1);
    this.addAxis(p, j, this.ny, this.nx);
    this.addAxis(p, k, this.nz, this.layer);
    for (let axes = this.axes; axes > 0; axes--) {
      let value = this.largestRoot(axes);
      if (this.ridges && this.frontsMeet(axes)) value = Math.max(value, this.earliestFront(axes));
      if (value >= this.nearest[axes - 1]) return value;
    }
    return Infinity;
  }

  /** @param at the point's index along the axis @param size number of points along it @param stride from a point to the next one */
  private addAxis(p: number, at: number, size: number, stride: number): void {
    const { values, states, nearest, slopes } = this;
    let neighbour = -1;
    let beyond = -1;
    let value = Infinity;
    if (at > 0 && states[p - stride] === ALIVE) {
      neighbour = p - stride;
      beyond = at > 1 ? neighbour - stride : -1;
      value = values[neighbour];
    }
    if (at < size - 1 && states[p + stride] === ALIVE && values[p + stride] < value) {
      neighbour = p + stride;
      beyond = at < size - 2 ? neighbour + stride : -1;
      value = values[neighbour];
    }
    if (neighbour < 0) return;
    let slope = Number.NaN;
    if (this.order === 2 && beyond >= 0 && (states[beyond] === ALIVE || states[beyond] === OUTSIDE)) {
      const behind = (value - values[beyond]) / this.spacing;
      // A point far outside has no value, that is NaN, which fails the comparison.
      if (behind >= 0 && behind <= 1 + SLOPE_ROUNDING) slope = behind;
    }
    let n = this.axes++;
    for (; n > 0 && nearest[n - 1] > value; n--) {
      nearest[n] = nearest[n - 1];
      slopes[n] = slopes[n - 1];
    }
    nearest[n] = value;
    slopes[n] = slope;
  }

  /** Solves the quadratic equation of the first axes. @returns the larger root; -Infinity if there is none */
  private largestRoot(axes: number): number {
    const { nearest, slopes, spacing } = this;
    // a u^2 - 2 b u + c = 0, with values counted from the least neighbour, which keeps digits: T = nearest[0] + u.
    let a = 0;
    let b = 0;
    let c = -spacing * spacing;
    for (let n = 0; n < axes; n++) {
      const slope = slopes[n];
      const isFirst = Number.isNaN(slope);
      const weight = isFirst ? 1 : SECOND_ORDER_WEIGHT;
      const from = nearest[n] - nearest[0] + (isFirst ? 0 : (slope * spacing) / 3);
      a += weight;
      b += weight * from;
      c += weight * from * from;
    }
    const discriminant = b * b - a * c;
    return discriminant >= 0 ? nearest[0] + (b + Math.sqrt(discriminant)) / a : -Infinity;
  }

  /** Whether the slopes behind the first neighbours are too steep for one front. Unknown slopes are NaN, and so is their sum. */
  private frontsMeet(axes: number): boolean {
    let sum = 0;
    for (let n = 0; n < axes; n++) sum += this.slopes[n] * this.slopes[n];
    return sum > SEPARATE_FRONTS;
  }

  private earliestFront(axes: number): number {
    let earliest = Infinity;
    for (let n = 0; n < axes; n++) earliest = Math.min(earliest, this.nearest[n] + this.slopes[n] * this.spacing);
    return earliest;
  }
}
