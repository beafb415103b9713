import { expect, it } from 'vitest';
import { createWorld, onThisThread, openBackend, Simulator } from '../../src/index.ts';
import type { OwnScene } from '../../src/scenes/own/scene-file.ts';
import { makeShape } from '../../src/scenes/own/shapes.ts';
import { toScene } from '../../src/scenes/own/to-scene.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import { MostBroken } from '../fixtures/count-broken.ts';

/** A run's press: how far its plate comes down [m], in which time [s], and the ball's stiffness [Pa], the default one if it isn't named. */
interface Press {
  readonly way: number;
  readonly time: number;
  readonly youngsModulus?: number;
}

/**
 * ../shared/cases/press.scene.json, and nine others: a ball of 0.4 m lies on the floor, and a plate that is a held body comes down on it, from 0.45 m to 0.05, 0.1, 0.15 and 0.2 m, stays for half a
 * second, and goes up in one. Without the guarantee it goes through the ball, which then hangs in it.
 */
const RUNS: readonly Press[] = [
  { way: 0.35, time: 1 },
  ...[0.25, 0.3, 0.4].map((way) => ({ way, time: 1 })),
  ...[1e4, 1e5, 1e7].map((youngsModulus) => ({ way: 0.35, time: 1, youngsModulus })),
  ...[0.5, 0.25, 0.1].map((time) => ({ way: 0.35, time })),
];
const RADIUS = 0.2;
const UPRIGHT = [0, 0, 0, 1] as const;
/** Frames after the plate has gone up for the ball to lie still. */
const FRAMES_AFTER = 150;

const pressed = ({ way, time, youngsModulus }: Press): OwnScene => ({
  title: 'Press',
  frames: 300,
  meshes: {
    ball: makeShape({ kind: 'ball', sizes: { radius: RADIUS, tetrahedra: 1500 } }),
    plate: makeShape({ kind: 'box', sizes: { width: 1, height: 0.1, depth: 1, tetrahedra: 600 } }),
  },
  bodies: [
    {
      mesh: 'ball',
      at: [0, RADIUS, 0],
      turn: UPRIGHT,
      scale: 1,
      ...(youngsModulus && { material: { youngsModulus } }),
    },
    {
      mesh: 'plate',
      at: [0, 0.5, 0],
      turn: UPRIGHT,
      scale: 1,
      holds: [
        {
          motion: {
            times: [0, time, time + 0.5, time + 1.5],
            shifts: [0, -way, -way, 0].map((y) => [0, y, 0] as const),
          },
        },
      ],
    },
  ],
  obstacles: [{ kind: 'plane', at: [0, 0, 0], normal: [0, 1, 0] }],
  parameters: {},
});

it.each(RUNS)('a pressed ball lies on the floor: %j', async (run) => {
  const scene = toScene(pressed(run));
  const { placements, colliders, script } = scene.build(1);
  const parameters = startParameters(scene, 1);
  const { world, positions } = createWorld(placements, colliders, parameters, script);
  const backend = await openBackend({ world, positions, parameters, workers: onThisThread });
  const simulator = new Simulator(backend, parameters);
  const broken = new MostBroken(backend, parameters);
  const own = world.bodies.find(({ placement }) => placement === 0)!;
  const end = own.vertexBase + world.models[own.model].topology.vertexCount;
  const inverseMasses = await backend.read('inverseMasses');
  const energyNow = async () => {
    const velocities = await backend.read('velocities');
    let energy = 0;
    for (let v = own.vertexBase; v < end; v++)
      for (let k = 0; k < 3; k++) energy += velocities[3 * v + k] ** 2 / (2 * inverseMasses[v]);
    return energy;
  };
  let waiting = 0;
  let stepsNotFree = 0;
  let peak = 0;
  const eachStep = async () => {
    if (simulator.counters[COUNTERS.free] !== 1) stepsNotFree++;
    waiting += simulator.counters[COUNTERS.drivenWaiting];
    await broken.count();
  };
  const { timeStep, stepsPerFrame } = parameters;
  const frames = Math.ceil((run.time + 1.5) / (timeStep * stepsPerFrame)) + FRAMES_AFTER;
  for (let frame = 0; frame < frames; frame++) {
    await simulator.frame({ eachStep });
    peak = Math.max(peak, await energyNow());
  }
  const heights = (await backend.read('positions')).slice(3 * own.vertexBase, 3 * end).filter((_, i) => i % 3 === 1);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  const energy = await energyNow();
  await backend.dispose();
  console.log(
    `${JSON.stringify(run)}: from ${lowest.toFixed(4)} to ${highest.toFixed(3)} m; ${energy.toExponential(1)} J, at its peak ${peak.toFixed(1)} J; ${waiting} driven vertices waited`,
  );
  expect({ ...broken.most, stepsNotFree }).toEqual({ piercing: 0, inside: 0, inverted: 0, stepsNotFree: 0 });
  expect(waiting).toBeGreaterThan(0);
  // It lies on the floor, neither hangs in the plate nor has been left crushed. A soft one is flattened by its own weight, to 0.77 of its height.
  expect(Math.abs(lowest)).toBeLessThan(1e-3);
  expect(highest).toBeGreaterThan(1.5 * RADIUS);
  expect(highest).toBeLessThan(2 * RADIUS);
  // It rolls a little for some seconds, as a ball of flat faces does: 0.4 J are 0.15 m/s.
  expect(energy).toBeLessThan(0.4);
  expect(energy).toBeLessThan(0.05 * peak);
});
