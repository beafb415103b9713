import { cubeRoot } from '../../math/arithmetic.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { stuff } from '../../mesh/tetrahedralise/isosurface-stuffing.ts';
import { ARM_BASE_RADIUS, ARM_TIP_RADIUS, OCTOPUS_BOUNDS, octopusDistance } from './octopus-shape.ts';

export interface OctopusModel {
  readonly mesh: TetMesh;
  /** Resulting radius of an arm at the body [m]. */
  readonly armBaseRadius: number;
  /** Resulting radius of an arm at its tip [m]. */
  readonly armTipRadius: number;
  /** Whether arms were thickened, since the elements are too coarse for slim arms. Very thick arms are shortened, too. */
  readonly thickened: boolean;
  /** Edge length of the lattice's cubes [m]. */
  readonly cell: number;
}

/** Range of the requested size [tetrahedra]. */
export const MIN_TETRAHEDRA = 900;
export const MAX_TETRAHEDRA = 200_000;
/** Default size. Eight octopi of this size have the 118 K tetrahedra of the paper's Figure 9. */
export const DEFAULT_TETRAHEDRA = 14_800;

/** Minimum radius of an arm, in edge lengths of the lattice's cubes (cells), so that arms have interior vertices. */
const MIN_ARM_CELLS = 1.2;
/**
 * Minimum radius of an arm, in cells, for an octopus of fewer than MIN_FULL_ARMS_COUNT tetrahedra. With a radius of MIN_ARM_CELLS,
 * its eight arms would fuse into one lump. With a radius of 0.8 cells, arms stay connected. A radius above 0.56 cells is necessary, since
 * then each point of an arm's centre line has a lattice point inside the arm, but it isn't sufficient: 0.75 cells lost arms in a trial.
 */
const MIN_COARSE_ARM_CELLS = 0.8;
const MIN_FULL_ARMS_COUNT = 3000;
/** Relative deviation from the requested number of tetrahedra at which the search for the cell size stops. */
const TOLERANCE = 0.02;
const MAX_TRIALS = 8;
/**
 * Product of the number of tetrahedra and the volume of a lattice cube [m^3], as it is for the default octopus. The first trial's cell size
 * is computed from it.
 */
const COUNT_TIMES_CUBE_VOLUME = 0.65;

/**
 * Makes an octopus of about 1 m across: y up, eyes towards +z, arms on the floor at y = 0. Every run gives the same bytes.
 * @param options.tetrahedra requested number of tetrahedra; the result deviates by at most 5 %
 * @param options.progress called with the finished share of the work, 0 to 1
 * @throws RangeError if `tetrahedra` is not between MIN_TETRAHEDRA and MAX_TETRAHEDRA
 */
export function octopus(
  options: { readonly tetrahedra?: number; readonly progress?: (fraction: number) => void } = {},
): OctopusModel {
  const { tetrahedra = DEFAULT_TETRAHEDRA, progress = () => {} } = options;
  if (!(tetrahedra >= MIN_TETRAHEDRA && tetrahedra <= MAX_TETRAHEDRA))
    throw new RangeError(
      `An octopus of ${tetrahedra} tetrahedra was asked for, expected ${MIN_TETRAHEDRA} to ${MAX_TETRAHEDRA}`,
    );
  const isCoarse = tetrahedra < MIN_FULL_ARMS_COUNT;
  let cell = cubeRoot(COUNT_TIMES_CUBE_VOLUME / tetrahedra);
  let best: OctopusModel | undefined;
  let leastDeviation = Number.POSITIVE_INFINITY;
  for (let trial = 0, finished = 0; trial < MAX_TRIALS && leastDeviation > TOLERANCE; trial++) {
    // The number of trials is unknown, so each trial advances the progress by half of the remaining share.
    const model = makeAtCell(cell, isCoarse, (fraction) => progress(finished + 0.5 * (1 - finished) * fraction));
    finished += 0.5 * (1 - finished);
    const count = model.mesh.tets.length / 4;
    const deviation = Math.abs(count / tetrahedra - 1);
    if (deviation < leastDeviation) {
      leastDeviation = deviation;
      best = model;
    }
    cell *= cubeRoot(count / tetrahedra);
  }
  progress(1);
  return best as OctopusModel;
}

function makeAtCell(cell: number, isCoarse: boolean, progress: (fraction: number) => void): OctopusModel {
  const minRadius = (isCoarse ? MIN_COARSE_ARM_CELLS : MIN_ARM_CELLS) * cell;
  return {
    mesh: stuff(octopusDistance(minRadius, isCoarse ? minRadius : 0), OCTOPUS_BOUNDS, cell, progress),
    armBaseRadius: Math.max(ARM_BASE_RADIUS, minRadius),
    armTipRadius: Math.max(ARM_TIP_RADIUS, minRadius),
    thickened: minRadius > ARM_TIP_RADIUS,
    cell,
  };
}
