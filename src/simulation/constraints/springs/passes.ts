import type { Pass } from '../../program/pass.ts';
import { OWN_KIND } from '../../state.ts';
import type { Constraint } from '../../features.ts';
import type { Batch, World } from '../../world/world.ts';
import { ITERATION, iterationDispatches } from '../elastic/passes.ts';

/** Returns the kernel of a batch: a colour has only springs or only areas. */
const kernelOf = (world: World, { model, begin }: Batch): string =>
  begin < world.models[model].springs.restLengths.length ? 'springs' : 'areas';

const dispatches = (world: World, batches: readonly Batch[]) =>
  iterationDispatches({ batch: (batch) => kernelOf(world, batch), bodies: 'springsBodies' }, world, batches);

const ALL: Pass = {
  ...ITERATION,
  name: 'springs',
  stages: [{ stage: 'springs', byBody: 'springsByBody' }],
  kernels: ({ world }) => dispatches(world, world.batches['mass-spring']),
};

/**
 * Solves the springs of all sheets, and of the bodies whose own material is 'mass-spring'. Used if the scene's material is of another
 * kind.
 */
const OWN: Pass = {
  ...ALL,
  name: 'own springs',
  stages: [{ stage: 'springs', byBody: 'springsByBody', argument: OWN_KIND }],
  kernels: ({ world }) => dispatches(world, world.ownBatches['mass-spring']),
};

/** Constraint: a spring along every edge (springs.ts), and the areas of planar bodies (../areas/areas.ts). */
export const SPRINGS = {
  name: 'springs',
  solve: ({ material }, { ownBatches }) =>
    material === 'mass-spring' ? [ALL] : ownBatches['mass-spring'].length > 0 ? [OWN] : [],
} satisfies Constraint;
