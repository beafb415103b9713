import type { Pass } from '../../program/pass.ts';
import { OWN_KIND } from '../../state.ts';
import type { Constraint } from '../../features.ts';
import { ITERATION, iterationDispatches } from '../elastic/passes.ts';

const ALL: Pass = {
  ...ITERATION,
  name: 'springs',
  stages: [{ stage: 'springs', byBody: 'springsByBody' }],
  kernels: ({ world }) => iterationDispatches('springs', world, world.batches['mass-spring']),
};

/**
 * Solves the springs of all sheets, and of the bodies whose own material is 'mass-spring'. Used if the scene's material is of another
 * kind.
 */
const OWN: Pass = {
  ...ALL,
  name: 'own springs',
  stages: [{ stage: 'springs', byBody: 'springsByBody', argument: OWN_KIND }],
  kernels: ({ world }) => iterationDispatches('springs', world, world.ownBatches['mass-spring']),
};

/** Constraint: a spring along every edge (springs.ts). */
export const SPRINGS = {
  name: 'springs',
  solve: ({ material }, { ownBatches }) =>
    material === 'mass-spring' ? [ALL] : ownBatches['mass-spring'].length > 0 ? [OWN] : [],
} satisfies Constraint;
