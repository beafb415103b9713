import { hasVolume, NONE } from '../../../mesh/topology.ts';
import type { SimulationParameters } from '../../parameters.ts';
import { deepWords } from '../../detect/deep-pairs.ts';
import type { FeatureArray, WorldWithoutLengths } from '../../tables/feature-array-definition.ts';

/**
 * Words of a region in `regionWords`: its two parts, each by the smallest world id of its elements; the range of its queries in `regionQueries`;
 * how many of them are of inner points and of surface vertices, and how many of the latter have a path that leads the way that they face; and
 * whether the region is deep.
 */
export const REGION = {
  partA: 0,
  partB: 1,
  begin: 2,
  end: 3,
  inner: 4,
  surface: 5,
  facing: 6,
  isDeep: 7,
  stride: 8,
} as const;

/** Value of REGION.isDeep of a deep region that waits for its turn: in this step it makes no contacts. */
export const WAITS = 2;

/** Entry of queryRegions for a query whose point lies in its own part, as in a tight fold: it has no region. */
export const WITHIN_PART = NONE - 1;

/**
 * Numbers of a region in `regionNumbers`: the unit direction along which part A leaves; the speed at which the parts leave [m/s]; the number of bodies that its two
 * bodies are deep in, the lower one; and the number by whose square root the region is slower: that one, or the number of deep regions that both bodies have.
 */
export const REGION_NUMBERS = { direction: 0, speed: 3, crowd: 4, slowing: 5, stride: 6 } as const;

/** 1 for a query of part A, -1 for one of part B. @param queryRegion entry of queryRegions */
export const signOf = (queryRegion: number): number => 1 - 2 * (queryRegion & 1);

/** Length of an array, or of an entry, in worlds that part bodies by regions; 0 in all others. */
const inRegions =
  (length: (world: WorldWithoutLengths) => number) =>
  (world: WorldWithoutLengths, { recovery }: Pick<SimulationParameters, 'recovery'>): number =>
    recovery === 'regions' && world.models.some(({ topology }) => hasVolume(topology)) ? length(world) : 0;

/** Arrays of regions. */
export const REGION_ARRAYS = {
  /** Per body: the step from which its watched points are tested in turn again; until then, all are in each step. */
  deepUntil: {
    kind: 'u32',
    length: inRegions(({ bodies }) => bodies.length),
    countInUse: ({ deepUntil }) => deepUntil.length,
  },
  /** Per body: the same, as this step's detection has found it so far. Kept apart, so that no point sees what another one has found. */
  deepFound: { kind: 'u32', length: inRegions(({ bodies }) => bodies.length) },
  /** A bit per ordered pair of bodies: whether an inner point of one lay inside the other at the step's start (isDeepPair). deepWords per body. */
  deepPairs: { kind: 'u32', length: inRegions(({ bodies }) => bodies.length * deepWords(bodies.length)) },
  /** Per surface vertex: the direction in which it last left a deep region, 1 + the body that it left, and the step. */
  lastDirections: {
    kind: 'f32',
    length: inRegions(({ surfaceVertexCount }) => 3 * surfaceVertexCount),
    countInUse: ({ lastDirections }) => lastDirections.length,
  },
  lastLeft: {
    kind: 'u32',
    length: inRegions(({ surfaceVertexCount }) => 2 * surfaceVertexCount),
    countInUse: ({ lastLeft }) => lastLeft.length,
  },
  /** Per body: the step since which it has had deep regions, without a longer break, and the last step in which it had one (groups.ts). */
  deepTimes: {
    kind: 'u32',
    length: inRegions(({ bodies }) => 2 * bodies.length),
    countInUse: ({ deepTimes }) => deepTimes.length,
  },
  /** Per query: twice the number of its deep region, plus 1 if its point belongs to part B; NONE outside of deep regions, or WITHIN_PART. */
  queryRegions: { kind: 'u32', length: inRegions(() => 1), capacity: 'queries' },
  /** The queries of each region, in their order. */
  regionQueries: { kind: 'u32', length: inRegions(() => 1), capacity: 'queries' },
  regionWords: { kind: 'u32', length: inRegions(() => REGION.stride), capacity: 'regions' },
  regionNumbers: { kind: 'f32', length: inRegions(() => REGION_NUMBERS.stride), capacity: 'regions' },
} as const satisfies Readonly<Record<string, FeatureArray>>;
