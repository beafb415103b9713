import { expect, it } from 'vitest';
import { momentDispatches } from '../../src/simulation/integrators/xpbd/passes.ts';
import { createModel } from '../../src/simulation/world/create-model.ts';
import { moments as stage } from '../../src/simulation/integrators/xpbd/moments.ts';
import { SUM_CHUNK, type State } from '../../src/simulation/state.ts';
import type { World } from '../../src/simulation/world/world.ts';
import { seededRandom } from '../fixtures/box-world.ts';
import { contextOf } from '../fixtures/stages.ts';
import { boxMesh } from '../unit/mesh/box-mesh.ts';
import { largestDifference, runTwins, WORLDS } from './twins.ts';

/** Tolerance of the velocities that spins change, which are some m/s: sums over 100 vertices, and the inverse of an inertia. */
const TOLERANCE = 2e-5;

const run = (world: World, state: State) => {
  const dispatches = momentDispatches(world);
  const twins = { label: 'moments', code: '', stage, world, state, dispatches, read: ['velocities', 'spins'] as const };
  return runTwins(twins, { timeStep: 3.301e-3 });
};

/** Bodies of several chunks, one of whole chunks, and small ones between. */
const large = () =>
  contextOf(
    [
      [9, 9, 9],
      [1, 1, 1],
      [15, 3, 3],
      [2, 1, 1],
    ].map(([x, y, z]) => createModel('box', boxMesh(x, y, z), 1)),
  );
it.each([...WORLDS, ['more than three chunks', large] as const])('moments: %s', async (_, make) => {
  // A collider that touches caps what is given back.
  for (const kind of ['free', 'held', 'touching'] as const) {
    const held = kind === 'held';
    const { world, state } = make();
    if (kind === 'touching') {
      for (let v = 0; v < world.vertexCount; v += 3) state.colliderImpulses[4 * v + 3] = 1;
      for (let i = 0; i < state.velocities.length; i++) state.velocities[i] = 4 * (((i * 13) % 7) / 7 - 0.4);
    }
    for (let i = 0; i < state.moments.length; i++) state.moments[i] = 5 * (((i * 29) % 17) / 17 - 0.4);
    if (held) state.inverseMasses[world.bodies[world.bodies.length - 1].vertexBase + 2] = 0;
    const { kernel, twin, perturbed } = await run(world, state);
    expect(largestDifference(kernel.velocities, twin.velocities)).toBeLessThan(TOLERANCE);
    const changed = largestDifference(twin.velocities, state.velocities);
    if (held && world.bodies.length === 1) expect(changed).toBe(0);
    else {
      expect(changed).toBeGreaterThan((kind === 'touching' ? 10 : 100) * TOLERANCE);
      // What is capped doesn't depend on the time step.
      if (kind === 'free')
        expect(largestDifference(kernel.velocities, perturbed.velocities)).toBeGreaterThan(TOLERANCE);
    }
  }
});

/** Along the rod, then across it. */
const AXES = [
  [2 / 3, 2 / 3, 1 / 3],
  [-2 / 3, 1 / 3, 2 / 3],
  [1 / 3, -2 / 3, 2 / 3],
];

/** A rod 100 m long, across all axes and away from the origin, with moments of forces on its vertices. */
function rod(thickness: number): { world: World; state: State } {
  const mesh = boxMesh(400, 1, 1);
  const scales = [100 / 400, thickness, thickness];
  const positions = mesh.positions.map((_, i, all) => {
    const first = i - (i % 3);
    return 20 + [0, 1, 2].reduce((sum, k) => sum + AXES[k][i % 3] * scales[k] * all[first + k], 0);
  });
  const { world, state } = contextOf([createModel('rod', { positions, tets: mesh.tets }, thickness)], { dropSpeed: 0 });
  const random = seededRandom(7);
  for (let i = 0; i < state.moments.length; i += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => state.positions[i + k] - state.positions[k]);
    const [a, b, c] = [random() - 0.5, random() - 0.5, random() - 0.5];
    state.moments.set([y * c - z * b, z * a - x * c, x * b - y * a], i);
  }
  return { world, state };
}

// About the first vertex float32's sums were noise of 1e-7 of the trace, of the size of the inertia about the axis.
it.each([1, 0.1, 0.03, 1e-3])('moments: an oblique rod 100 m long and %d m thick', async (thickness) => {
  const { world, state } = rod(thickness);
  expect(world.vertexCount).toBeGreaterThan(3 * SUM_CHUNK);
  const { kernel, twin } = await run(world, state);
  const along = (vectors: ArrayLike<number>, k: number, v = 0) =>
    AXES[k].reduce((sum, n, i) => sum + n * vectors[3 * v + i], 0);
  const masses = state.inverseMasses.map((w) => 1 / w);
  const mass = masses.reduce((sum, m) => sum + m, 0);
  const sum = (f: (v: number) => number) => masses.reduce((total, m, v) => total + m * f(v), 0);
  const centre = sum((v) => along(state.positions, 0, v)) / mass;
  const inertia = sum((v) => (along(state.positions, 0, v) - centre) ** 2) + (mass * thickness ** 2) / 4;
  for (const k of [1, 2]) {
    const lost = masses.reduce((total, _, v) => total + along(state.moments, k, v), 0);
    // The corners' masses aren't quite symmetric about the axis.
    for (const { spins } of [kernel, twin]) expect(along(spins, k) / (-lost / 3.3e-3 / inertia)).toBeCloseTo(1, 2);
    expect(along(kernel.spins, k) / along(twin.spins, k)).toBeCloseTo(1, 3);
  }
  // About the axis positions themselves, rounded to 4e-6 m, say less and less.
  expect(along(kernel.spins, 0) / along(twin.spins, 0)).toBeCloseTo(1, thickness < 0.1 ? 0 : 1);
});
