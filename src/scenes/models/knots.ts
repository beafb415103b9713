import { disc } from '../../mesh/model/cross-sections.ts';
import { knotCurve, lengthsAlong, MAX_KNOTS, resample } from './knot-curve.ts';
import {
  checkSizes,
  checkTetrahedra,
  roundBar,
  type RoundBarModel,
  type RoundBarOptions,
} from '../../mesh/model/round-bar.ts';
import { sweptPositions } from '../../mesh/model/sweep.ts';

export interface KnotsOptions extends Omit<RoundBarOptions, 'length'> {
  /** Number of overhand knots, each around the previous one: 1 to 3. */
  readonly knots?: number;
  /** Length of the straight part at either end [m]. */
  readonly tail?: number;
  /**
   * Rest shape of the rod. If 'straight' (the default), the knotted rod stores bending energy at the start; if 'laid', the rest shape
   * is the knotted one, and the rod starts without elastic forces.
   */
  readonly restShape?: 'straight' | 'laid';
}

/** A rod and its starting positions: loose overhand knots that touch nowhere. The scene pulls them tight along x. */
export interface KnotsModel extends RoundBarModel {
  /** Starting positions along the knotted line, 3 per vertex [m]. Both ends are at y = z = 0, the first end at -x. */
  readonly laid: Float32Array;
}

export const MIN_TETRAHEDRA = 1000;
export const MAX_TETRAHEDRA = 1_500_000;
const DEFAULT_TETRAHEDRA = 20_000;
const DEFAULT_KNOTS = 2;
const DEFAULT_RADIUS = 0.01;
/** Default length of a tail [radii]. */
const TAIL_RADII = 30;
/**
 * Maximum distance between neighbouring layers (cross-sections of vertices) [radii]. With larger distances the rod could not follow the
 * tightest bends, whose radius is 1.7 rod radii.
 */
const MAX_LAYER_SPACING = 1.25;

/**
 * Makes a rod with loose nested overhand knots. Every run gives the same bytes. Each knot is a trefoil inside the loop of the next
 * larger knot, so that pulling tightens the outer knots around the inner ones.
 * @throws RangeError if `tetrahedra` is not between MIN_TETRAHEDRA and MAX_TETRAHEDRA or is too small for the rod's length, or if
 * the number of knots is not an integer from 1 to MAX_KNOTS
 */
export function knots(options: KnotsOptions = {}): KnotsModel {
  const {
    tetrahedra = DEFAULT_TETRAHEDRA,
    knots: count = DEFAULT_KNOTS,
    radius = DEFAULT_RADIUS,
    tail = TAIL_RADII * radius,
    restShape = 'straight',
  } = options;
  checkTetrahedra('A knotted rod', tetrahedra, MIN_TETRAHEDRA, MAX_TETRAHEDRA);
  checkSizes('A knotted rod', [tail, radius]);
  if (!(Number.isInteger(count) && count >= 1 && count <= MAX_KNOTS))
    throw new RangeError(`A rod with ${count} knots was asked for, expected 1 to ${MAX_KNOTS}`);
  const line = knotCurve(count, tail / radius).map((x) => x * radius);
  const length = lengthsAlong(line)[line.length / 3 - 1];
  const rod = roundBar('A knotted rod', { ...options, tetrahedra, length, radius }, false, MAX_LAYER_SPACING * radius);
  const laid = sweptPositions(disc(radius, rod.sides), resample(line, rod.layers));
  return restShape === 'laid' ? { ...rod, laid, mesh: { ...rod.mesh, positions: laid } } : { ...rod, laid };
}
