import { describe, expect, it } from 'vitest';
import { CpuBackend } from '../../src/cpu/cpu-backend.ts';
import { onThisThread } from '../../src/engine/inline-pool.ts';
import { createGpuBackend } from '../../src/gpu/gpu-backend.ts';
import { cloth as stage } from '../../src/simulation/constraints/cloth/cloth.ts';
import { CLOTH } from '../../src/simulation/constraints/cloth/passes.ts';
import { defaultParameters, MATERIALS, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { OWN_KIND } from '../../src/simulation/state.ts';
import { step } from '../../src/simulation/step.ts';
import { vertexEnd } from '../../src/simulation/world/world.ts';
import { seededRandom } from '../fixtures/box-world.ts';
import { clothWorld } from '../fixtures/cloth.ts';
import { cross } from '../fixtures/vectors.ts';
import { copyState, dispatchesOf, sharedDevice } from './harness.ts';
import { largestDifference, runTwins, stir } from './twins.ts';

/** float32 rounds positions up to 8 m to 5e-7 m once a colour, of which a vertex has some twenty, and stiff elements hand it on. */
const TOLERANCE = 5e-6;
/** Tolerance as a share of the largest multiplier, for the same reason. */
const SHARE = 2e-5;

const SCENE: Partial<SimulationParameters> = { youngsModulus: 1e5, materialDamping: 2e-3, bendingStiffness: 1 };

const twinsOf = (made: ReturnType<typeof clothWorld>, parameters: Partial<SimulationParameters>) => {
  const [pass] = CLOTH.solve({ ...defaultParameters(), ...parameters }, made.world);
  const read = ['positions', 'multipliers', 'moments'] as const;
  const dispatches = dispatchesOf(pass, made.world);
  return { label: 'cloth', code: '', stage, ...made, parameters, argument: OWN_KIND, dispatches, read };
};

describe('an iteration of cloth', () => {
  const CASES = [0, 1, 6].flatMap((cells) => [1e4, 1e7].map((youngsModulus) => [cells, youngsModulus] as const));
  it.each(CASES)('%i cells, %f Pa', async (cells, youngsModulus) => {
    const made = clothWorld({ cells });
    stir(made.state);
    const run = await runTwins(twinsOf(made, { ...SCENE, youngsModulus }), { youngsModulus: 1.1 * youngsModulus });
    expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
    expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
    const largest = Math.max(...run.twin.multipliers.map(Math.abs));
    expect(largest).toBeGreaterThan(0);
    expect(largestDifference(run.kernel.multipliers, run.twin.multipliers)).toBeLessThan(SHARE * largest);
  });

  it.each(['bendingStiffness', 'materialDamping', 'poissonRatio'] as const)('the scene’s %s tells', async (name) => {
    const made = clothWorld();
    stir(made.state);
    const run = await runTwins(twinsOf(made, { ...SCENE, poissonRatio: 0.3 }), { [name]: 0.1 });
    expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
    expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
  });

  it('each body’s own material tells, also of a cloth that doesn’t resist bending', async () => {
    const materials = [
      { youngsModulus: 3e6, bendingStiffness: 4, materialDamping: 4e-3 },
      { poissonRatio: 0.1, bendingStiffness: 0 },
      { youngsModulus: 3e4 },
    ];
    const made = clothWorld({ materials });
    stir(made.state);
    const run = await runTwins(twinsOf(made, SCENE));
    expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
    for (const [body, names] of materials.map((material) => Object.keys(material)).entries())
      for (const name of names) {
        const without = materials.map((material, i) => (i === body ? { ...material, [name]: undefined } : material));
        const changed = await runTwins({
          ...twinsOf({ ...made, world: clothWorld({ materials: without }).world }, SCENE),
          dispatches: [],
        });
        expect(largestDifference(changed.twin.positions, run.twin.positions), name).toBeGreaterThan(TOLERANCE);
      }
  });

  it('its impulses have the moments that the processor finds from its movements', async () => {
    const made = clothWorld();
    const { world, state } = made;
    const random = seededRandom(5);
    state.positionsT0.set(state.positions.map((x) => x + 0.1 * (random() - 0.5)));
    const run = await runTwins(twinsOf(made, SCENE));
    const expected = (body: number) => {
      const sum = [0, 0, 0];
      for (let v = world.bodies[body].vertexBase; v < vertexEnd(world, body); v++) {
        const moved = run.twin.materialMoves.subarray(3 * v, 3 * v + 3);
        const moment = cross(state.positionsT0.subarray(3 * v, 3 * v + 3), moved);
        for (let k = 0; k < 3; k++) sum[k] += moment[k] / state.inverseMasses[v];
      }
      return sum;
    };
    const found = (body: number) => {
      const sum = [0, 0, 0];
      for (let i = 3 * world.bodies[body].vertexBase; i < 3 * vertexEnd(world, body); i++)
        sum[i % 3] += run.kernel.moments[i];
      return sum;
    };
    const cloths = [...world.bodies.keys()].filter((body) => world.bodies[body].kind === 'cloth');
    expect(cloths.length).toBe(3);
    for (const body of cloths) {
      const scale = Math.hypot(...expected(body));
      expect(scale).toBeGreaterThan(1e-4);
      for (let k = 0; k < 3; k++) expect(Math.abs(found(body)[k] - expected(body)[k]) / scale).toBeLessThan(1e-3);
    }
  });

  it('folds at every angle, and flat triangles', async () => {
    const made = clothWorld({ shake: 0.6 });
    stir(made.state);
    // Two corners at one place.
    made.state.positions.copyWithin(3, 0, 3);
    const run = await runTwins(twinsOf(made, { ...SCENE, youngsModulus: 1e3, bendingStiffness: 0.1 }));
    const apart = run.kernel.positions.map((x, i) => Math.abs(x - run.twin.positions[i])).sort();
    expect(apart[Math.floor(0.9 * apart.length)]).toBeLessThan(TOLERANCE);
    // The normal of a triangle that is hardly wider than float32 resolves is noise; what the triangle does is bounded.
    expect(apart.at(-1)).toBeLessThan(0.05);
  });
});

const WHOLE: readonly Partial<SimulationParameters>[] = [
  ...MATERIALS.map((material) => ({ material, mode: 'off' as const })),
  { mode: 'hybrid', contactOffset: 2e-3 },
];
it.each(WHOLE)('cloth moves on the device as on the processor: %j', async (given) => {
  const parameters = { ...defaultParameters(), ...SCENE, ...given };
  const made = clothWorld({ shake: 0.03, parameters });
  const device = await sharedDevice(made.world);
  const run = async (onDevice: boolean) => {
    const state = copyState(made.world, made.state);
    const pool = onThisThread(made.world, state);
    const { world } = made;
    const backend = onDevice
      ? await createGpuBackend({ world, state, pool, device, adapterName: 'test' })
      : new CpuBackend(pool, 'test');
    for (let n = 0; n < 3; n++) await step(backend, { parameters, grabs: [] });
    const positions = ((await backend.read('positions')) as Float32Array).slice();
    const velocities = ((await backend.read('velocities')) as Float32Array).slice();
    await backend.dispose();
    return { positions, velocities };
  };
  const [gpu, again, cpu] = [await run(true), await run(true), await run(false)];
  expect(again.positions).toEqual(gpu.positions);
  const start = made.state.positions;
  expect(largestDifference(cpu.positions, start)).toBeGreaterThan(1e-3);
  expect(largestDifference(gpu.positions, cpu.positions)).toBeLessThan(2e-5);
  // The angular momentum that steps restore is in the velocities.
  expect(largestDifference(gpu.velocities, cpu.velocities)).toBeLessThan(5e-3);
});
