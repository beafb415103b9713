import type { Vector } from '../../math/arithmetic.ts';

/** A closed surface of triangles. */
export interface Surface {
  /** Positions [m], flat, 3 numbers per vertex. */
  readonly positions: Float32Array | Float64Array;
  /** Vertex ids, flat, 3 per triangle, counterclockwise seen from outside. */
  readonly triangles: Uint32Array;
}

/** Places of grid points: a box of cubic cells, whose corners are the points. */
export interface GridBox {
  /** Position of point (0, 0, 0) [m]. */
  readonly origin: Vector;
  /** Length of a cell's edges [m]. */
  readonly spacing: number;
  /** Number of points along x, y and z. Point (i, j, k) has index i + size[0] * (j + size[1] * k). */
  readonly size: Vector;
}

/** Distances to a surface at grid points. */
export interface DistanceGrid extends GridBox {
  /** Distance at each point [m]: positive inside the surface, negative outside. NaN if it is not known, as far outside. */
  readonly values: Float64Array;
}

export const pointCount = ({ size }: GridBox): number => size[0] * size[1] * size[2];

/**
 * Checks that a box can hold a grid.
 * @throws Error if the spacing isn't positive, or if a size is no whole number from 2
 */
export function checkBox({ origin, spacing, size }: GridBox): void {
  if (!(spacing > 0 && Number.isFinite(spacing)))
    throw new Error(`Found a spacing of ${spacing} m, expected more than 0`);
  if (!size.every((n) => Number.isInteger(n) && n >= 2))
    throw new Error(`Found a grid of ${size.join(' x ')} points, expected whole numbers from 2`);
  if (!origin.every(Number.isFinite)) throw new Error(`Found a grid at ${origin.join(', ')}, expected finite numbers`);
}

/**
 * Makes the box of a grid around a surface, with the surface in its middle.
 * @param spacing of the points [m]
 * @param margin number of cells to add at each side; from 1, every cell that the surface passes through is in the grid
 */
export function boxAround({ positions }: Surface, spacing: number, margin = 1): GridBox {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const cells = (axis: number): number => Math.max(1, Math.ceil((high[axis] - low[axis]) / spacing)) + 2 * margin;
  const start = (axis: number): number => (low[axis] + high[axis] - cells(axis) * spacing) / 2;
  return { origin: [start(0), start(1), start(2)], spacing, size: [cells(0) + 1, cells(1) + 1, cells(2) + 1] };
}

/**
 * Takes a part of a grid's points as a box of its own, for a partial update.
 * @param first indices (i, j, k) of the part's first point
 * @param size number of the part's points along x, y and z
 * @throws Error if the part is not within the box
 */
export function partOfBox(box: GridBox, first: Vector, size: Vector): GridBox {
  const fits = first.every((at, axis) => Number.isInteger(at) && at >= 0 && at + size[axis] <= box.size[axis]);
  if (!fits)
    throw new Error(
      `Found a part of ${size.join(' x ')} points from ${first.join(', ')}, expected it within ${box.size.join(' x ')} points`,
    );
  const { origin, spacing } = box;
  const part: GridBox = {
    origin: [origin[0] + first[0] * spacing, origin[1] + first[1] * spacing, origin[2] + first[2] * spacing],
    spacing,
    size,
  };
  checkBox(part);
  return part;
}

/**
 * Interpolates the distance trilinearly between the corners of the cell that holds a point.
 * @returns distance [m]; NaN outside the grid, and in a cell with a corner whose distance is not known
 */
export function sampleGrid({ origin, spacing, size, values }: DistanceGrid, x: number, y: number, z: number): number {
  const nx = size[0];
  const ny = size[1];
  const nz = size[2];
  const u = (x - origin[0]) / spacing;
  const v = (y - origin[1]) / spacing;
  const w = (z - origin[2]) / spacing;
  if (!(u >= 0 && v >= 0 && w >= 0 && u <= nx - 1 && v <= ny - 1 && w <= nz - 1)) return Number.NaN;
  // A point in the grid's last plane belongs to the last cell.
  const i = Math.min(Math.floor(u), nx - 2);
  const j = Math.min(Math.floor(v), ny - 2);
  const k = Math.min(Math.floor(w), nz - 2);
  const a = u - i;
  const b = v - j;
  const c = w - k;
  const at = i + nx * (j + ny * k);
  const up = at + nx * ny;
  const front = alongX(values, at, a) * (1 - b) + alongX(values, at + nx, a) * b;
  const back = alongX(values, up, a) * (1 - b) + alongX(values, up + nx, a) * b;
  return front * (1 - c) + back * c;
}

const alongX = (values: Float64Array, at: number, a: number): number => values[at] * (1 - a) + values[at + 1] * a;
