import { cases, isFull } from '../fixtures/tier.ts';
import { TYPESCRIPT_KERNELS } from '../../src/simulation/program/kernels.ts';
import { expect, test } from 'vitest';
import { CpuBackend } from '../../src/cpu/cpu-backend.ts';
import { onThisThread } from '../../src/engine/inline-pool.ts';
import { WorkLostError } from '../../src/simulation/backend.ts';
import { CONTACT_SCHEDULES, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { runProgram, type StageTable } from '../../src/simulation/program/run-program.ts';
import type { Context, Stage } from '../../src/simulation/program/stage.ts';
import { createScratch } from '../../src/simulation/scratch.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { STAGES } from '../../src/simulation/stages.ts';
import { boxWorld, STACK } from '../fixtures/box-world.ts';
import { parametersWith } from '../fixtures/stages.ts';

// A worker died after the step's boxes of CCD's vertices were new, but before the trees over them were refitted. The step was repeated from
// the same positions, so all vertices lay in their boxes, and the trees counted as up to date. Hits were missed.

/** Counts the calls of stages; the worker dies in the call with the number `deadly`, after half of its elements. */
class Mortal {
  calls = 0;
  deadly = Infinity;

  readonly stages: StageTable = Object.fromEntries(
    Object.entries<Stage>(STAGES).map(([name, stage]) => [name, { ...stage, run: this.runner(stage) }]),
  );

  private runner(stage: Stage) {
    return (context: Context, begin: number, end: number, phase: number): void => {
      const dies = ++this.calls === this.deadly;
      stage.run(context, begin, dies ? Math.floor((begin + end) / 2) : end, phase);
      if (dies) throw new WorkLostError('a worker died');
    };
  }
}

/** Shift of the top box [m], above the others. */
const ABOVE = [0.9, 5.5, 0.5];
/** Velocity at which the top box falls onto the others [m/s]: fast enough that its vertices leave their boxes of the step before. */
const SPEED = 60;

/**
 * Runs two steps after some others, since CCD keeps boxes and lists from one step to the next.
 * @param before number of steps before
 * @param deadly number of the call of a stage, in the next step, in which the worker dies
 */
async function run(changed: Partial<SimulationParameters>, before: number, deadly = Infinity) {
  const { world, state } = boxWorld({ shifts: [...STACK.slice(0, 2), ABOVE] });
  for (let v = world.bodies[2].vertexBase; v < world.vertexCount; v++) state.velocities[3 * v + 1] = -SPEED;
  const mortal = new Mortal();
  const context: Context = {
    world,
    state,
    parameters: parametersWith(changed),
    argument: 0,
    scratch: createScratch(),
    kernels: TYPESCRIPT_KERNELS,
  };
  const pool = onThisThread(world, state);
  pool.run = async (program) => {
    try {
      runProgram(context, program, mortal.stages, 0);
    } catch (error) {
      // A new worker has no lists of its own. Those of a worker that lives on are still valid.
      if (deadly % 2 === 0) Object.assign(context, { scratch: createScratch() });
      throw error;
    }
  };
  const simulator = new Simulator(new CpuBackend(pool, 'test'), parametersWith(changed));
  for (let i = 0; i < before; i++) await simulator.step();
  mortal.calls = 0;
  mortal.deadly = deadly;
  await simulator.step();
  const { calls } = mortal;
  await simulator.step();
  return { hash: await simulator.hash(), calls };
}

test.each(CONTACT_SCHEDULES)(
  `a step is repeated with the same bits, in whichever ${isFull ? 'call of a stage' : 'two of three calls of stages'} a worker died: contacts %s`,
  async (contacts) => {
    const changed = { mode: 'hybrid', contacts, iterations: 3, timeStep: 0.01 } as const;
    for (const before of [1, 2]) {
      const { hash, calls } = await run(changed, before);
      expect(calls).toBeGreaterThan(30);
      // In the first tier every third call: with both numbers of steps before, two of three.
      for (let deadly = cases(1, before); deadly <= calls; deadly += cases(1, 3))
        expect({ before, deadly, hash: (await run(changed, before, deadly)).hash }).toEqual({ before, deadly, hash });
    }
  },
  60_000,
);
