import { cases, isFull } from '../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { createWorld, onThisThread, openBackend } from '../../src/index.ts';
import { ResumableSimulator } from '../../src/simulation/resumable-simulator.ts';
import type { Scene } from '../../src/scenes/scene.ts';
import { sceneByName } from '../../src/scenes/scenes.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';

/** Opens a scene at its start, on this thread. */
async function open(scene: Scene, changed: Partial<SimulationParameters>): Promise<ResumableSimulator> {
  const { min, small } = scene.size;
  const size = Math.max(min, Math.min(small, cases(1500, 500)));
  const parameters = { ...startParameters(scene, size), ...changed };
  const build = scene.build(size);
  const { world, positions } = createWorld(build.placements, build.colliders, parameters, build.script, build.air);
  return new ResumableSimulator(await openBackend({ world, positions, parameters, workers: onThisThread }), parameters);
}

async function steps(simulator: ResumableSimulator, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await simulator.step();
}

/** Scenes, parameters, and the steps before and after the snapshot. Rebuilds of trees are frequent, and one is running at each snapshot. */
const REBUILDS = { rebuildInterval: 4, rebuildDelay: 3 };
const CASES: readonly (readonly [name: string, parameters: Partial<SimulationParameters>, number, number])[] = [
  ['tangled-noodle', REBUILDS, 6, 3],
  ['balloon', REBUILDS, 5, 5],
  ['turning-box', { airFlips: 1 }, 70, 60],
  ['boxes-rope', { airFlips: 1 }, 20, 20],
  ['octopi-6', REBUILDS, 2, 2],
  // The script lets the balls go after 4 ms, in one of the last steps.
  ['colliding-balls', { ...REBUILDS, timeStep: 1e-3 }, 3, 3],
  ['cloth-octopus', REBUILDS, 5, 3],
];

/** Scenes that take seconds each. */
const LONG = ['octopi-6', 'colliding-balls'];

describe('a run that goes on from a snapshot', () => {
  it.each(CASES.filter(([name]) => isFull || !LONG.includes(name)))(
    '%s %j has the same bits as one that was not interrupted',
    async (name, parameters, before, after) => {
      const scene = sceneByName(name) as Scene;
      const whole = await open(scene, parameters);
      await steps(whole, before);
      const snapshot = structuredClone(await whole.snapshot());
      await steps(whole, after);
      const resumed = await open(scene, parameters);
      await resumed.resume(snapshot);
      expect([resumed.steps, resumed.time]).toEqual([before, snapshot.time]);
      await steps(resumed, after);
      expect(await resumed.hash()).toBe(await whole.hash());
      expect(await resumed.snapshot()).toEqual(await whole.snapshot());
      for (const one of [whole, resumed]) await one.backend.dispose();
    },
  );

  it('takes grabs, changed parameters and inputs along', async () => {
    const scene = sceneByName('tangled-noodle') as Scene;
    const whole = await open(scene, REBUILDS);
    await steps(whole, 2);
    whole.setGrabs([{ vertex: 7, radius: 0.1, target: [0, 1, 0], steps: 5 }]);
    whole.setParameters({ density: 700 });
    await steps(whole, 2);
    whole.setGrabs([{ vertex: 7, radius: 0.1, target: [1, 1, 0], steps: 5 }]);
    whole.setParameters({ gravity: 3 });
    const snapshot = structuredClone(await whole.snapshot());
    await steps(whole, 4);
    const resumed = await open(scene, REBUILDS);
    await resumed.resume(snapshot);
    await steps(resumed, 4);
    expect(await resumed.hash()).toBe(await whole.hash());
    expect(resumed.inputs).toEqual(whole.inputs);
    for (const one of [whole, resumed]) await one.backend.dispose();
  });

  it('is refused by another world', async () => {
    const [noodle, balloon] = [
      await open(sceneByName('tangled-noodle') as Scene, {}),
      await open(sceneByName('balloon') as Scene, {}),
    ];
    await expect(balloon.resume(await noodle.snapshot())).rejects.toThrow(/numbers in positions; expected \d+/);
    for (const one of [noodle, balloon]) await one.backend.dispose();
  });
});
