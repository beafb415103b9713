import { describe, expect, it } from 'vitest';
import { springs as stage } from '../../src/simulation/constraints/springs/springs.ts';
import { SPRINGS } from '../../src/simulation/constraints/springs/passes.ts';
import { defaultParameters, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { OWN_KIND } from '../../src/simulation/state.ts';
import { vertexEnd } from '../../src/simulation/world/world.ts';
import { cross } from '../fixtures/vectors.ts';
import { planarWorld } from '../fixtures/planar.ts';
import { dispatchesOf } from './harness.ts';
import { largestDifference, runTwins, stir } from './twins.ts';

/** float32 rounds positions up to 8 m to 5e-7 m once a colour, of which a vertex has some twenty, and stiff elements hand it on. */
const TOLERANCE = 5e-6;
/** Tolerance as a share of the largest multiplier, for the same reason. */
const SHARE = 2e-5;

const SCENE: Partial<SimulationParameters> = { springStiffness: 1e4, areaStiffness: 3e4, materialDamping: 2e-3 };

const twinsOf = (made: ReturnType<typeof planarWorld>, parameters: Partial<SimulationParameters>) => {
  const [pass] = SPRINGS.solve({ ...defaultParameters(), ...parameters }, made.world);
  const read = ['positions', 'multipliers', 'moments'] as const;
  const dispatches = dispatchesOf(pass, made.world);
  return { label: 'areas', code: '', stage, ...made, parameters, argument: OWN_KIND, dispatches, read };
};

/** Moves x0 a little away from x, within the plane, and holds some vertices. */
function stirInPlane({ state }: ReturnType<typeof planarWorld>): void {
  stir(state);
  for (let i = 2; i < state.positionsT0.length; i += 3) state.positionsT0[i] = 0;
}

describe('an iteration of springs and areas', () => {
  const CASES = [0, 1, 5].flatMap((cells) => [1e2, 3e4, 1e6].map((areaStiffness) => [cells, areaStiffness] as const));
  it.each(CASES)('%i cells, %f N/m', async (cells, areaStiffness) => {
    const made = planarWorld({ cells });
    stirInPlane(made);
    const run = await runTwins(twinsOf(made, { ...SCENE, areaStiffness }), { areaStiffness: 1.5 * areaStiffness });
    expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
    expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
    const largest = Math.max(...run.twin.multipliers.map(Math.abs));
    expect(largest).toBeGreaterThan(0);
    expect(largestDifference(run.kernel.multipliers, run.twin.multipliers)).toBeLessThan(SHARE * largest);
  });

  it('the scene’s damping tells, and a stiffness of 0', async () => {
    const made = planarWorld();
    stirInPlane(made);
    for (const changed of [{ materialDamping: 0.1 }, { areaStiffness: 0 }]) {
      const run = await runTwins(twinsOf(made, { ...SCENE, ...changed }), SCENE);
      expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
      expect(largestDifference(run.kernel.positions, run.perturbed.positions)).toBeGreaterThan(TOLERANCE);
    }
  });

  it('each body’s own material tells', async () => {
    const materials = [{ areaStiffness: 3e6, materialDamping: 4e-3 }, { areaStiffness: 0 }, { areaStiffness: 3e3 }];
    const made = planarWorld({ materials });
    stirInPlane(made);
    const run = await runTwins(twinsOf(made, SCENE));
    expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
    for (const [body, names] of materials.map((material) => Object.keys(material)).entries())
      for (const name of names) {
        const without = materials.map((material, i) => (i === body ? { ...material, [name]: undefined } : material));
        const { world } = planarWorld({ materials: without });
        const changed = await runTwins({ ...twinsOf({ ...made, world }, SCENE), dispatches: [] });
        expect(largestDifference(changed.twin.positions, run.twin.positions), name).toBeGreaterThan(TOLERANCE);
      }
  });

  it('its impulses have the moments that the processor finds from its movements', async () => {
    const made = planarWorld();
    const { world, state } = made;
    state.positionsT0.set(state.positions.map((x, i) => (i % 3 === 2 ? 0 : x + 0.05 * (((i * 7) % 5) / 5 - 0.4))));
    const run = await runTwins(twinsOf(made, SCENE));
    for (let body = 0; body < world.bodies.length; body++) {
      let [expected, found] = [0, 0];
      for (let v = world.bodies[body].vertexBase; v < vertexEnd(world, body); v++) {
        const moved = run.twin.materialMoves.subarray(3 * v, 3 * v + 3);
        expected += cross(state.positionsT0.subarray(3 * v, 3 * v + 3), moved)[2] / state.inverseMasses[v];
        found += run.kernel.moments[3 * v + 2];
      }
      expect(Math.abs(expected)).toBeGreaterThan(1e-5);
      expect(Math.abs(found / expected - 1)).toBeLessThan(1e-3);
    }
  });

  it('a body that is flat, and two corners at one place', async () => {
    const made = planarWorld({ shake: 0 });
    const { positions } = made.state;
    for (let i = 1; i < positions.length; i += 3) positions[i] = 0;
    made.state.positionsT0.set(positions);
    const run = await runTwins(twinsOf(made, { ...SCENE, springStiffness: 0.1 }));
    expect(largestDifference(run.twin.positions, positions)).toBeGreaterThan(0.01);
    expect(largestDifference(run.kernel.positions, run.twin.positions)).toBeLessThan(TOLERANCE);
  });
});
