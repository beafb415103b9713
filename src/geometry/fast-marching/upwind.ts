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

export class Upwind {
  readonly nx: number;
  readonly ny: number;
  readonly nz: number;
  /** Number of points of a plane along x and y. */
  readonly layer: number;
  readonly values: Float64Array;
  readonly states: Uint8Array;
  private readonly spacing: number;
  private readonly order: Order;
  ridge = 0;
  /** Number of axes along which the point has an upwind neighbour; the arrays below have their numbers, the least neighbour first. */
  private axes = 0;
  /** Values T1 of the neighbours [m]. */
  private readonly nearest = new Float64Array(3);
  /** Slope from the next but one point to the neighbour (T1 - T2) / h, if second order is possible; else NaN. */
  private readonly slopes = new Float64Array(3);

  constructor(box: GridBox, order: Order, values: Float64Array, states: Uint8Array) {
    const { size, spacing } = box;
    this.nx = size[0];
    this.ny = size[1];
    this.nz = size[2];
    this.layer = size[0] * size[1];
    this.values = values;
    this.states = states;
    this.spacing = spacing;
    this.order = order;
    this.ridge = Number(process.env.RIDGE ?? 0);
  }

  solve(p: number, i: number, j: number, k: number): number {
    this.axes = 0;
    this.addAxis(p, i, this.nx, 1);
    this.addAxis(p, j, this.ny, this.nx);
    this.addAxis(p, k, this.nz, this.layer);
    if (this.ridge > 0 && this.axes > 1 && this.order === 2) {
      let s = 0;
      let least = Infinity;
      for (let n = 0; n < this.axes; n++) {
        s += this.slopes[n] ** 2;
        least = Math.min(least, this.nearest[n] + this.slopes[n] * this.spacing);
      }
      if (s > this.ridge) return least;
    }
    for (let axes = this.axes; axes > 0; axes--) {
      const value = this.root(axes);
      if (value >= this.nearest[axes - 1]) return value;
    }
    return Infinity;
  }

  private addAxis(p: number, at: number, size: number, stride: number): void {
    const { values, states, nearest, slopes } = this;
    let neighbour = -1;
    let value = Infinity;
    let beyond = -1;
    if (at > 0 && states[p - stride] === ALIVE) {
      neighbour = p - stride;
      value = values[neighbour];
      beyond = at > 1 ? neighbour - stride : -1;
    }
    if (at < size - 1 && states[p + stride] === ALIVE && values[p + stride] < value) {
      neighbour = p + stride;
      value = values[neighbour];
      beyond = at < size - 2 ? neighbour + stride : -1;
    }
    if (neighbour < 0) return;
    let slope = Number.NaN;
    if (this.order === 2 && beyond >= 0 && (states[beyond] === ALIVE || states[beyond] === OUTSIDE)) {
      // NaN, the value of a point far outside, fails the comparison.
      const found = (value - values[beyond]) / this.spacing;
      if (found >= 0 && found <= 1 + SLOPE_ROUNDING) slope = found;
    }
    let n = this.axes++;
    for (; n > 0 && nearest[n - 1] > value; n--) {
      nearest[n] = nearest[n - 1];
      slopes[n] = slopes[n - 1];
    }
    nearest[n] = value;
    slopes[n] = slope;
  }

  private root(axes: number): number {
    const { nearest, slopes, spacing } = this;
    // Values are taken from the least neighbour on, which saves digits.
    const base = nearest[0];
    let a = 0;
    let b = 0;
    let c = -spacing * spacing;
    for (let n = 0; n < axes; n++) {
      const slope = slopes[n];
      const first = Number.isNaN(slope);
      const weight = first ? 1 : 2.25;
      const start = nearest[n] - base + (first ? 0 : (slope * spacing) / 3);
      a += weight;
      b += weight * start;
      c += weight * start * start;
    }
    const discriminant = b * b - a * c;
    return discriminant >= 0 ? base + (b + Math.sqrt(discriminant)) / a : -Infinity;
  }
}
