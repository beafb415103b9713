import { expect, test } from 'vitest';
import type { Backend } from '../../src/simulation/backend.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import type { Program } from '../../src/simulation/program/program.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { boxWorld } from '../fixtures/box-world.ts';

const FAILURE = new Error('the device was lost');

/** A world with a switch before its fourth step, on a backend that runs all steps of a frame together, but fails. */
function failing() {
  const parameters = { ...defaultParameters(), mode: 'off', gravity: 9, stepsPerFrame: 5 } as const;
  const time = 3 * parameters.timeStep;
  const { world } = boxWorld({ parameters, script: { switches: [{ time, parameters: { gravity: 1 } }] } });
  const frames: number[][] = [];
  const backend: Partial<Backend> = {
    ...{ kind: 'gpu', world },
    runsAlone: () => true,
    runTogether: (programs: readonly Program[]) => {
      frames.push(programs.map((program) => program.parameters.gravity));
      return Promise.reject(FAILURE);
    },
  };
  return { simulator: new Simulator(backend as Backend, parameters), frames };
}

test('a switch that a failed frame has planned takes effect at its time, not in the first step after', async () => {
  const { simulator, frames } = failing();
  await expect(simulator.frame()).rejects.toBe(FAILURE);
  await expect(simulator.frame()).rejects.toBe(FAILURE);
  expect(frames[0]!.slice(0, 5)).toEqual([9, 9, 9, 1, 1]);
  expect(frames[1]).toEqual(frames[0]);
  expect(simulator.parameters.gravity).toBe(9);
});

test('and a change by the person meanwhile is kept', async () => {
  const { simulator, frames } = failing();
  const frame = simulator.frame();
  simulator.setParameters({ velocityDamping: 0.5 });
  await expect(frame).rejects.toBe(FAILURE);
  await expect(simulator.frame()).rejects.toBe(FAILURE);
  expect(simulator.parameters.velocityDamping).toBe(0.5);
  expect(frames[1]).toEqual(frames[0]);
});
