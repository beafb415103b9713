import { describe, expect, it } from 'vitest';
import { airMesh } from '../../src/mesh/air/air-mesh.ts';
import { COUNTERS } from '../../src/simulation/counters.ts';
import { createPlanarModel, inPlane } from '../../src/simulation/world/create-sheet.ts';
import type { Placement } from '../../src/simulation/world/world.ts';
import { box, momenta, type Physics, physics, placed } from './bodies.ts';

const FREE = { gravity: 0, velocityDamping: 0, timeStep: 0.01, mode: 'off' } as const;

/** A square of side 1 in the plane, its lower left corner at (x, y): vertices 0 to 3 counter-clockwise. */
function square(x: number, y: number): Placement {
  const positions = Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1);
  const model = createPlanarModel('square', { positions, triangles: Uint32Array.of(0, 1, 2, 0, 2, 3) }, 0.1);
  return { model, positions: inPlane(positions.map((value, i) => value + (i % 2 === 0 ? x : y))) };
}

/** Throws body 0 to the right, and body 1 to the left, at a speed [m/s]. */
function throwTogether({ world, state }: Physics, speed: number): void {
  for (let v = 0; v < world.vertexCount; v++) state.velocities[3 * v] = v < world.bodies[1].vertexBase ? speed : -speed;
}

const centre = ({ world, state }: Physics, body: number): number => {
  const first = world.bodies[body].vertexBase;
  const end = world.bodies[body + 1]?.vertexBase ?? world.vertexCount;
  let sum = 0;
  for (let v = first; v < end; v++) sum += state.positions[3 * v] / (end - first);
  return sum;
};

describe('air in the plane', () => {
  // Between the right side of square 0 (vertices 1, 2) and the left side of square 1 (vertices 4, 7).
  const air = airMesh(2, [1, 4, 7, 1, 7, 2]);
  const squares = () => [square(0, 0), square(1.5, 0.2)];

  it('lets squares pass through each other without it, and keeps their order with it', async () => {
    for (const setting of ['off', 'on'] as const) {
      const body = await physics(squares(), { ...FREE, air: setting }, { air });
      throwTogether(body, 2);
      await body.run(100);
      const passed = centre(body, 0) > centre(body, 1);
      expect(passed).toBe(setting === 'off');
    }
  });

  it('keeps momenta, and the plane to the last bit', async () => {
    const body = await physics(squares(), FREE, { air });
    throwTogether(body, 2);
    const before = momenta(body);
    await body.run(60);
    const after = momenta(body);
    const scale = 2 * body.masses.reduce((sum, m) => sum + m, 0);
    for (const kind of ['linear', 'angular'] as const)
      after[kind].forEach((value, k) => {
        expect(Math.abs(value - before[kind][k]) / scale).toBeLessThan(1e-5);
      });
    expect(new Set(body.state.positions.filter((_, i) => i % 3 === 2).map(Math.abs))).toEqual(new Set([0]));
  });

  it('counts inverted elements', async () => {
    const body = await physics(squares(), { ...FREE, air: 'off' }, { air });
    throwTogether(body, 2);
    await body.run(100);
    expect(body.state.counters[COUNTERS.airInverted]).toBe(2);
  });
});

describe('air in space', () => {
  const mesh = box(1, 1, 1, 1);
  /** Air between the faces x = 1 of box 0 and x = 1.5 of box 1: the five tetrahedra of a cube with those corners. */
  const corner = (x: number, y: number, z: number) => {
    const at = [x, y, z];
    for (let v = 0; v < mesh.positions.length / 3; v++)
      if (at.every((value, k) => mesh.positions[3 * v + k] === value)) return v;
    throw new Error('no such corner');
  };
  const count = mesh.positions.length / 3;
  const left = (y: number, z: number) => corner(1, y, z);
  const right = (y: number, z: number) => count + corner(0, y, z);
  const air = airMesh(
    3,
    [
      [left(0, 0), right(0, 0), left(1, 0), left(0, 1)],
      [right(1, 0), left(1, 0), right(0, 0), right(1, 1)],
      [right(0, 1), right(0, 0), left(0, 1), right(1, 1)],
      [left(1, 1), left(0, 1), left(1, 0), right(1, 1)],
      [left(1, 0), right(0, 0), right(1, 1), left(0, 1)],
    ].flat(),
  );
  const boxes = () => [placed('left', mesh), placed('right', mesh, (x, y, z) => [x + 1.5, y + 0.1, z + 0.2])];

  it('keeps the order of boxes, and momenta', async () => {
    for (const setting of ['off', 'on'] as const) {
      const body = await physics(boxes(), { ...FREE, air: setting }, { air });
      expect(body.world.air.elements.length).toBe(20);
      throwTogether(body, 2);
      const before = momenta(body);
      await body.run(100);
      expect(centre(body, 0) > centre(body, 1)).toBe(setting === 'off');
      const after = momenta(body);
      const scale = 2 * body.masses.reduce((sum, m) => sum + m, 0);
      for (const kind of ['linear', 'angular'] as const)
        after[kind].forEach((value, k) => {
          expect(Math.abs(value - before[kind][k]) / scale).toBeLessThan(1e-4);
        });
    }
  });
});

describe('flatten', () => {
  it('sets all heights to 0 exactly, and lets go', async () => {
    const body = await physics([placed('box', box(2, 2, 2, 0.5), (x, y, z) => [x, y + 1, z])], {
      ...FREE,
      flatten: true,
    });
    await body.run(3);
    expect(body.state.positions.filter((_, i) => i % 3 === 1).every((y) => y === 0)).toBe(true);
    body.simulator.setParameters({ flatten: false });
    await body.run(200);
    const heights = body.state.positions.filter((_, i) => i % 3 === 1);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.9);
  });
});
