import { seededRandom } from '../../math/random.ts';
import type { World } from '../../simulation/world/world.ts';
import type { Adoption } from './adoption.ts';
import { type Judge, type Judged, LEAST_VOLUME } from './judge.ts';
import type { LocalSearch } from './local-search.ts';
import type { Posed } from './overlap.ts';
import { type Relaxation, sizeOf } from './relaxation.ts';
import type { Thinner } from './thinning.ts';

/** The local search is tried once contacts have brought the number of overlaps and inverted elements below this; it takes long for more. */
const SEARCH_BELOW = 100;
/** Greatest displacement that breaks an alignment, as a share of the mean edge. */
const JITTER = 1e-3;

/** The ways to part what overlaps. */
export interface Ways {
  readonly thinner: Thinner;
  readonly relaxation: Relaxation;
  readonly search: LocalSearch;
  readonly adoption: Adoption;
  readonly judge: Judge;
}

/** A judged pose, and the number of rounds of thinning that led to it. */
export type Found = Judged & { readonly rounds: number };

/**
 * Looks for a free pose near a tangled one. Thins the parts that overlap, until nothing does, and lets them grow again. Where they are too tangled for that, or
 * have no room to grow, contacts part them, first in short steps.
 * @returns a free pose, or else the one with the least overlap
 */
export async function findFree(ways: Ways, start: Judged): Promise<Found> {
  const thinned = ways.thinner.thin(start.positions, start.overlap.inverted);
  let best: Found = { ...start, rounds: 0 };
  if (thinned) {
    best = { ...(await growAndSettle(ways, thinned)), rounds: thinned.rounds };
    if (best.free) return best;
  }
  for (const hurries of [false, true]) {
    await ways.relaxation.restart(hurries);
    const parted: Found = { ...(await partByContacts(ways, start)), rounds: 0 };
    if (isBetter(parted, best)) best = parted;
    if (best.free) break;
  }
  return best;
}

/** Lets a pose without overlap grow, and go back towards the start as far as it stays free. */
async function growAndSettle({ relaxation, adoption, judge }: Ways, apart: Posed): Promise<Judged> {
  const grown = judge.judge(await relaxation.grow(apart, adoption));
  if (!grown.free) return grown;
  const settled = judge.judge(await relaxation.settle(grown, adoption));
  return settled.free ? settled : grown;
}

/** Parts bodies by steps; where these leave a few overlaps, the local search mends them. */
async function partByContacts(ways: Ways, start: Judged): Promise<Judged> {
  const { relaxation, search, judge } = ways;
  let best: Judged = start;
  for (let searched = Infinity; !relaxation.isOver && !relaxation.isStuck; ) {
    const parted = await relaxation.part();
    const size = sizeOf(parted.overlap);
    if (size === 0) return growAndSettle(ways, parted);
    if (size < searched && size < SEARCH_BELOW) {
      searched = size;
      const mended = judge.count(search.mend(parted.positions));
      if (sizeOf(mended.overlap) === 0) {
        const grown = await growAndSettle(ways, mended);
        if (isBetter(grown, best)) best = grown;
        if (best.free) return best;
      }
    }
    const judged = judge.judge(parted);
    if (isBetter(judged, best)) best = judged;
  }
  return best;
}

const isBetter = (a: Judged, b: Judged): boolean => {
  if (a.free !== b.free) return a.free;
  const gain = missing(b) - missing(a);
  return gain > 0 || (gain === 0 && sizeOf(a.overlap) < sizeOf(b.overlap));
};

/** Shares of volume that a pose lacks to be free: what is shared, and what a piece is crushed too far. */
const missing = ({ volumes: { shared, least } }: Judged): number => shared + Math.max(0, LEAST_VOLUME - least);

/**
 * Moves each vertex a little at random: bodies whose meshes are aligned can share volume though no vertex, edge or centroid shows it. @param edge mean edge [m]
 */
export function unaligned(
  { vertexCount }: Pick<World, 'vertexCount'>,
  positions: Float32Array,
  edge: number,
): Float32Array {
  const random = seededRandom(vertexCount);
  return positions.map((x) => x + JITTER * edge * (2 * random() - 1));
}
