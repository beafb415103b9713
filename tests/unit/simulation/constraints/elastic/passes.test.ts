import { expect, it } from 'vitest';
import { iterationDispatches, SOLVES_ITERATION } from '../../../../../src/simulation/constraints/elastic/passes.ts';
import { WORKGROUP_SIZE } from '../../../../../src/simulation/program/pass.ts';
import type { Batch, World } from '../../../../../src/simulation/world/world.ts';
import { boxWorld } from '../../../../fixtures/box-world.ts';

const KERNELS = { batch: 'batch', bodies: 'bodies' };

/** Batches of colours with these numbers of constraints. */
const colours = (sizes: readonly number[], bodies: Pick<Batch, 'model' | 'firstBody' | 'bodyCount'>): Batch[] => {
  let end = 0;
  return sizes.map((size) => {
    end += size;
    return { ...bodies, begin: end - size, end };
  });
};

const { world } = boxWorld(); // two bodies of one model and one of another
const FIRST = { model: 0, firstBody: 0, bodyCount: 2 };
const SECOND = { model: 1, firstBody: 2, bodyCount: 1 };
const dispatches = (batches: readonly Batch[], of: World = world) => iterationDispatches(KERNELS, of, batches);

it('small bodies of all models are solved by one dispatch, which also displaces and places', () => {
  const batches = [...colours([9, 9, 9], FIRST), ...colours([512, 1], SECOND)];
  expect(dispatches(batches)).toEqual([
    {
      kernel: 'bodies',
      count: 3 * WORKGROUP_SIZE,
      argument: SOLVES_ITERATION,
      firstBody: 0,
      bodyCount: 3,
      colour: 0,
      colourCount: 3,
    },
  ]);
});

it('bodies of another kind are displaced and placed, too', () => {
  const count = 3 * world.vertexCount;
  expect(dispatches(colours([9, 9], SECOND))).toEqual([
    { kernel: 'displace', count },
    {
      kernel: 'bodies',
      count: WORKGROUP_SIZE,
      argument: 0,
      firstBody: 2,
      bodyCount: 1,
      colour: 0,
      colourCount: 2,
    },
    { kernel: 'place', count },
  ]);
  expect(dispatches([]).map(({ kernel }) => kernel)).toEqual(['displace', 'place']);
});

it('colours that fill more of a GPU than a workgroup have a dispatch each, and neighbouring small ones are joined', () => {
  const batches = [...colours([513, 4, 3, 600, 2], FIRST), ...colours([7, 7], SECOND)];
  const joined = dispatches(batches).filter(({ kernel }) => kernel === 'bodies');
  expect(
    joined.map(({ firstBody, bodyCount, colour, colourCount }) => [firstBody, bodyCount, colour, colourCount]),
  ).toEqual([
    [2, 1, 0, 2],
    [0, 2, 1, 2],
  ]);
  const alone = dispatches(batches).filter(({ kernel }) => kernel === 'batch');
  expect(alone.map(({ batchBegin, batchSize, count }) => [batchBegin, batchSize, count])).toEqual([
    [0, 513, 1026],
    [520, 600, 1200],
    [1120, 2, 4],
  ]);
});

it('bodies with many vertices are displaced and placed by all threads', () => {
  const { topology } = world.models[0];
  const many = { ...world.models[0], topology: { ...topology, vertexCount: 5000 } };
  const batches = [...colours([9], FIRST), ...colours([9], SECOND)];
  const kernels = dispatches(batches, { ...world, models: [many, world.models[1]] }).map(({ kernel }) => kernel);
  expect(kernels).toEqual(['displace', 'bodies', 'place']);
});
