import { expect, test } from 'vitest';
import { CpuBackend } from '../../src/cpu/cpu-backend.ts';
import { WorkLostError } from '../../src/simulation/backend.ts';
import { Simulator } from '../../src/simulation/simulator.ts';
import { boxWorld } from '../fixtures/box-world.ts';
import { onThisThread } from '../../src/engine/inline-pool.ts';
import { parametersWith } from '../fixtures/stages.ts';

/** A CPU backend that loses its work the first time that it starts and adopts a rebuild, and in some steps. */
class Lossy extends CpuBackend {
  losses = new Set<string>();

  private lose(what: string): void {
    if (this.losses.delete(what)) throw new WorkLostError(what);
  }

  override async startRebuild(): Promise<void> {
    this.lose('start');
    return super.startRebuild();
  }

  override async adoptRebuild(): Promise<boolean> {
    this.lose('adopt');
    await super.adoptRebuild();
    return true;
  }

  override async finish(): Promise<Uint32Array> {
    this.lose('finish');
    return super.finish();
  }
}

async function run(...losses: string[]) {
  const { world, state } = boxWorld();
  const backend = new Lossy(onThisThread(world, state), 'test');
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
