import { COUNTERS, type State } from '../../state.ts';
import type { World } from '../../world/world.ts';
import { REGION, REGION_NUMBERS, WAITS } from './arrays.ts';
import type { CrowdScratch } from './scratch.ts';

/**
 * Bodies that are deep in several others at once. If all of their pairs parted in the same step, those in the middle would be pushed from all sides, which
 * presses them flat. So pairs take turns, and leave more slowly; between its turns a pair keeps the speed that it has.
 */

/** A deep region waits if both of its bodies part with at least so many other bodies in the same step. */
const MOST_PARTNERS = 2;
/** A prime: the regions' order begins at another one in each step, so that each has its turn. */
const TURN = 7919;

/** Writes to each deep region how many other bodies each of its two bodies is deep in: the lower number. */
export function countCrowds(crowds: CrowdScratch, world: World, { counters, regionWords, regionNumbers }: State): void {
  const { sizes, pairs } = begin(crowds, world);
  const { bodies } = world;
  const count = counters[COUNTERS.regions];
  for (let region = 0; region < count; region++) {
    const at = REGION.stride * region;
    if (regionWords[at + REGION.isDeep] === 0) continue;
    const a = bodyOfElement(bodies, regionWords[at + REGION.partA]);
    const b = bodyOfElement(bodies, regionWords[at + REGION.partB]);
    if (a === b || pairs.has(a * bodies.length + b)) continue;
    pairs.add(a * bodies.length + b);
    sizes[a]++;
    sizes[b]++;
  }
  for (let region = 0; region < count; region++) {
    const at = REGION.stride * region;
    if (regionWords[at + REGION.isDeep] === 0) continue;
    const a = bodyOfElement(bodies, regionWords[at + REGION.partA]);
    const b = bodyOfElement(bodies, regionWords[at + REGION.partB]);
    regionNumbers[REGION_NUMBERS.stride * region + REGION_NUMBERS.crowd] = Math.min(sizes[a], sizes[b]);
  }
}

/** Lets deep regions wait whose bodies part with enough others in this step. Call it after countCrowds. */
export function takeTurns(crowds: CrowdScratch, world: World, { counters, regionWords, regionNumbers }: State): void {
  const { bodies } = world;
  const count = counters[COUNTERS.regions];
  let most = 0;
  for (let region = 0; region < count; region++)
    if (regionWords[REGION.stride * region + REGION.isDeep] !== 0)
      most = Math.max(most, regionNumbers[REGION_NUMBERS.stride * region + REGION_NUMBERS.crowd]);
  if (most <= MOST_PARTNERS) return;
  const { sizes, pairs } = begin(crowds, world);
  const first = (counters[COUNTERS.step] * TURN) % count;
  for (let i = 0; i < count; i++) {
    const at = REGION.stride * ((first + i) % count);
    if (regionWords[at + REGION.isDeep] === 0) continue;
    const a = bodyOfElement(bodies, regionWords[at + REGION.partA]);
    const b = bodyOfElement(bodies, regionWords[at + REGION.partB]);
    if (a === b || pairs.has(a * bodies.length + b)) continue;
    if (sizes[a] >= MOST_PARTNERS && sizes[b] >= MOST_PARTNERS) {
      regionWords[at + REGION.isDeep] = WAITS;
      continue;
    }
    pairs.add(a * bodies.length + b);
    sizes[a]++;
    sizes[b]++;
  }
}

function begin(crowds: CrowdScratch, { bodies }: World): CrowdScratch {
  if (crowds.sizes.length < bodies.length) crowds.sizes = new Uint32Array(bodies.length);
  crowds.sizes.fill(0, 0, bodies.length);
  crowds.pairs.clear();
  return crowds;
}

/** Returns the body of an element of the world. */
function bodyOfElement(bodies: World['bodies'], element: number): number {
  let body = 0;
  for (let end = bodies.length; end - body > 1; ) {
    const middle = (body + end) >>> 1;
    if (bodies[middle].tetBase <= element) body = middle;
    else end = middle;
  }
  return body;
}
