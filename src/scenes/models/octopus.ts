import { cubeRoot } from '../../math/cube-root.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { stuff } from '../../mesh/tetrahedralise/isosurface-stuffing.ts';
import { ARM_BASE_RADIUS, ARM_TIP_RADIUS, OCTOPUS_BOUNDS, octopusDistance } from './octopus-shape.ts';

export interface OctopusModel {
  readonly mesh: TetMesh;
  /** Radius of an arm where it leaves the body, as made [m]. */
  readonly armBaseRadius: number;
  /** Radius of an arm at its tip, as made [m]. */
  readonly armTipRadius: number;
  /** Whether arms were thickened, and where very thick shortened, as the size asked for doesn't resolve them. */
  readonly thickened: boolean;
  /** Edge length of the lattice's cubes [m]. */
  readonly cell: number;
}

/** Sizes that can be asked for [tetrahedra]. */
export const MIN_TETRAHEDRA = 900;
export const MAX_TETRAHEDRA = 200_000;
/** Eight of this size make the 118 K of the paper's figure 9. */
export const DEFAULT_TETRAHEDRA = 14_800;

/** An arm's radius is at least this many cells, so that there is something inside it. */
const MIN_ARM_CELLS = 1.2;
/**
 * Below FULL_ARMS tetrahedra eight arms of that radius would be one lump: they get this many cells, enough for the lattice to
 * hold them together (no point of space is farther than 0.56 cells from a lattice point; with 0.75 arms are lost).
 */
const MIN_COARSE_ARM_CELLS = 0.8;
const FULL_ARMS = 3000;
/** The count may miss what was asked by this share; the search stops as soon as it does not. */
const TOLERANCE = 0.02;
const MAX_TRIALS = 8;
/** count * cell^3 of the default octopus [m^3]: where the search for the cell starts. */
const COUNT_VOLUME = 0.65;

/**
 * An octopus of about 1 m across, made from code: y up, eyes towards +z, arms on the floor at y = 0. The same bytes every time.
 * @param options.tetrahedra how many to aim for; met within 5 %
 * @param options.progress called with the share of the work that is done, 0 to 1
 * @throws RangeError where `tetrahedra` isn't between MIN_TETRAHEDRA and MAX_TETRAHEDRA
 */
export function octopus(
  options: { readonly tetrahedra?: number; readonly progress?: (fraction: number) => void } = {},
): OctopusModel {
  const { tetrahedra = DEFAULT_TETRAHEDRA, progress = () => {} } = options;
  if (!(tetrahedra >= MIN_TETRAHEDRA && tetrahedra <= MAX_TETRAHEDRA))
    throw new RangeError(
      `An octopus of ${tetrahedra} tetrahedra was asked for, expected ${MIN_TETRAHEDRA} to ${MAX_TETRAHEDRA}`,
    );
  const isCoarse = tetrahedra < FULL_ARMS;
  let cell = cubeRoot(COUNT_VOLUME / tetrahedra);
  let best: OctopusModel | undefined;
  let leastMiss = Number.POSITIVE_INFINITY;
  for (let trial = 0, done = 0; trial < MAX_TRIALS && leastMiss > TOLERANCE; trial++) {
    // How many trials there will be isn't known: each fills half of what is left.
    const model = make(cell, isCoarse, (fraction) => progress(done + 0.5 * (1 - done) * fraction));
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

function make(cell: number, isCoarse: boolean, progress: (fraction: number) => void): OctopusModel {
  const leastRadius = (isCoarse ? MIN_COARSE_ARM_CELLS : MIN_ARM_CELLS) * cell;
  return {
    mesh: stuff(octopusDistance(leastRadius, isCoarse ? leastRadius : 0), OCTOPUS_BOUNDS, cell, progress),
    armBaseRadius: Math.max(ARM_BASE_RADIUS, leastRadius),
    armTipRadius: Math.max(ARM_TIP_RADIUS, leastRadius),
    thickened: leastRadius > ARM_TIP_RADIUS,
    cell,
  };
}
