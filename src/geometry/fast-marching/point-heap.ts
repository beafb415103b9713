/**
 * A binary heap of grid points with the least value at its top; equal values are ordered by the points' indices, so that a march always
 * takes points in the same order. Each point knows its place in the heap (the back pointers of section 4.3 of the paper).
 * Source: Fisher and Lin, Deformed Distance Fields for Simulation of Non-Penetrating Flexible Bodies, 2001.
 */
export class PointHeap {
  /** Number of points in the heap. */
  size = 0;
  private readonly values: Float64Array;
  /** Indices of the points in the heap; the children of place n are at 2 n + 1 and 2 n + 2. */
  private readonly points: Int32Array;
  /** Place of each grid point in `points`; without meaning for a point that is not in the heap. */
  private readonly places: Int32Array;

  /**
   * @param values of all grid points; whoever lowers the value of a point in the heap calls `rise`
   * @param capacity greatest number of points in the heap
   */
  constructor(values: Float64Array, capacity: number) {
    this.values = values;
    this.points = new Int32Array(capacity);
    this.places = new Int32Array(values.length);
  }

  /** Adds a point that is not in the heap. */
  push(point: number): void {
    this.places[point] = this.size;
    this.points[this.size++] = point;
    this.rise(point);
  }

  /** Moves a point of the heap upwards after its value was lowered. */
  rise(point: number): void {
    const { points, places } = this;
    let place = places[point];
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = points[parent];
      if (!this.before(point, above)) break;
      points[place] = above;
      places[above] = place;
      place = parent;
    }
    points[place] = point;
    places[point] = place;
  }

  /** Removes the point with the least value from a heap that is not empty. @returns its index */
  pop(): number {
    const { points, places } = this;
    const top = points[0];
    const size = --this.size;
    const last = points[size];
    let place = 0;
    for (let child = 1; child < size; child = 2 * place + 1) {
      if (child + 1 < size && this.before(points[child + 1], points[child])) child++;
      const below = points[child];
      if (!this.before(below, last)) break;
      points[place] = below;
      places[below] = place;
      place = child;
    }
    points[place] = last;
    places[last] = place;
    return top;
  }

  private before(a: number, b: number): boolean {
    const x = this.values[a];
    const y = this.values[b];
    return x < y || (x === y && a < b);
  }
}
