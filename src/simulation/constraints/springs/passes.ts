import type { Pass } from '../../pass.ts';
import { OWN_KIND } from '../../state.ts';
import type { Constraint } from '../../features.ts';
import { ITERATION, iterationDispatches } from '../elastic/passes.ts';

const ALL: Pass = {
  ...ITERATION,
  name: 'springs',
  stages: [{ stage: 'springs', byBody: 'springsByBody' }],
  kernels: ({ world }) => iterationDispatches('springs', world, world.springBatches),
};

/** Those bodies alone that are of this kind whatever the scene's is. */
const OWN: Pass = {
  ...ALL,
  name: 'own springs',
  stages: [{ stage: 'springs', byBody: 'springsByBody', argument: OWN_KIND }],
  kernels: ({ world }) => iterationDispatches('springs', world, world.ownSpringBatches),
};

/** A spring along every edge. */
export const SPRINGS = {
  name: 'springs',
  solve: ({ material }, { ownSpringBatches }) =>
    material === 'mass-spring' ? [ALL] : ownSpringBatches.length > 0 ? [OWN] : [],
} satisfies Constraint;
