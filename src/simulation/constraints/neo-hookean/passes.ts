import type { Pass } from '../../program/pass.ts';
import { OWN_KIND } from '../../state.ts';
import type { Constraint } from '../../features.ts';
import { type ElasticKernels, ITERATION, iterationDispatches } from '../elastic/passes.ts';

const KERNELS: ElasticKernels = { batch: 'neoHookean', bodies: 'neoHookeanBodies' };

const ALL: Pass = {
  ...ITERATION,
  name: 'neo-hookean',
  stages: [{ stage: 'neoHookean', byBody: 'neoHookeanByBody' }],
  kernels: ({ world }) => iterationDispatches(KERNELS, world, world.batches['neo-hookean']),
};

/** Solves only the bodies whose own material is 'neo-hookean'. Used if the scene's material is of another kind. */
const OWN: Pass = {
  ...ALL,
  name: 'own neo-hookean',
  stages: [{ stage: 'neoHookean', byBody: 'neoHookeanByBody', argument: OWN_KIND }],
  kernels: ({ world }) => iterationDispatches(KERNELS, world, world.ownBatches['neo-hookean']),
};

/** Constraint: stable Neo-Hookean tetrahedra (neo-hookean.ts). */
export const NEO_HOOKEAN = {
  name: 'neo-hookean',
  solve: ({ material }, { ownBatches }) =>
    material === 'neo-hookean' ? [ALL] : ownBatches['neo-hookean'].length > 0 ? [OWN] : [],
} satisfies Constraint;
