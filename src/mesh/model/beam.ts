import { chooseCells, type CuboidModel, gridBar } from './cuboid.ts';
import { checkSizes, checkTetrahedra } from './round-bar.ts';

export interface BeamOptions {
  /** How many to aim for; met within COUNT_TOLERANCE. */
  readonly tetrahedra?: number;
  /** Extent along x [m]. */
  readonly length?: number;
  /** Extent along z [m]. */
  readonly width?: number;
  /** Extent along y [m]. */
  readonly thickness?: number;
  /** Cross-sections in each of `endVertices`; 1 where left out. */
  readonly clampLayers?: number;
  /** Called with the share of the work that is done, 0 to 1. */
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
/** So that it has vertices inside. */
export const MIN_CELLS = 2;
const DEFAULT_TETRAHEDRA = 20_000;
/** 40 times as long and 8 times as wide as thick [m]. */
const DEFAULT_LENGTH = 1;
const DEFAULT_WIDTH = 0.2;
const DEFAULT_THICKNESS = 0.025;

/**
 * A thin strip, at rest straight along x, flat across y, its middle at the origin, made from code. The same bytes every time.
 * @throws RangeError where `tetrahedra` isn't between MIN_TETRAHEDRA and MAX_TETRAHEDRA, too few for so thin a one, or a size isn't positive
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
