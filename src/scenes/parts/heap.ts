/** Edge length of a cell of the height field, as a share of the box' half width. A cell is narrower than an octopus' arm. */
const CELL_SHARE = 0.02;

/** A point on the floor: x and z [m]. */
export type FloorPoint = readonly [number, number];

/**
 * Stacks bodies in a box: it lowers each body straight down until the body is just above those that were stacked before. A height
 * field over the floor records how high the stacked bodies reach: each of their faces raises all cells under its bounding rectangle
 * to the height of its highest corner. The field is thus never lower than a stacked body, so bodies never touch.
 */
export class Heap {
  /** Edge length of a cell [m]. */
  private readonly cellSize: number;
  /** Number of cells along x, and along z. */
  private readonly cellsPerSide: number;
  /** The height field, one height per cell [m]. */
  private readonly heights: Float64Array;
  /** Result of `cellsUnder`; the next call overwrites it. */
  private readonly span = { i0: 0, i1: 0, j0: 0, j1: 0, lowest: 0, highest: 0 };

  /**
   * @param halfWidth of the box in x and z, around the origin [m]
   * @param floor initial value of the height field [m]. The lowest bodies end above it by the `gap` passed to `put`.
   */
  constructor(
    private readonly halfWidth: number,
    floor: number,
  ) {
    this.cellSize = CELL_SHARE * halfWidth;
    this.cellsPerSide = Math.ceil((2 * halfWidth) / this.cellSize);
    this.heights = new Float64Array(this.cellsPerSide * this.cellsPerSide).fill(floor);
  }

  /** Height of the highest body [m]. */
  get top(): number {
    return this.heights.reduce((top, height) => Math.max(top, height));
  }

  /**
   * Moves a body over one of the given floor points and lowers it to `gap` above the height field. Of the points, the one is chosen
   * where the body ends lowest; if several are equally low, the first of them.
   * @param positions of the body, 3 per vertex [m]; changed
   * @param faces of the body's boundary, 3 vertex ids per face
   * @param floorPoints possible centres of the body's bounding box. Centres too close to a wall are moved inwards until the body
   * is `gap` away from the wall.
   * @param gap [m]
   * @throws RangeError if the body is too wide for the box
   */
  put(positions: Float32Array, faces: Uint32Array, floorPoints: readonly FloorPoint[], gap: number): void {
    const xs = extent(positions, 0);
    const zs = extent(positions, 2);
    let best: readonly number[] = [0, 0, Number.POSITIVE_INFINITY];
    for (const [x, z] of floorPoints) {
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
          this.heights[i + this.cellsPerSide * j] = Math.max(this.heights[i + this.cellsPerSide * j]!, highest);
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

  /** Height by which the body, shifted by (dx, dz), has to be raised to touch the height field [m]. Negative: lowered. */
  private liftOf(positions: Float32Array, faces: Uint32Array, dx: number, dz: number): number {
    let lift = Number.NEGATIVE_INFINITY;
    for (let f = 0; f < faces.length; f += 3) {
      const { i0, i1, j0, j1, lowest } = this.cellsUnder(positions, faces, f, dx, dz);
      for (let j = j0; j <= j1; j++)
        for (let i = i0; i <= i1; i++) lift = Math.max(lift, this.heights[i + this.cellsPerSide * j]! - lowest);
    }
    return lift;
  }

  /**
   * Finds the cells under the bounding rectangle of a face that is shifted by (dx, dz), and the heights of the face's lowest and
   * highest corner [m].
   */
  private cellsUnder(p: Float32Array, faces: Uint32Array, face: number, dx: number, dz: number): typeof this.span {
    const [a, b, c] = [3 * faces[face]!, 3 * faces[face + 1]!, 3 * faces[face + 2]!];
    const { span } = this;
    span.i0 = this.cellIndex(Math.min(p[a]!, p[b]!, p[c]!) + dx);
    span.i1 = this.cellIndex(Math.max(p[a]!, p[b]!, p[c]!) + dx);
    span.j0 = this.cellIndex(Math.min(p[a + 2]!, p[b + 2]!, p[c + 2]!) + dz);
    span.j1 = this.cellIndex(Math.max(p[a + 2]!, p[b + 2]!, p[c + 2]!) + dz);
    span.lowest = Math.min(p[a + 1]!, p[b + 1]!, p[c + 1]!);
    span.highest = Math.max(p[a + 1]!, p[b + 1]!, p[c + 1]!);
    return span;
  }

  private cellIndex(x: number): number {
    return Math.min(Math.max(Math.floor((x + this.halfWidth) / this.cellSize), 0), this.cellsPerSide - 1);
  }
}

/** Least and greatest coordinate along an axis [m]. */
function extent(positions: Float32Array, axis: number): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = axis; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]!);
    high = Math.max(high, positions[i]!);
  }
  return [low, high];
}
