import type { Pass } from '../../program/pass.ts';
import type { Constraint } from '../../features.ts';
import { OWN_KIND } from '../../state.ts';
import type { Batch, World } from '../../world/world.ts';
import { ITERATION, iterationDispatches } from '../elastic/passes.ts';

/** Returns the kernel of a batch: a colour has only triangles or only hinges. */
const kernelOf = (world: World, { model, begin }: Batch): string =>
  begin < world.models[model].cloth.restVolumes.length ? 'clothTriangles' : 'clothHinges';

/** Solves all cloth, whatever the scene's material. */
const SOLVE: Pass = {
  ...ITERATION,
  name: 'cloth',
  stages: [{ stage: 'cloth', byBody: 'clothByBody', argument: OWN_KIND }],
  kernels: ({ world }) =>
    iterationDispatches(
      { batch: (batch) => kernelOf(world, batch), bodies: 'clothBodies' },
      world,
      world.ownBatches.cloth,
    ),
};

/** Constraint: membrane triangles, and hinges that resist bending (cloth.ts). */
export const CLOTH = {
  name: 'cloth',
  solve: (_, { ownBatches }) => (ownBatches.cloth.length > 0 ? [SOLVE] : []),
} satisfies Constraint;
