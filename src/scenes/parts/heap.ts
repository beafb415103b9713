/** Edge length of a grid cell, as a share of the box' half width: finer than an arm. */
const CELL_SHARE = 0.02;

/** A place on the floor, x and z [m]. */
export type Place = readonly [number, number];

/**
 * Stacks starting positions in a box: each body is lowered straight down until it is just above the bodies so far. Uses a height
 * field over the floor, in which each face covers its bounding rectangle at the height of its highest corner. So bodies never
 * touch.
 */
export class Heap {
  private readonly cell: number;
  private readonly across: number;
  private readonly heights: Float64Array;
  private readonly span = { i0: 0, i1: 0, j0: 0, j1: 0, lowest: 0, highest: 0 };

  /**
   * @param halfWidth of the box in x and z, around the origin [m]
   * @param floor initial value of the height field [m]: the lowest bodies come to lie above it by the gap of `put`
   */
  constructor(
    private readonly halfWidth: number,
    floor: number,
  ) {
    this.cell = CELL_SHARE * halfWidth;
    this.across = Math.ceil((2 * halfWidth) / this.cell);
    this.heights = new Float64Array(this.across * this.across).fill(floor);
  }

  /** Height of the highest body [m]. */
  get top(): number {
    return this.heights.reduce((top, height) => Math.max(top, height));
  }

  /**
   * Moves a body to the place, of several, where it comes to lie lowest; of equal places, to the first. It ends `gap` above what
   * is below.
   * @param positions 3 per vertex [m]; changed
   * @param faces of the body's boundary, 3 vertex ids per face
   * @param places centres of the bounding box in x and z [m]; moved inwards until the body is clear of the walls by `gap`
   * @param gap [m]
   * @throws RangeError if the body is too wide for the box
   */
  put(positions: Float32Array, faces: Uint32Array, places: readonly Place[], gap: number): void {
    const xs = range(positions, 0);
    const zs = range(positions, 2);
    let best: readonly number[] = [0, 0, Number.POSITIVE_INFINITY];
    for (const [x, z] of places) {
      const dx = this.shiftInside(xs, x, gap);
      const dz = this.shiftInside(zs, z, gap);
      const dy = this.liftOf(positions, faces, dx, dz) + gap;
      if (dy < best[2]!) best = [dx, dz, dy];
    }
    const [dx, dz, dy] = best as [number, number, number];
    for (let i = 0; i < positions.length; i += 3) {
      positions[i]! += dx;
      positions[i + 1]! += dy;
      positions[i + 2]! += dz;
    }
    for (let f = 0; f < faces.length; f += 3) {
      const { i0, i1, j0, j1, highest } = this.cellsUnder(positions, faces, f, 0, 0);
      for (let j = j0; j <= j1; j++)
        for (let i = i0; i <= i1; i++)
          this.heights[i + this.across * j] = Math.max(this.heights[i + this.across * j]!, highest);
    }
  }

  /** Shift along x or z that centres the extent (low, high) at `middle`, limited by the walls [m]. */
  private shiftInside([low, high]: readonly [number, number], middle: number, gap: number): number {
    const room = this.halfWidth - gap - (high - low) / 2;
    if (room < 0)
      throw new RangeError(
        `Found a body ${high - low} m wide; expected at most ${2 * (this.halfWidth - gap)} m, the box' width minus a gap of ${gap} m per side`,
      );
    return Math.min(Math.max(middle, -room), room) - (low + high) / 2;
  }

  /** How far the body, shifted by (dx, dz), has to be raised to touch what is below [m]. */
  private liftOf(positions: Float32Array, faces: Uint32Array, dx: number, dz: number): number {
    let lift = Number.NEGATIVE_INFINITY;
    for (let f = 0; f < faces.length; f += 3) {
      const { i0, i1, j0, j1, lowest } = this.cellsUnder(positions, faces, f, dx, dz);
      for (let j = j0; j <= j1; j++)
        for (let i = i0; i <= i1; i++) lift = Math.max(lift, this.heights[i + this.across * j]! - lowest);
    }
    return lift;
  }

  /** The cells under a face's bounding rectangle, and the heights of its lowest and highest corner [m]. */
  private cellsUnder(p: Float32Array, faces: Uint32Array, face: number, dx: number, dz: number): typeof this.span {
    const [a, b, c] = [3 * faces[face]!, 3 * faces[face + 1]!, 3 * faces[face + 2]!];
    const { span } = this;
    span.i0 = this.index(Math.min(p[a]!, p[b]!, p[c]!) + dx);
    span.i1 = this.index(Math.max(p[a]!, p[b]!, p[c]!) + dx);
    span.j0 = this.index(Math.min(p[a + 2]!, p[b + 2]!, p[c + 2]!) + dz);
    span.j1 = this.index(Math.max(p[a + 2]!, p[b + 2]!, p[c + 2]!) + dz);
    span.lowest = Math.min(p[a + 1]!, p[b + 1]!, p[c + 1]!);
    span.highest = Math.max(p[a + 1]!, p[b + 1]!, p[c + 1]!);
    return span;
  }

  private index(x: number): number {
    return Math.min(Math.max(Math.floor((x + this.halfWidth) / this.cell), 0), this.across - 1);
  }
}

function range(positions: Float32Array, axis: number): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = axis; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]!);
    high = Math.max(high, positions[i]!);
  }
  return [low, high];
}
