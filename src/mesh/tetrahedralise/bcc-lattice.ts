/**
 * A body-centred cubic lattice: the corners of a grid of cubes (sublattice 0) and their centres (1). Long edges, of
 * one cell, join neighbours of a sublattice; short ones, of sqrt(3)/2 cells, join a centre and its cube's corners.
 * Point (i, j, k) of sublattice s has the id 2 * (i + sx * (j + sy * k)) + s.
 */
export interface BccLattice {
  /** Edge length of a cube (cell) [m]. */
  readonly cell: number;
  /** Position of the corner (0, 0, 0) [m]. */
  readonly origin: readonly [number, number, number];
  /** Number of points of each sublattice along x, y, z. */
  readonly size: readonly [number, number, number];
  readonly pointCount: number;
}

export interface Bounds {
  /** [m] */
  readonly min: readonly [number, number, number];
  /** [m] */
  readonly max: readonly [number, number, number];
}

/** Number of edges at a point: directions 0 to 5 are long (+x, -x, +y, -y, +z, -z), 6 to 13 short. */
export const LATTICE_DEGREE = 14;
export const LONG_DIRECTIONS = 6;
/** Length of a short edge in cells: sqrt(3) / 2. */
export const SHORT_LENGTH = Math.sqrt(3) / 2;
/** Layers of points that must be outside, so that all neighbours of an inside point, and their neighbours, exist. */
export const MARGIN = 2;

/** Makes a lattice that covers the bounds and a margin on all sides. */
export function bccLattice({ min, max }: Bounds, cell: number): BccLattice {
  const along = (k: number) => Math.ceil((max[k] - min[k]) / cell) + 2 * MARGIN + 2;
  const size = [along(0), along(1), along(2)] as const;
  const start = (k: number) => 0.5 * (min[k] + max[k]) - 0.5 * (size[k] - 0.5) * cell;
  return { cell, origin: [start(0), start(1), start(2)], size, pointCount: 2 * size[0] * size[1] * size[2] };
}

/** Positions of all points [m], flat, 3 numbers per point. */
export function latticePositions({ cell, origin, size, pointCount }: BccLattice): Float64Array {
  const positions = new Float64Array(3 * pointCount);
  for (let k = 0, at = 0; k < size[2]; k++)
    for (let j = 0; j < size[1]; j++)
      for (let i = 0; i < size[0]; i++)
        for (let half = 0; half <= 0.5; half += 0.5, at += 3) {
          positions[at] = origin[0] + (i + half) * cell;
          positions[at + 1] = origin[1] + (j + half) * cell;
          positions[at + 2] = origin[2] + (k + half) * cell;
        }
  return positions;
}

/** Whether a point lies in the margin. */
export function inMargin({ size }: BccLattice, point: number): boolean {
  const pair = point >> 1;
  const i = pair % size[0];
  const j = Math.floor(pair / size[0]) % size[1];
  const k = Math.floor(pair / (size[0] * size[1]));
  const outer = (x: number, n: number) => x < MARGIN || x >= n - MARGIN;
  return outer(i, size[0]) || outer(j, size[1]) || outer(k, size[2]);
}

/** Differences between the ids of neighbours and of a point; first for points of sublattice 0, then of 1. */
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

/** Index of an edge in a table with 7 entries per point: the same from both ends. */
export function edgeSlot({ size }: BccLattice, u: number, v: number): number {
  const sx = size[0];
  const sxy = size[0] * size[1];
  if (((u ^ v) & 1) === 0) {
    const low = Math.min(u, v);
    const step = Math.abs(u - v) >> 1;
    const axis = step === 1 ? 0 : step === sx ? 1 : 2;
    return LATTICE_DEGREE * (low >> 1) + 3 * (low & 1) + axis;
  }
  const centre = (u & 1) === 1 ? u : v;
  let step = (u + v - 2 * centre + 1) >> 1;
  const dz = step >= sxy ? 1 : 0;
  step -= dz * sxy;
  const dy = step >= sx ? 1 : 0;
  step -= dy * sx;
  return LATTICE_DEGREE * (centre >> 1) + LONG_DIRECTIONS + step + 2 * dy + 4 * dz;
}

/** Corners of the square between two cubes that are neighbours along an axis: steps along the two next axes. */
const SQUARE: readonly (readonly [number, number])[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/**
 * The lattice's tetrahedra that belong to a cube. For each axis there are four around the long edge to the next cube's centre; each has
 * one side of the square between the two cubes as its other long edge.
 * @returns 12 rows of 4 offsets from the id of the cube's corner (i, j, k): two centres, two corners, positively oriented.
 * In rows of even index the first point has an even number of coordinates greater than the third's, else an odd number.
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
