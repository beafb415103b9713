import { BOX_STRIDE } from '../../../bvh/tree.ts';
import type { Context } from '../../program/stage.ts';
import { COUNTERS, type State } from '../../state.ts';
import { crowdOf, waits } from '../../detect/deep-pairs.ts';
import type { World } from '../../world/world.ts';
import { REGION, REGION_NUMBERS, WAITS } from './arrays.ts';
import type { CrowdScratch } from './scratch.ts';

/**
 * Bodies that have several deep regions at once. They part in turns (detect/deep-pairs.ts), leave more slowly, and among several bodies along directions that
 * fit together; between its turns a region keeps its speed.
 */

/**
 * Writes to each deep region how many deep regions its two bodies have, and how many other bodies they are deep in: the lower numbers. Lets regions wait
 * whose bodies do. Where detection leaves bodies out that wait, they have no regions in this step, but count all the same.
 */
export function takeTurns(
  crowds: CrowdScratch,
  world: World,
  { counters, deepPairs, regionWords, regionNumbers }: State,
): void {
  const { bodies } = world;
  if (crowds.regionCounts.length < bodies.length) crowds.regionCounts = new Uint32Array(bodies.length);
  const { regionCounts } = crowds;
  regionCounts.fill(0, 0, bodies.length);
  const count = counters[COUNTERS.regions];
  for (let region = 0; region < count; region++) {
    const at = REGION.stride * region;
    if (regionWords[at + REGION.isDeep] === 0) continue;
    const a = bodyOfElement(bodies, regionWords[at + REGION.partA]);
    const b = bodyOfElement(bodies, regionWords[at + REGION.partB]);
    if (a === b) continue;
    regionCounts[a]++;
    regionCounts[b]++;
  }
  for (let region = 0; region < count; region++) {
    const at = REGION.stride * region;
    if (regionWords[at + REGION.isDeep] === 0) continue;
    const a = bodyOfElement(bodies, regionWords[at + REGION.partA]);
    const b = bodyOfElement(bodies, regionWords[at + REGION.partB]);
    const numbers = REGION_NUMBERS.stride * region;
    const crowd = a === b ? 0 : crowdOf(deepPairs, bodies.length, a, b);
    regionNumbers[numbers + REGION_NUMBERS.slowing] = Math.max(crowd, Math.min(regionCounts[a], regionCounts[b]));
    regionNumbers[numbers + REGION_NUMBERS.crowd] = crowd;
    if (waits(deepPairs, bodies.length, counters[COUNTERS.step], a, b)) regionWords[at + REGION.isDeep] = WAITS;
  }
}

/** Bodies whose middles are nearer to one another than this share of their extents (the sum of all three) count as in one place. */
const SAME_PLACE = 0.003;

/**
 * Writes the direction, not normalised, from the middle of a region's second body to that of its first one. If all pairs of a crowd part along such
 * directions, it grows as a whole, and no body is pressed between others. Bodies in one place get directions by their numbers.
 * @param at where the direction begins in `directions`    @returns false for two parts of one body
 */
export function leadApart(directions: Float64Array, at: number, { world, state }: Context, region: number): boolean {
  const { tetBoxes, regionWords } = state;
  const a = bodyOfElement(world.bodies, regionWords[REGION.stride * region + REGION.partA]);
  const b = bodyOfElement(world.bodies, regionWords[REGION.stride * region + REGION.partB]);
  if (a === b) return false;
  const boxA = BOX_STRIDE * world.tetTrees[a].nodeBase;
  const boxB = BOX_STRIDE * world.tetTrees[b].nodeBase;
  let extents = 0;
  let distance = 0;
  for (let k = 0; k < 3; k++) {
    const [lower, upper] = [tetBoxes[boxA + k], tetBoxes[boxA + 4 + k]];
    directions[at + k] = (lower + upper - tetBoxes[boxB + k] - tetBoxes[boxB + 4 + k]) / 2;
    distance += Math.abs(directions[at + k]);
    extents += upper - lower;
  }
  if (distance < SAME_PLACE * extents)
    for (let k = 0; k < 3; k++) directions[at + k] = halton(a + 1, BASES[k]) - halton(b + 1, BASES[k]);
  return true;
}

const BASES = [2, 3, 5] as const;

/** Returns a number of Halton's sequence, between 0 and 1: the digits of `index` mirrored at the point. Three bases spread points evenly in a cube. */
function halton(index: number, base: number): number {
  let value = 0;
  let digit = 1;
  for (let rest = index; rest > 0; rest = Math.floor(rest / base)) {
    digit /= base;
    value += digit * (rest % base);
  }
  return value;
}

/** Returns the body of an element of the world. */
export function bodyOfElement(bodies: World['bodies'], element: number): number {
  let body = 0;
  for (let end = bodies.length; end - body > 1; ) {
    const middle = (body + end) >>> 1;
    if (bodies[middle].tetBase <= element) body = middle;
    else end = middle;
  }
  return body;
}
