import { raise } from '../../program/stage.ts';
import type { World } from '../../world/world.ts';
import { between, type Gap } from './gap.ts';
import { KEPT_GAP, KEPT_SHARE, LEAST_SHARE } from './limits.ts';

/** Number of units that the array `cuts` divides a motion into. */
export const CUT_UNIT = 2 ** 31;

export const keptGap = ({ models, bodies }: Pick<World, 'models' | 'bodies'>, body: number): number =>
  KEPT_GAP * models[bodies[body].model].edgeLength;

/**
 * The least distance from a vertex to a plane, times 1 - KEPT_SHARE, must exceed what rounding moves the vertex by: half a unit in the last place of each
 * coordinate, 2^-24 of it, in the worst direction.
 */
const ROUNDING = (Math.sqrt(3) * 2 ** -24) / (1 - KEPT_SHARE);

/** Whether float32 has room for a plane in a gap. @param scale greatest absolute coordinate [m] */
export const hasRoom = ({ width }: Gap, scale: number): boolean => LEAST_SHARE * width > ROUNDING * scale;

/**
 * Cuts the motions of a pair's vertices at a plane in the gap between its two elements. A half-space is convex: a vertex that begins and ends its straight
 * motion in one stays in it, and so does every shorter motion. So the pair can't touch any more, whatever else shortens its vertices' motions.
 * @param corners the pair's vertices
 * @returns whether a motion has to be shortened
 */
export function cutAtPlane(gap: Gap, corners: Uint32Array, cuts: Uint32Array, isEdges: boolean): boolean {
  const { heights, rises, top, width, forth, back } = gap;
  if (!(forth + back > 0)) return false;
  const first = isEdges ? 2 : 1;
  const share = between(LEAST_SHARE, forth / (forth + back), 1 - LEAST_SHARE);
  const plane = top + share * width;
  let isCut = false;
  for (let k = 0; k < 4; k++) {
    if (k < first ? rises[k] <= 0 : rises[k] >= 0) continue;
    const kept = (KEPT_SHARE * (plane - heights[k])) / rises[k];
    if (kept >= 1) continue;
    isCut = true;
    raise(cuts, corners[k], Math.ceil((1 - Math.max(0, kept)) * CUT_UNIT));
  }
  return isCut;
}
