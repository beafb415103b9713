/** Items (triangles or tetrahedra) per cube of a grid, about; a cube of the mean item's size has several. */
const ITEMS_PER_CUBE = 2;
/** Most cubes along an axis, so that a long thin mesh has a grid of bounded size. */
const MOST_CUBES = 128;

/** A grid of cubes over a mesh. Each cube lists the items whose boxes reach into it, by ascending id. */
export class BoxGrid {
  private readonly low = [Infinity, Infinity, Infinity];
  private readonly size = [1, 1, 1];
  private readonly cube: number;
  private readonly starts: Uint32Array;
  private readonly items: Uint32Array;
  /** Cubes of the item or point that is being looked at: first and last along each axis. */
  private readonly first = [0, 0, 0];
  private readonly last = [0, 0, 0];

  /** @param corners vertex ids, `arity` per item */
  constructor(
    private readonly positions: Float32Array,
    private readonly corners: Uint32Array,
    private readonly arity: number,
  ) {
    const high = [-Infinity, -Infinity, -Infinity];
    for (const v of corners)
      for (let k = 0; k < 3; k++) {
        this.low[k] = Math.min(this.low[k], positions[3 * v + k]);
        high[k] = Math.max(high[k], positions[3 * v + k]);
      }
    const sides = high.map((most, k) => most - this.low[k]);
    const longest = Math.max(...sides);
    // The cubes are halved until there are enough of them for the items.
    const count = corners.length / arity;
    this.cube = longest > 0 ? longest : 1;
    const cubes = () => sides.reduce((product, side) => product * Math.ceil(side / this.cube + 1), 1);
    while (ITEMS_PER_CUBE * cubes() < count && longest / this.cube < MOST_CUBES) this.cube /= 2;
    for (let k = 0; k < 3; k++) this.size[k] = Math.floor(sides[k] / this.cube) + 1;
    this.starts = new Uint32Array(this.size[0] * this.size[1] * this.size[2] + 1);
    for (let i = 0; i < count; i++) this.eachCube(i, (cube) => this.starts[cube + 1]++);
    for (let cube = 0; cube + 1 < this.starts.length; cube++) this.starts[cube + 1] += this.starts[cube];
    this.items = new Uint32Array(this.starts[this.starts.length - 1]);
    const next = this.starts.slice();
    for (let i = 0; i < count; i++) this.eachCube(i, (cube) => (this.items[next[cube]++] = i));
  }

  /** Visits all items that may contain a point. */
  visitCell(x: number, y: number, z: number, visit: (item: number) => void): void {
    const [i, j, k] = [this.along(0, x), this.along(1, y), this.along(2, z)];
    this.visitCube(i + this.size[0] * (j + this.size[1] * k), visit);
  }

  /**
   * Finds the item nearest to a point, the smaller id of equally near ones. It searches shells of cubes around the point; a cube beyond
   * shell n is n cubes away or more, also from a point outside the grid, because the nearest point of the grid is nearer.
   * @param squaredDistance from the point to an item [m^2]
   */
  nearest(x: number, y: number, z: number, squaredDistance: (item: number) => number) {
    const centre = [this.along(0, x), this.along(1, y), this.along(2, z)];
    let [item, least] = [-1, Infinity];
    const compare = (other: number) => {
      const squared = squaredDistance(other);
      if (squared < least || (squared === least && other < item)) [item, least] = [other, squared];
    };
    const shells = Math.max(...this.size);
    for (let shell = 0; shell < shells; shell++) {
      this.visitShell(centre, shell, compare);
      if (least < shell * this.cube * (shell * this.cube)) break;
    }
    return { item, distance: Math.sqrt(least) };
  }

  private visitShell(centre: readonly number[], shell: number, visit: (item: number) => void): void {
    for (let axis = 0; axis < 3; axis++) {
      this.first[axis] = Math.max(0, centre[axis] - shell);
      this.last[axis] = Math.min(this.size[axis] - 1, centre[axis] + shell);
    }
    const [first, last] = [this.first.slice(), this.last.slice()];
    for (let k = first[2]; k <= last[2]; k++)
      for (let j = first[1]; j <= last[1]; j++) {
        const isOuter = Math.abs(k - centre[2]) === shell || Math.abs(j - centre[1]) === shell;
        for (let i = first[0]; i <= last[0]; i++)
          if (isOuter || Math.abs(i - centre[0]) === shell)
            this.visitCube(i + this.size[0] * (j + this.size[1] * k), visit);
      }
  }

  private visitCube(cube: number, visit: (item: number) => void): void {
    for (let n = this.starts[cube]; n < this.starts[cube + 1]; n++) visit(this.items[n]);
  }

  /** Visits the cubes that an item's box reaches into. */
  private eachCube(item: number, visit: (cube: number) => void): void {
    const { first, last, size } = this;
    for (let axis = 0; axis < 3; axis++) {
      let [low, high] = [Infinity, -Infinity];
      for (let c = 0; c < this.arity; c++) {
        const x = this.positions[3 * this.corners[this.arity * item + c] + axis];
        low = Math.min(low, x);
        high = Math.max(high, x);
      }
      first[axis] = this.along(axis, low);
      last[axis] = this.along(axis, high);
    }
    for (let k = first[2]; k <= last[2]; k++)
      for (let j = first[1]; j <= last[1]; j++)
        for (let i = first[0]; i <= last[0]; i++) visit(i + size[0] * (j + size[1] * k));
  }

  /** Returns the number of the cube along an axis, the nearest one for a place outside. */
  private along(axis: number, x: number): number {
    return Math.max(0, Math.min(this.size[axis] - 1, Math.floor((x - this.low[axis]) / this.cube)));
  }
}
