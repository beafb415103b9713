import { expect, test } from 'vitest';
import { CpuBackend } from '../../src/cpu/cpu-backend.ts';
import { WorkLostError } from '../../src/simulation/backend.ts';
import type { Program } from '../../src/simulation/program/program.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import type { State, StateArray } from '../../src/simulation/state.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { onThisThread } from '../../src/engine/inline-pool.ts';
import { parametersWith } from '../fixtures/stages.ts';

/** A CPU backend that loses its workers when it first starts a rebuild, when it first adopts one, and in some steps. */
class Lossy extends CpuBackend {
  losses = new Set<string>();

  private lose(what: string): void {
    if (this.losses.delete(what)) throw new WorkLostError(what);
  }

  /** A rebuild starts by reading positions, and is adopted by writing the orders. */
  override async read<A extends StateArray>(name: A): Promise<State[A]> {
    if (name === 'positions') this.lose('start');
    return super.read(name);
  }

  override async write(...given: Parameters<CpuBackend['write']>): Promise<void> {
    this.lose('adopt');
    return super.write(...given);
  }

  override async run(program: Program): Promise<Uint32Array> {
    const counters = await super.run(program);
    if (program.name === 'step') this.lose('finish');
    return counters;
  }
}

async function run(...losses: string[]) {
  const { world, state } = boxWorld();
  const pool = onThisThread(world, state);
  const { rebuild } = pool;
  // Makes rebuilds slower than a step, so that the step waits for one.
  pool.rebuild = (body) => new Promise((resolve) => setTimeout(() => resolve(rebuild(body)), 50));
  const backend = new Lossy(pool, 'test');
  const simulator = new Simulator(backend, parametersWith({ mode: 'dcd', rebuildInterval: 2, rebuildDelay: 1 }));
  await simulator.frame({ steps: 1 });
  for (const loss of losses) backend.losses.add(loss);
  const { hash, rebuildsWaited } = await simulator.frame({ steps: 3, hash: true });
  expect(backend.losses.size).toBe(0);
  return { hash, rebuildsWaited };
}

test.each([['start'], ['adopt'], ['finish'], ['start', 'adopt', 'finish']])(
  'a step that is lost before or after it began starts from its own x0: %s',
  async (...losses) => {
    const expected = await run();
    expect(expected.rebuildsWaited).toBe(1);
    expect(await run(...losses)).toEqual(expected);
  },
);
