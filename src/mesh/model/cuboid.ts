import type { TetMesh } from '../tet-mesh.ts';
import { rectangle } from './cross-sections.ts';
import { COUNT_TOLERANCE, checkSizes, checkTetrahedra } from './round-bar.ts';
import { centrelineVertices, endVertices, straightLine, sweep } from './sweep.ts';

type Triple = readonly [number, number, number];

export interface CuboidOptions {
  /** Target number; met within COUNT_TOLERANCE. */
  readonly tetrahedra?: number;
  /** Extents along x, y and z [m]. */
  readonly size?: Triple;
  /** Number of cells along x, y and z, instead of a target number. */
  readonly cells?: Triple;
  /** Number of cross-sections in each of `endVertices`; 1 by default. */
  readonly clampLayers?: number;
  /** Called with the finished share of the work, 0 to 1. */
  readonly progress?: (fraction: number) => void;
}

/** A box centred at the origin, of equal cells of six tetrahedra each. */
export interface CuboidModel {
  readonly mesh: TetMesh;
  /** Extents along x, y and z [m]. */
  readonly size: Triple;
  /** The extent along x [m]. */
  readonly length: number;
  readonly cells: Triple;
  /** Number of cross-sections from end to end. */
  readonly layers: number;
  /** Vertices of the first (x least) and of the last cross-sections. */
  readonly endVertices: readonly [Uint32Array, Uint32Array];
  /** Vertices along the axis, from -x to +x; empty if the number of cells along y or z is odd. */
  readonly centreline: Uint32Array;
}

/** Smallest target number; from here on every number can be met for a cube. */
export const MIN_TETRAHEDRA = 500;
export const MAX_TETRAHEDRA = 2_000_000;
const DEFAULT_TETRAHEDRA = 3000;
const TETS_PER_CELL = 6;
/** Largest ratio of a cell's edges, if a target number is given. */
const MAX_ASPECT = 4;

/**
 * Makes a cuboid, by default a cube of 1 m; always the same bytes.
 * @throws RangeError if `tetrahedra` isn't between MIN_TETRAHEDRA and MAX_TETRAHEDRA or can't be met with nearly cubic cells, or if a size isn't positive
 */
export function cuboid(options: CuboidOptions = {}): CuboidModel {
  const { tetrahedra = DEFAULT_TETRAHEDRA, size = [1, 1, 1], cells } = options;
  if (!cells) checkTetrahedra('A cuboid', tetrahedra, MIN_TETRAHEDRA, MAX_TETRAHEDRA);
  checkSizes('A cuboid', size);
  return gridBar(size, cells ?? chooseCells('A cuboid', size, tetrahedra, 1), options);
}

/** Makes a cuboid of given cells. @throws RangeError if their numbers aren't whole numbers above 0 */
export function gridBar(
  size: Triple,
  cells: Triple,
  options: Pick<CuboidOptions, 'clampLayers' | 'progress'>,
): CuboidModel {
  const { clampLayers = 1, progress = () => {} } = options;
  if (!cells.every((count) => Number.isInteger(count) && count > 0))
    throw new RangeError(`A cuboid of ${cells.join(' x ')} cells was asked for, expected whole numbers above 0`);
  progress(0);
  const layers = cells[0] + 1;
  const section = rectangle(size[1], size[2], cells[1], cells[2]);
  const mesh = sweep(section, straightLine(size[0], layers));
  progress(1);
  return {
    mesh,
    size,
    length: size[0],
    cells,
    layers,
    endVertices: endVertices(section, layers, clampLayers),
    centreline: centrelineVertices(section, layers),
  };
}

/**
 * Chooses the most nearly cubic cells that give about as many tetrahedra.
 * @param least smallest number of cells along y and z
 */
export function chooseCells(what: string, size: Triple, tetrahedra: number, least: number): Triple {
  const wanted = tetrahedra / TETS_PER_CELL;
  const volume = (size[0] * size[1] * size[2]) / wanted;
  let best: Triple | undefined;
  let leastDistortion = MAX_ASPECT;
  for (let y = least; ; y++) {
    const high = size[1] / y;
    if (MAX_ASPECT * MAX_ASPECT * high * high * high < volume) break; // a cell would be too long or too wide for its height
    for (let z = least; z <= (MAX_ASPECT * size[2]) / high; z++) {
      const x = Math.max(1, Math.round(wanted / (y * z)));
      if (Math.abs((x * y * z) / wanted - 1) > COUNT_TOLERANCE) continue;
      const [long, wide] = [size[0] / x, size[2] / z];
      const distortion = Math.max(long, high, wide) / Math.min(long, high, wide);
      if (distortion >= leastDistortion) continue;
      leastDistortion = distortion;
      best = [x, y, z];
    }
  }
  if (!best)
    throw new RangeError(
      `${what} of ${size.join(' x ')} m was asked for with ${tetrahedra} tetrahedra, expected a count that cells no more than ${MAX_ASPECT} times longer than wide can make`,
    );
  return best;
}
