/**
 * An npm script that runs tests.
 * @typedef {{ readonly script: string, readonly isQuick: boolean, readonly mayBeEmpty?: boolean }} Suite
 * `isQuick`: part of the first tier; `mayBeEmpty`: passes where nothing of it can run
 */

/**
 * Suites in the order in which they run. `npm run test:all` runs all of them with all cases; .ci/run runs those marked `isQuick`, with
 * the cases of the first tier.
 * @type {readonly Suite[]}
 */
export const SUITES = [
  { script: 'check', isQuick: true },
  { script: 'test', isQuick: true },
  { script: 'test:cli', isQuick: true },
  { script: 'test:gpu', isQuick: true },
  { script: 'test:page', isQuick: true },
  { script: 'test:slow', isQuick: true },
  { script: 'test:wgpu', isQuick: true },
  { script: 'test:browsers', isQuick: false, mayBeEmpty: true },
  { script: 'test:long', isQuick: false },
];

/** The tiers, by the value of UNTANGLE_TIER. */
export const TIERS = /** @type {const} */ (['quick', 'full']);
