import { chooseCells, type CuboidModel, gridBar } from './cuboid.ts';
import { checkSizes, checkTetrahedra } from './round-bar.ts';

export interface BeamOptions {
  /** Target number of tetrahedra; the mesh has this number within a relative error of COUNT_TOLERANCE. */
  readonly tetrahedra?: number;
  /** Extent along x [m]. */
  readonly length?: number;
  /** Extent along z [m]. */
  readonly width?: number;
  /** Extent along y [m]. */
  readonly thickness?: number;
  /** Number of layers (cross-sections of vertices) in each of the two lists of `endVertices`; 1 by default. */
  readonly clampLayers?: number;
  /** Called with the finished share of the work, 0 to 1. */
  readonly progress?: (fraction: number) => void;
}

export interface BeamModel extends CuboidModel {
  /** [m] */
  readonly thickness: number;
  /** [m] */
  readonly width: number;
}

export const MIN_TETRAHEDRA = 2000;
export const MAX_TETRAHEDRA = 2_000_000;
/** Minimum number of cells along y and along z: with two, the beam has inner vertices. */
const MIN_CELLS = 2;
const DEFAULT_TETRAHEDRA = 20_000;
/** Default extents [m]: length and width are 40 and 8 times the thickness. */
const DEFAULT_LENGTH = 1;
const DEFAULT_WIDTH = 0.2;
const DEFAULT_THICKNESS = 0.025;

/**
 * Makes a thin beam that is centred at the origin, with its length along x and its thickness along y. The same options always give the
 * same bytes.
 * @throws RangeError if `tetrahedra` isn't between MIN_TETRAHEDRA and MAX_TETRAHEDRA, if a size isn't positive, or if every grid of about
 *   that many tetrahedra has cells with an edge over four times longer than another
 */
export function beam(options: BeamOptions = {}): BeamModel {
  const {
    tetrahedra = DEFAULT_TETRAHEDRA,
    length = DEFAULT_LENGTH,
    width = DEFAULT_WIDTH,
    thickness = DEFAULT_THICKNESS,
  } = options;
  const size = [length, thickness, width] as const;
  checkTetrahedra('A beam', tetrahedra, MIN_TETRAHEDRA, MAX_TETRAHEDRA);
  checkSizes('A beam', size);
  const cells = chooseCells('A beam', size, tetrahedra, MIN_CELLS);
  return { ...gridBar(size, cells, options), thickness, width };
}
