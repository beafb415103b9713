import { cubeRoot } from '../../math/cube-root.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { stuff } from '../../mesh/tetrahedralise/isosurface-stuffing.ts';
import { ARM_BASE_RADIUS, ARM_TIP_RADIUS, OCTOPUS_BOUNDS, octopusDistance } from './octopus-shape.ts';

export interface OctopusModel {
  readonly mesh: TetMesh;
  /** Resulting radius of an arm at the body [m]. */
  readonly armBaseRadius: number;
  /** Resulting radius of an arm at its tip [m]. */
  readonly armTipRadius: number;
  /** Whether the requested size was too coarse for the arms, so that they were thickened, and very thick ones shortened. */
  readonly thickened: boolean;
  /** Edge length of the lattice's cubes [m]. */
  readonly cell: number;
}

/** Range of the requested size [tetrahedra]. */
export const MIN_TETRAHEDRA = 900;
export const MAX_TETRAHEDRA = 200_000;
/** Default size. Eight octopi of this size have the 118 K tetrahedra of the paper's Figure 9. */
export const DEFAULT_TETRAHEDRA = 14_800;

/** Least radius of an arm in cells, so that arms have interior vertices. */
const MIN_ARM_CELLS = 1.2;
/**
 * Least radius of an arm in cells below MIN_FULL_ARMS_COUNT tetrahedra, where eight arms of MIN_ARM_CELLS would fuse into one lump. It is
 * enough for the lattice to keep arms connected: no point of space is farther than 0.56 cells from a lattice point. With 0.75,
 * arms are lost.
 */
const MIN_COARSE_ARM_CELLS = 0.8;
const MIN_FULL_ARMS_COUNT = 3000;
/** Tolerance of the tetrahedron count, as a share of the requested one. The search stops when it is met. */
const TOLERANCE = 0.02;
const MAX_TRIALS = 8;
/** Initial guess of count * cell^3 [m^3], as for the default octopus. */
const COUNT_VOLUME = 0.65;

/**
 * Makes an octopus of about 1 m across: y up, eyes towards +z, arms on the floor at y = 0. Every run gives the same bytes.
 * @param options.tetrahedra requested number; met within 5 %
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
  let cell = cubeRoot(COUNT_VOLUME / tetrahedra);
  let best: OctopusModel | undefined;
  let leastMiss = Number.POSITIVE_INFINITY;
  for (let trial = 0, done = 0; trial < MAX_TRIALS && leastMiss > TOLERANCE; trial++) {
    // The number of trials is unknown, so each one advances by half of the remaining share.
    const model = makeAtCell(cell, isCoarse, (fraction) => progress(done + 0.5 * (1 - done) * fraction));
    done += 0.5 * (1 - done);
    const count = model.mesh.tets.length / 4;
    const miss = Math.abs(count / tetrahedra - 1);
    if (miss < leastMiss) {
      leastMiss = miss;
      best = model;
    }
    cell *= cubeRoot(count / tetrahedra);
  }
  progress(1);
  return best as OctopusModel;
}

function makeAtCell(cell: number, isCoarse: boolean, progress: (fraction: number) => void): OctopusModel {
  const leastRadius = (isCoarse ? MIN_COARSE_ARM_CELLS : MIN_ARM_CELLS) * cell;
  return {
    mesh: stuff(octopusDistance(leastRadius, isCoarse ? leastRadius : 0), OCTOPUS_BOUNDS, cell, progress),
    armBaseRadius: Math.max(ARM_BASE_RADIUS, leastRadius),
    armTipRadius: Math.max(ARM_TIP_RADIUS, leastRadius),
    thickened: leastRadius > ARM_TIP_RADIUS,
    cell,
  };
}
