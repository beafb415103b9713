import { describe, expect, it } from 'vitest';
import type { Placement } from '../../src/index.ts';
import { defaultParameters, MATERIALS, MODES, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { PATH_METHODS } from '../../src/simulation/path/tables.ts';
import { createPlanarModel, inPlane } from '../../src/simulation/world/create-sheet.ts';
import { createPoints, createRope } from '../../src/simulation/world/create-rope.ts';
import { box, physics, placed } from './bodies.ts';

// Ropes and bodies of points have no faces, points no edges either: no stage may stumble over them.

const CELL = 0.2;

/** A box between a rope of space and points, all of which overlap; `alone` leaves the box out. */
function crowd(alone = false): Placement[] {
  const rope = createRope('rope', [-0.3, 0.1, 0.1, 0.1, 0.1, 0.1, 0.5, 0.15, 0.1, 0.7, 0.1, 0.3], {
    thickness: 0.02,
    dimension: 3,
  });
  const points = createPoints('points', [0.1, 0.5, 0.1, 0.3, 0.35, 0.3, 0.2, 0.2, 0.2], { dimension: 3 });
  const bodies = [rope, points].map((model) => ({ model, positions: model.mesh.positions.slice() }));
  return alone ? bodies : [bodies[0], placed('box', box(2, 2, 2, CELL)), bodies[1]];
}

const CASES: readonly Partial<SimulationParameters>[] = [
  ...MODES.flatMap((mode) => MATERIALS.map((material) => ({ mode, material }))),
  ...PATH_METHODS.map((pathMethod) => ({ mode: 'hybrid' as const, pathMethod, contactPoints: 'edges' as const })),
  { mode: 'ccd', contactOffset: 5e-3, contacts: 'end-of-step' },
  { mode: 'ccd', selfCulling: 'cones', crossedEdges: 'part' },
  { mode: 'hybrid', integrator: 'implicit-euler', solver: 'newton' },
  { mode: 'off', integrator: 'implicit-euler', pressure: 1e3 },
];

describe('bodies without faces', () => {
  it.each(CASES)('are stepped and measured beside a volume: %j', async (given) => {
    const planes = [{ normal: [0, 1, 0] as const, offset: -0.2 }];
    const body = await physics(crowd(), { ...given, timeStep: 2e-3 }, { planes });
    body.simulator.setGrabs([{ vertex: 0, radius: 0.5, target: [-0.4, 0.3, 0] }]);
    const row = await body.simulator.frame({ steps: 12, piercing: true, hash: true });
    expect(Number.isFinite(row.kineticEnergy)).toBe(true);
    expect(body.state.positions.every(Number.isFinite)).toBe(true);
  });

  it.each(MODES)('fall freely by themselves: %s', async (mode) => {
    const body = await physics(crowd(true), { mode, velocityDamping: 0 });
    await body.run(30);
    const fallen = -9.81 * 30 * defaultParameters().timeStep;
    // The points hold one another by nothing.
    expect(body.state.velocities[3 * 4 + 1] / fallen).toBeCloseTo(1, 4);
  });

  it.each(MODES)('stay in the plane to the last bit, with a body of triangles: %s', async (mode) => {
    const rope = createRope('rope', [0, 0.5, 0.3, 0.5, 0.6, 0.5], { thickness: 0.02 });
    const border = createPoints('border', [-1, -1, 2, -1, 2, 2, -1, 2]);
    const triangle = createPlanarModel(
      'triangle',
      { positions: Float32Array.of(0, 0, 1, 0, 0, 1), triangles: Uint32Array.of(0, 1, 2) },
      0.1,
    );
    const placements = [rope, border, triangle].map((model) => ({ model, positions: model.mesh.positions.slice() }));
    expect(placements[2].positions).toEqual(inPlane(Float32Array.of(0, 0, 1, 0, 0, 1)));
    const body = await physics(placements, { mode, contactPoints: 'edges' });
    const row = await body.simulator.frame({ steps: 12, piercing: true, hash: true });
    expect(row.hash).toBeDefined();
    const zs = [...body.state.positions, ...body.state.velocities].filter((_, i) => i % 3 === 2);
    expect(new Set(zs.map(Math.abs))).toEqual(new Set([0]));
  });

  it('points without volume stay where they are', async () => {
    const model = createPoints('border', [0, 0, 1, 0], { volume: 0 });
    const body = await physics([{ model, positions: model.mesh.positions.slice() }], {});
    await body.run(5);
    expect(body.state.positions).toEqual(model.mesh.positions);
  });
});
