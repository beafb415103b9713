/**
 * A body-centred cubic lattice. Its points are the corners of a grid of cubes (sublattice 0) and the cubes' centres (sublattice 1). A cell
 * is the edge length of a cube. A long edge has the length of one cell and joins two neighbouring points of the same sublattice. A short
 * edge has the length of sqrt(3)/2 cells and joins a cube's centre with a corner of this cube.
 * Point (i, j, k) of sublattice s has the id 2 * (i + size[0] * (j + size[1] * k)) + s.
 */
export interface BccLattice {
  /** Edge length of a cube [m]. */
  readonly cell: number;
  /** Position of the corner (0, 0, 0) [m]. */
  readonly origin: readonly [number, number, number];
  /** Number of points along x, y and z, the same for both sublattices. */
  readonly size: readonly [number, number, number];
  readonly pointCount: number;
}

export interface Bounds {
  /** [m] */
  readonly min: readonly [number, number, number];
  /** [m] */
  readonly max: readonly [number, number, number];
}

/** Number of edges at a point. Directions 0 to 5 are the long edges (+x, -x, +y, -y, +z, -z), directions 6 to 13 the short edges. */
export const LATTICE_DEGREE = 14;
/** Number of long edges at a point. */
export const LONG_DIRECTIONS = 6;
/** Length of a short edge, in cells. */
export const SHORT_LENGTH = Math.sqrt(3) / 2;
/**
 * Width of the margin: the number of outermost layers of points on each side of the lattice. The surface must not reach into the margin.
 * Then each inside point has all 14 neighbours, and each of these neighbours has all 14 neighbours too.
 */
export const MARGIN = 2;

/** Makes a lattice that covers the bounds and has a margin around them on all sides. */
export function bccLattice({ min, max }: Bounds, cell: number): BccLattice {
  const along = (k: number) => Math.ceil((max[k] - min[k]) / cell) + 2 * MARGIN + 2;
  const size = [along(0), along(1), along(2)] as const;
  const start = (k: number) => 0.5 * (min[k] + max[k]) - 0.5 * (size[k] - 0.5) * cell;
  return { cell, origin: [start(0), start(1), start(2)], size, pointCount: 2 * size[0] * size[1] * size[2] };
}

/** Returns the positions of all points [m], flat, 3 numbers per point. */
export function latticePositions({ cell, origin, size, pointCount }: BccLattice): Float64Array {
  const positions = new Float64Array(3 * pointCount);
  for (let k = 0, at = 0; k < size[2]; k++)
    for (let j = 0; j < size[1]; j++)
      for (let i = 0; i < size[0]; i++)
        // In cells along each axis: a cube's corner has shift 0, its centre 0.5.
        for (let shift = 0; shift <= 0.5; shift += 0.5, at += 3) {
          positions[at] = origin[0] + (i + shift) * cell;
          positions[at + 1] = origin[1] + (j + shift) * cell;
          positions[at + 2] = origin[2] + (k + shift) * cell;
        }
  return positions;
}

/** Whether a point is in one of the MARGIN outermost layers. */
export function inMargin({ size }: BccLattice, point: number): boolean {
  const cube = point >> 1;
  const i = cube % size[0];
  const j = Math.floor(cube / size[0]) % size[1];
  const k = Math.floor(cube / (size[0] * size[1]));
  const isOuter = (x: number, n: number) => x < MARGIN || x >= n - MARGIN;
  return isOuter(i, size[0]) || isOuter(j, size[1]) || isOuter(k, size[2]);
}

/**
 * Returns the differences between the ids of a point's neighbours and the point's own id. Entry LATTICE_DEGREE * s + d belongs to points of
 * sublattice s and to direction d.
 */
export function neighbourOffsets({ size }: BccLattice): Int32Array {
  const strides = [2, 2 * size[0], 2 * size[0] * size[1]];
  const offsets = new Int32Array(2 * LATTICE_DEGREE);
  for (let s = 0; s < 2; s++) {
    for (let axis = 0; axis < 3; axis++) {
      offsets[LATTICE_DEGREE * s + 2 * axis] = strides[axis];
      offsets[LATTICE_DEGREE * s + 2 * axis + 1] = -strides[axis];
    }
    for (let octant = 0; octant < 8; octant++) {
      const toCorner = -1 + (octant & 1) * strides[0] + ((octant >> 1) & 1) * strides[1] + (octant >> 2) * strides[2];
      offsets[LATTICE_DEGREE * s + LONG_DIRECTIONS + octant] = s === 1 ? toCorner : -toCorner;
    }
  }
  return offsets;
}

/** Returns the index of the edge (u, v) in a table with LATTICE_DEGREE / 2 = 7 entries per point. Edge (v, u) has the same index. */
export function edgeSlot({ size }: BccLattice, u: number, v: number): number {
  const sx = size[0];
  const sxy = size[0] * size[1];
  if (((u ^ v) & 1) === 0) {
    // A long edge: both ends belong to the same sublattice. The edge gets one of the three slots of the end with the smaller id.
    const low = Math.min(u, v);
    const step = Math.abs(u - v) >> 1;
    const axis = step === 1 ? 0 : step === sx ? 1 : 2;
    return LATTICE_DEGREE * (low >> 1) + 3 * (low & 1) + axis;
  }
  // A short edge gets one of the eight slots of the centre that it ends at.
  const centre = (u & 1) === 1 ? u : v;
  // `step` leads from the cube's first corner to the edge's corner: 0 or 1 along x, plus 0 or sx (dy), plus 0 or sxy (dz).
  let step = (u + v - 2 * centre + 1) >> 1;
  const dz = step >= sxy ? 1 : 0;
  step -= dz * sxy;
  const dy = step >= sx ? 1 : 0;
  step -= dy * sx;
  return LATTICE_DEGREE * (centre >> 1) + LONG_DIRECTIONS + step + 2 * dy + 4 * dz;
}

/** Corners of the square between two neighbouring cubes, in cyclic order, as coordinates along the two axes of the square, in cells. */
const SQUARE: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/**
 * Returns the 12 tetrahedra of a cube, four per axis. The four tetrahedra of an axis surround the long edge from the cube's centre to the
 * centre of the next cube along the axis. The other long edge of each tetrahedron is one side of the square between the two cubes.
 * @returns 12 rows of 4 numbers to add to the id of the cube's corner (i, j, k). The sums are the ids of two centres and two corners,
 *   positively oriented. In a row of even index, the first point exceeds the third in an even number of coordinates (x, y, z); in a row of
 *   odd index, in an odd number.
 */
export function tetOffsets({ size }: BccLattice): Int32Array {
  const strides = [2, 2 * size[0], 2 * size[0] * size[1]];
  const offsets: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    const corner = (n: number) =>
      strides[axis] + SQUARE[n & 3][0] * strides[(axis + 1) % 3] + SQUARE[n & 3][1] * strides[(axis + 2) % 3];
    for (let n = 0; n < 4; n++) offsets.push(1, 1 + strides[axis], corner(n), corner(n + 1));
  }
  return Int32Array.from(offsets);
}
