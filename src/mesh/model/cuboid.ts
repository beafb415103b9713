import type { TetMesh } from '../tet-mesh.ts';
import { rectangle } from './cross-sections.ts';
import { COUNT_TOLERANCE, checkSizes, checkTetrahedra } from './round-bar.ts';
import { centrelineVertices, endVertices, straightLine, sweep } from './sweep.ts';

type Triple = readonly [number, number, number];

export interface CuboidOptions {
  /** Target number of tetrahedra; the mesh has this number within a relative error of COUNT_TOLERANCE. */
  readonly tetrahedra?: number;
  /** Extents along x, y and z [m]. */
  readonly size?: Triple;
  /** Number of cells along x, y and z. If it is given, `tetrahedra` is ignored. */
  readonly cells?: Triple;
  /** Number of layers (cross-sections of vertices) in each of the two lists of `endVertices`; 1 by default. */
  readonly clampLayers?: number;
  /** Called with the finished share of the work, 0 to 1. */
  readonly progress?: (fraction: number) => void;
}

/** A box centred at the origin. Its cells are equal boxes of six tetrahedra each. */
export interface CuboidModel {
  readonly mesh: TetMesh;
  /** Extents along x, y and z [m]. */
  readonly size: Triple;
  /** Extent along x [m]. */
  readonly length: number;
  /** Number of cells along x, y and z. */
  readonly cells: Triple;
  /** Number of cross-sections of vertices along x, both ends included. */
  readonly layers: number;
  /** Two lists of vertex ids: the first `clampLayers` layers, where x is smallest, and the last `clampLayers` layers. */
  readonly endVertices: readonly [Uint32Array, Uint32Array];
  /** Ids of the vertices on the x axis, from -x to +x; empty if the number of cells along y or z is odd. */
  readonly centreline: Uint32Array;
}

/** Smallest target number of tetrahedra. From this number on, a cube can meet every target. */
export const MIN_TETRAHEDRA = 500;
export const MAX_TETRAHEDRA = 2_000_000;
const DEFAULT_TETRAHEDRA = 3000;
const TETS_PER_CELL = 6;
/** Maximum ratio of a cell's longest to its shortest edge, if a target number is given. */
const MAX_ASPECT = 4;

/**
 * Makes a cuboid, by default a cube of 1 m. The same options always give the same bytes.
 * @throws RangeError if `tetrahedra` isn't between MIN_TETRAHEDRA and MAX_TETRAHEDRA, if reaching this number would take cells with an
 *   aspect ratio above MAX_ASPECT, or if a size isn't positive
 */
export function cuboid(options: CuboidOptions = {}): CuboidModel {
  const { tetrahedra = DEFAULT_TETRAHEDRA, size = [1, 1, 1], cells } = options;
  if (!cells) checkTetrahedra('A cuboid', tetrahedra, MIN_TETRAHEDRA, MAX_TETRAHEDRA);
  checkSizes('A cuboid', size);
  return gridBar(size, cells ?? chooseCells('A cuboid', size, tetrahedra, 1), options);
}

/** Makes a cuboid with `cells` cells along x, y and z. @throws RangeError if these aren't whole numbers above 0 */
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
 * Chooses the numbers of cells along x, y and z. They give about `tetrahedra` tetrahedra, and the shape of the cells is as close to a cube
 * as possible.
 * @param name start of the error message, such as "A beam"
 * @param minCells minimum number of cells along y and along z
 * @throws RangeError if no numbers give that many tetrahedra without exceeding MAX_ASPECT
 */
export function chooseCells(name: string, size: Triple, tetrahedra: number, minCells: number): Triple {
  const targetCells = tetrahedra / TETS_PER_CELL;
  const cellVolume = (size[0] * size[1] * size[2]) / targetCells;
  let best: Triple | undefined;
  let leastDistortion = MAX_ASPECT;
  for (let y = minCells; ; y++) {
    const cellY = size[1] / y;
    if (MAX_ASPECT * MAX_ASPECT * cellY * cellY * cellY < cellVolume) break; // cells would be too long along x or z
    for (let z = minCells; z <= (MAX_ASPECT * size[2]) / cellY; z++) {
      const x = Math.max(1, Math.round(targetCells / (y * z)));
      if (Math.abs((x * y * z) / targetCells - 1) > COUNT_TOLERANCE) continue;
      const [cellX, cellZ] = [size[0] / x, size[2] / z];
      const distortion = Math.max(cellX, cellY, cellZ) / Math.min(cellX, cellY, cellZ);
      if (distortion >= leastDistortion) continue;
      leastDistortion = distortion;
      best = [x, y, z];
    }
  }
  if (!best)
    throw new RangeError(
      `${name} of ${size.join(' x ')} m was asked for with ${tetrahedra} tetrahedra, expected a number for which cells are at most ${MAX_ASPECT} times longer than wide`,
    );
  return best;
}
