import type { Pass } from '../../program/pass.ts';
import { OWN_KIND } from '../../state.ts';
import type { Constraint } from '../../features.ts';
import { type ElasticKernels, ITERATION, iterationDispatches } from '../elastic/passes.ts';

const KERNELS: ElasticKernels = { batch: 'neoHookeanXpbd', bodies: 'neoHookeanXpbdBodies' };

const ALL: Pass = {
  ...ITERATION,
  name: 'neo-hookean-xpbd',
  stages: [{ stage: 'neoHookeanXpbd', byBody: 'neoHookeanXpbdByBody' }],
  kernels: ({ world }) => iterationDispatches(KERNELS, world, world.batches['neo-hookean-xpbd']),
};

/** Solves only the bodies whose own material is 'neo-hookean-xpbd'. Used if the scene's material is of another kind. */
const OWN: Pass = {
  ...ALL,
  name: 'own neo-hookean-xpbd',
  stages: [{ stage: 'neoHookeanXpbd', byBody: 'neoHookeanXpbdByBody', argument: OWN_KIND }],
  kernels: ({ world }) => iterationDispatches(KERNELS, world, world.ownBatches['neo-hookean-xpbd']),
};

/** Constraint: stable Neo-Hookean tetrahedra as two scalar constraints each (neo-hookean-xpbd.ts). */
export const NEO_HOOKEAN_XPBD = {
  name: 'neo-hookean-xpbd',
  solve: ({ material }, { ownBatches }) =>
    material === 'neo-hookean-xpbd' ? [ALL] : ownBatches['neo-hookean-xpbd'].length > 0 ? [OWN] : [],
} satisfies Constraint;
