import { describe, expect, it } from 'vitest';
import { createPlanarModel, inPlane } from '../../src/simulation/world/create-sheet.ts';
import { createWorld, type Placement } from '../../src/index.ts';
import { rectangle } from '../fixtures/planar.ts';
import { box, momenta, type Physics, physics, placed } from './bodies.ts';

const GRAVITY = 9.81;
const TIME_STEP = 3.3e-3;
const CALM = { velocityDamping: 0, timeStep: TIME_STEP, gravity: GRAVITY, springStiffness: 2e4 } as const;

const block = (map = (x: number, y: number) => [x, y]): Placement => {
  const mesh = rectangle(6, 3, 0.1);
  const positions = inPlane(mesh.positions);
  for (let i = 0; i < positions.length; i += 3) positions.set(map(positions[i], positions[i + 1]), i);
  return { model: createPlanarModel('block', mesh, 0.1), positions };
};

const zs = ({ state }: Physics) => [...state.positions, ...state.velocities].filter((_, i) => i % 3 === 2);

/** Speed of the centre of mass along a direction [m/s]. */
function speedAlong(body: Physics, direction: readonly number[]): number {
  const { linear } = momenta(body);
  const mass = body.masses.reduce((sum, m) => sum + m, 0);
  return linear.reduce((sum, p, k) => sum + (p * direction[k]) / mass, 0);
}

describe('a world in the plane', () => {
  it('keeps momenta of a spinning body, and stays in the plane to the last bit', async () => {
    const body = await physics([block((x, y) => [x + 1, y + 0.5])], { ...CALM, gravity: 0 });
    const { state, masses } = body;
    for (let v = 0; v < masses.length; v++) {
      const [x, y] = state.positions.subarray(3 * v, 3 * v + 2);
      state.velocities.set([0.3 - 5 * (y - 0.65), 0.1 + 5 * (x - 1.3) + 2 * (y - 0.65), 0], 3 * v);
    }
    const before = momenta(body);
    await body.run(600);
    const after = momenta(body);
    for (const kind of ['linear', 'angular'] as const) {
      const scale = Math.hypot(...before[kind]);
      after[kind].forEach((x, k) => {
        expect(Math.abs(x - before[kind][k]) / scale).toBeLessThan(1e-5);
      });
    }
    expect(new Set(zs(body).map(Math.abs))).toEqual(new Set([0]));
  });

  it.each([
    [0.6, 0.4],
    [1.2, 0.4],
    [0.3, 0],
  ])('a block on a slope of %d slides by g (sin - %d cos)', async (tangent, mu) => {
    const cos = 1 / Math.sqrt(1 + tangent * tangent);
    const sin = tangent * cos;
    const planes = [{ normal: [sin, cos, 0], offset: 0 }] as const;
    const changed = { ...CALM, staticFriction: mu, dynamicFriction: mu };
    const body = await physics([block((x, y) => [cos * x + sin * y, -sin * x + cos * y])], changed, { planes });
    await body.run(200); // it settles
    const before = speedAlong(body, [cos, -sin, 0]);
    await body.run(200);
    const acceleration = (speedAlong(body, [cos, -sin, 0]) - before) / (200 * TIME_STEP);
    expect(Math.abs(acceleration / (GRAVITY * (sin - mu * cos)) - 1)).toBeLessThan(0.02);
    expect(new Set(zs(body).map(Math.abs))).toEqual(new Set([0]));
  });

  it('stays in the plane where a person pulls out of it', async () => {
    const body = await physics([block()], CALM);
    body.simulator.setGrabs([{ vertex: 0, target: [-0.2, 0.1, 0.3] }]);
    await body.run(20);
    expect(Math.abs(body.state.positions[0])).toBeGreaterThan(0.05);
    expect(new Set(zs(body).map(Math.abs))).toEqual(new Set([0]));
  });

  it('takes neither bodies of space nor what is out of the plane', () => {
    const plane = block();
    const mixed = [plane, placed('box', box(1, 1, 1, 0.1))];
    expect(() => createWorld(mixed, [])).toThrow('Body 1 (box) has 3 dimensions, expected 2 as body 0 has');
    const above = { ...plane, positions: plane.positions.map((x, i) => (i === 5 ? 0.5 : x)) };
    expect(() => createWorld([above], [])).toThrow('Body 0 (block) is in the plane and has z = 0.5 m, expected 0');
    expect(() => createWorld([plane], [{ normal: [0, 0.6, 0.8], offset: 0 }])).toThrow(
      'Collider 0 of a world in the plane has z = 0.8, expected 0',
    );
    const turned = { ...rectangle(1, 1, 1), triangles: Uint32Array.of(0, 1, 3, 0, 2, 3) };
    expect(() => createPlanarModel('turned', turned, 1)).toThrow(
      'Triangle 1 of turned has area -0.5 m^2, expected a positive one',
    );
  });
});
