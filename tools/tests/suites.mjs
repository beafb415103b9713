/**
 * An npm script that runs tests.
 * @typedef {{ readonly script: string, readonly isQuick: boolean, readonly mayBeEmpty?: boolean, readonly lane?: number }} Suite
 * `isQuick`: part of the first tier; `mayBeEmpty`: passes where nothing of it can run; `lane`: 0 or 1, of two that run side by side
 */

/**
 * Suites in the order in which they run. `npm run test:all` runs all of them with all cases; .ci/run runs those marked `isQuick`, with
 * the cases of the first tier. Neighbours of lane 0 run beside their neighbours of lane 1: alone, each of them leaves a quarter of two
 * cores idle. Those without a lane keep both cores busy.
 * @type {readonly Suite[]}
 */
export const SUITES = [
  { script: 'check', isQuick: true },
  { script: 'test', isQuick: true },
  { script: 'test:cli', isQuick: true, lane: 0 },
  { script: 'test:gpu', isQuick: true, lane: 0 },
  { script: 'test:wgpu', isQuick: true, lane: 0 },
  { script: 'test:page', isQuick: true, lane: 1 },
  { script: 'test:slow', isQuick: true, lane: 1 },
  { script: 'test:browsers', isQuick: false, mayBeEmpty: true, lane: 1 },
  { script: 'test:long', isQuick: false },
];

/** The tiers, by the value of UNTANGLE_TIER. */
export const TIERS = /** @type {const} */ (['quick', 'full']);
