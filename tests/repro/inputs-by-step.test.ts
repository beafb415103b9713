import { expect, test } from 'vitest';
import { CpuBackend } from '../../src/cpu/cpu-backend.ts';
import { inverseMasses } from '../../src/simulation/initial-state.ts';
import { parametersWith } from '../fixtures/stages.ts';
import type { Program } from '../../src/simulation/program/program.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { MAX_GRABS } from '../../src/simulation/state.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { onThisThread } from '../../src/engine/inline-pool.ts';

const parameters = () => parametersWith({ mode: 'off', stepsPerFrame: 4 });

/** A CPU backend that stores the inputs of each step and calls a function while a step runs. */
class Watched extends CpuBackend {
  readonly begun: Program[] = [];
  amid: (step: number) => void = () => {};
  writes = 0;

  override async run(program: Program): Promise<Uint32Array> {
    if (program.name !== 'step') return super.run(program);
    this.begun.push(program);
    this.amid(this.begun.length - 1);
    return super.run(program);
  }

  override async write(...given: Parameters<CpuBackend['write']>): Promise<void> {
    await super.write(...given);
    this.writes++;
    this.amid(-this.writes);
  }
}

function open() {
  const { world, state } = boxWorld();
  const backend = new Watched(onThisThread(world, state), 'test');
  return { backend, state, simulator: new Simulator(backend, parameters()) };
}

test('what changes while a step runs is recorded with the step that it takes effect in', async () => {
  const { backend, simulator } = open();
  const pull = [{ vertex: 3, target: [1, 2, 3] as const }];
  backend.amid = (step) => {
    if (step !== 1) return;
    simulator.setParameters({ gravity: 1 });
    simulator.setParameters({ gravity: 2, iterations: 3 });
    simulator.setGrabs([]);
    simulator.setGrabs(pull);
  };
  await simulator.frame();
  expect(simulator.inputs).toEqual([{ step: 2, parameters: { gravity: 2, iterations: 3 }, grabs: pull }]);
  expect(backend.begun.map(({ parameters }) => parameters.gravity === 2)).toEqual([false, false, true, true]);
  expect(backend.begun.map(({ counters }) => counters?.grabs)).toEqual([0, 0, 1, 1]);
});

test('replaying recorded inputs before their steps gives the same bits', async () => {
  const first = open();
  first.backend.amid = (step) => {
    // Targets that move, of grabs that stay, and grabs that begin and end.
    const moving = { vertex: 5, radius: 1, target: [0.1 * step, 2, 0], steps: 3 } as const;
    first.simulator.setGrabs([moving, { vertex: step, target: [step, 4, 0] }]);
  };
  const row = await first.simulator.frame({ hash: true });
  const again = open();
  let hash: string | undefined;
  for (let step = 0; step < row.step; step++) {
    const input = first.simulator.inputs.find((given) => given.step === step);
    if (input?.grabs) again.simulator.setGrabs(input.grabs);
    hash = (await again.simulator.frame({ steps: 1, hash: true })).hash;
  }
  expect(hash).toBe(row.hash);
});

test('a density that changes while the masses are written is not forgotten', async () => {
  const { backend, state, simulator } = open();
  backend.amid = (event) => {
    if (event === -1) simulator.setParameters({ density: 300 });
  };
  simulator.setParameters({ density: 700 });
  await simulator.frame({ steps: 2 });
  expect(state.inverseMasses).toEqual(inverseMasses(backend.world, 300));
});

test("the simulator neither changes nor keeps the caller's parameters", async () => {
  const { world, state } = boxWorld({ script: { switches: [{ time: 0, parameters: { gravity: 3 } }] } });
  const given = parameters();
  const simulator = new Simulator(new CpuBackend(onThisThread(world, state), 'test'), given);
  simulator.setParameters({ iterations: 7 });
  expect(given).toEqual(parameters());
  given.gravity = 100;
  await simulator.step();
  expect(simulator.parameters).toEqual({ ...parameters(), gravity: 3, iterations: 7 });
});

test('too many grabs are refused, and the earlier ones stay', () => {
  const { simulator } = open();
  const pull = (count: number) =>
    Array.from({ length: count }, (_, vertex) => ({ vertex, target: [0, 0, 0] as const }));
  simulator.setGrabs(pull(MAX_GRABS));
  expect(() => simulator.setGrabs(pull(MAX_GRABS + 1))).toThrow('there are 33 grabs; expected at most 32');
  expect(simulator.grabs).toHaveLength(MAX_GRABS);
});
