/** Edge length of the grid's cells, as a share of the box' half width: finer than an arm. */
const CELL_SHARE = 0.02;

/**
 * Lets bodies down into a box one after the other, as they start: each as low as it goes straight down, clear of all
 * that lie below it. Heights are kept on a grid over the floor, a face's being that of its highest corner wherever its
 * bounding rectangle is, so that two bodies never touch.
 */
export class Heap {
  private readonly cell: number;
  private readonly across: number;
  private readonly heights: Float64Array;

  /**
   * @param halfWidth of the box in x and z, around the origin [m]
   * @param floor where the lowest bodies come to stand, less the gap [m]
   */
  constructor(
    private readonly halfWidth: number,
    floor: number,
  ) {
    this.cell = CELL_SHARE * halfWidth;
    this.across = Math.ceil((2 * halfWidth) / this.cell);
    this.heights = new Float64Array(this.across * this.across).fill(floor);
  }

  /** How high what lies there reaches anywhere [m]. */
  get top(): number {
    return this.heights.reduce((top, height) => Math.max(top, height));
  }

  /**
   * Moves a body to a place in the plane, inside the walls, and down until it lies `gap` above what is below.
   * @param positions [m], 3 a vertex; moved
   * @param faces of its boundary
   * @param x, z where the middle of its bounding box should be [m]: moved inwards until it is clear of the walls by `gap`
   * @param gap [m]
   */
  put(positions: Float32Array, faces: Uint32Array, x: number, z: number, gap: number): void {
    shift(positions, 0, this.clear(positions, 0, x, gap));
    shift(positions, 2, this.clear(positions, 2, z, gap));
    let lift = Number.NEGATIVE_INFINITY;
    this.eachCell(positions, faces, (cell, lowest) => {
      lift = Math.max(lift, this.heights[cell]! + gap - lowest);
    });
    shift(positions, 1, lift);
    this.eachCell(positions, faces, (cell, _, highest) => {
      this.heights[cell] = Math.max(this.heights[cell]!, highest);
    });
  }

  /** @returns by how much the body has to be moved along an axis */
  private clear(positions: Float32Array, axis: number, middle: number, gap: number): number {
    const [low, high] = range(positions, axis);
    const room = this.halfWidth - gap - (high - low) / 2;
    if (room < 0) throw new RangeError(`A body of ${high - low} m was put into a box of ${2 * this.halfWidth} m`);
    return Math.min(Math.max(middle, -room), room) - (low + high) / 2;
  }

  /** Calls for each face and each cell under its bounding rectangle, with its lowest and highest corner [m]. */
  private eachCell(
    p: Float32Array,
    faces: Uint32Array,
    visit: (cell: number, lowest: number, highest: number) => void,
  ): void {
    const index = (x: number) => Math.min(Math.max(Math.floor((x + this.halfWidth) / this.cell), 0), this.across - 1);
    for (let f = 0; f < faces.length; f += 3) {
      const corners = [3 * faces[f]!, 3 * faces[f + 1]!, 3 * faces[f + 2]!];
      const along = (axis: number) => corners.map((corner) => p[corner + axis]!);
      const [xs, ys, zs] = [along(0), along(1), along(2)];
      const lowest = Math.min(...ys);
      const highest = Math.max(...ys);
      for (let j = index(Math.min(...zs)); j <= index(Math.max(...zs)); j++)
        for (let i = index(Math.min(...xs)); i <= index(Math.max(...xs)); i++)
          visit(i + this.across * j, lowest, highest);
    }
  }
}

function shift(positions: Float32Array, axis: number, by: number): void {
  for (let i = axis; i < positions.length; i += 3) positions[i]! += by;
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
