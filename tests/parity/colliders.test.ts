import { describe, expect, it } from 'vitest';
import code from '../../shaders/constraints/colliders/colliders.wgsl';
import { colliders as stage } from '../../src/simulation/constraints/colliders/colliders.ts';
import { colliderWords } from '../../src/simulation/script/scripted.ts';
import type { Script } from '../../src/simulation/script/script.ts';
import { COLLIDER } from '../../src/simulation/state.ts';
import type { Collider } from '../../src/simulation/world/world.ts';
import { boxWorld, PLANES } from '../fixtures/box-world.ts';
import { copyState, runStage } from './harness.ts';
import { largestDifference, runTwins, stir, WORLDS } from './twins.ts';

/** A few roundings of positions below 8, two planes. */
const TOLERANCE = 3e-6;

it.each(WORLDS)('colliders: %s', async (_, make) => {
  const { world, state } = make();
  stir(state);
  for (let v = 0; v < world.vertexCount; v += 3) state.colliderImpulses.set([0.01, 0.02, -0.01, 1 + (v % 2)], 4 * v);
  const dispatches = [{ count: world.vertexCount }];
  const read = ['positions', 'colliderImpulses'] as const;
  const twins = { label: 'colliders', code, stage, world, state, dispatches, read };
  const run = await runTwins(twins, { dynamicFriction: 0.202 });
  for (const name of read) expect(largestDifference(run.kernel[name], run.twin[name])).toBeLessThan(TOLERANCE);
  expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
});

/** The pile's lower and middle parts are past the inside, some of the lowest past the wall too; the top is above the rim. */
const BOWL: Collider = { centre: [2, 2.6, 1.5], radius: 2.2, rim: 2.7, thickness: 0.9 };
const SIDEWAYS = { times: [0, 1], shifts: [[0, 0, 0] as const, [2, 0.5, -1] as const] };

describe.each([
  ['a bowl', [BOWL], {}],
  ['a moving bowl', [BOWL], { colliders: [{ collider: 0, motion: SIDEWAYS }] }],
  ['a moving plane', [PLANES[0]], { colliders: [{ collider: 0, motion: SIDEWAYS }] }],
  ['a plane, a bowl, a moving plane', [PLANES[1], BOWL, PLANES[0]], { colliders: [{ collider: 2, motion: SIDEWAYS }] }],
] as readonly (readonly [string, readonly Collider[], Script])[])('%s', (_, colliders, script) => {
  const made = () => {
    const { world, state } = boxWorld({ colliders, script });
    stir(state);
    for (let v = 0; v < world.vertexCount; v += 3)
      state.colliderImpulses.set([0.01, 0.02, -0.01, 1 + (v % colliders.length)], 4 * v);
    state.colliders.set(colliderWords(world, 0.6, 0.5));
    const read = ['positions', 'colliderImpulses'] as const;
    return { label: 'colliders', code, stage, world, state, dispatches: [{ count: world.vertexCount }], read };
  };

  it('kernel and twin agree, and not with other friction', async () => {
    const twins = made();
    const { kernel, twin, perturbed } = await runTwins(twins, { dynamicFriction: 0.202 });
    for (const name of twins.read) expect(largestDifference(kernel[name], twin[name])).toBeLessThan(TOLERANCE);
    expect(largestDifference(kernel.positions, perturbed.positions)).toBeGreaterThan(TOLERANCE);
  });

  it('each number of the records tells', async () => {
    const { world, state } = made();
    const before = runStage(stage, { world, state: copyState(world, state) });
    colliders.forEach((collider, c) => {
      const bowl = 'centre' in collider;
      const moves = script.colliders?.some((moving) => moving.collider === c);
      const words = [
        COLLIDER.place,
        COLLIDER.offset,
        ...(bowl ? [COLLIDER.rim, COLLIDER.thickness] : []),
        ...(moves ? [COLLIDER.moved] : []),
      ];
      for (const word of words) {
        const copy = copyState(world, state);
        copy.colliders[COLLIDER.stride * c + word] += 0.25;
        const changed = runStage(stage, { world, state: copy });
        expect(largestDifference(before.positions, changed.positions), `${word}`).toBeGreaterThan(TOLERANCE);
      }
    });
  });
});
