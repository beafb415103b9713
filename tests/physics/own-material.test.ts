import { cases } from '../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import type { OwnMaterial } from '../../src/simulation/world/material.ts';
import { MATERIALS, type SimulationParameters } from '../../src/simulation/parameters.ts';
import { box, type Physics, physics, placed } from './bodies.ts';

/** Mean over a body's vertices, by their masses: its place [m] and velocity [m/s]. */
function centre(
  { world, state, masses }: Physics,
  body: number,
): { place: number[]; velocity: number[]; mass: number } {
  const first = world.bodies[body].vertexBase;
  const end = world.bodies[body + 1]?.vertexBase ?? world.vertexCount;
  const sums = { place: [0, 0, 0], velocity: [0, 0, 0], mass: 0 };
  for (let v = first; v < end; v++) {
    sums.mass += masses[v];
    for (let k = 0; k < 3; k++) {
      sums.place[k] += masses[v] * (state.positions[3 * v + k] + state.remainders[3 * v + k]);
      sums.velocity[k] += masses[v] * state.velocities[3 * v + k];
    }
  }
  for (let k = 0; k < 3; k++) {
    sums.place[k] /= sums.mass;
    sums.velocity[k] /= sums.mass;
  }
  return sums;
}

const shifted = (name: string, mesh: ReturnType<typeof box>, shift: readonly number[], material: OwnMaterial = {}) => ({
  ...placed(name, mesh, (x, y, z) => [x + shift[0], y + shift[1], z + shift[2]]),
  material,
});

describe.each(MATERIALS)('two boxes that fall on a floor, %s', (material) => {
  const own: OwnMaterial = {
    material,
    ...{ youngsModulus: 3e5, poissonRatio: 0.3, springStiffness: 2e4, materialDamping: 1e-3 },
    ...{ density: 700, staticFriction: 0.7, dynamicFriction: 0.6 },
  };
  const mesh = box(3, 2, 2, 0.1);
  const run = async (changed: Partial<SimulationParameters>, materials: readonly OwnMaterial[]) => {
    const bodies = [
      shifted('lower', mesh, [0, 0.01, 0], materials[0]),
      shifted('upper', mesh, [0.12, 0.215, 0.03], materials[1]),
    ];
    const body = await physics(bodies, { dropSpeed: 1, ...changed }, { planes: [{ normal: [0, 1, 0], offset: 0 }] });
    await body.run(cases(40, 20));
    return body;
  };

  it('that say all of their material themselves move as if the scene said it, to the bit', async () => {
    const scenes = await run(own, [{}, {}]);
    const owned = await run({}, [own, own]);
    expect(owned.world.materials).toHaveLength(2);
    expect(owned.state.positions).toEqual(scenes.state.positions);
    expect(owned.state.velocities).toEqual(scenes.state.velocities);
    expect((await run({}, [{}, {}])).state.positions).not.toEqual(scenes.state.positions);
  });

  it('or the one of them and the scene the other one', async () => {
    const scenes = await run(own, [{}, {}]);
    // Contacts of the two take coefficients of both, which are the same.
    const mixed = await run(own, [{}, own]);
    expect(mixed.state.positions).toEqual(scenes.state.positions);
  });
});

it('hanging bars of their own stretch by density g L^2 / (2 E) each, whatever the scene says and as it changes', async () => {
  const [gravity, length] = [1, 0.5];
  const mesh = box(2, 10, 2, 0.05);
  const materials: OwnMaterial[] = [
    { youngsModulus: 1e6, density: 1000 },
    { youngsModulus: 4e6, density: 1000 },
    { youngsModulus: 1e6, density: 2000 },
  ];
  const bars = materials.map((material, i) => shifted('bar', mesh, [i, 0, 0], { poissonRatio: 0, ...material }));
  const body = await physics(
    bars,
    { mode: 'off', gravity, materialDamping: 0, velocityDamping: 50, timeStep: 1e-3, iterations: 8 },
    { held: (_, y) => y > length * (1 - 1e-6) },
  );
  body.simulator.setParameters({ youngsModulus: 1e4, poissonRatio: 0.49 });
  await body.run(400);
  const lowest = Array.from(mesh.positions.keys()).filter((i) => i % 3 === 1 && mesh.positions[i] === 0);
  const count = mesh.positions.length;
  const { positions, remainders } = body.state;
  materials.forEach(({ youngsModulus = 1, density = 1 }, i) => {
    const sunk = lowest.reduce((sum, at) => sum - positions[i * count + at] - remainders[i * count + at], 0);
    const expected = (density * gravity * length ** 2) / (2 * youngsModulus);
    expect(sunk / lowest.length / expected).toBeGreaterThan(0.97);
    expect(sunk / lowest.length / expected).toBeLessThan(1.03);
  });
});

describe('blocks on a slope of 0.4', () => {
  const tangent = 0.4;
  const cos = 1 / Math.sqrt(1 + tangent * tangent);
  const sin = tangent * cos;
  const mesh = box(3, 2, 3, 0.1);
  const onSlope = (z0: number, friction: number) => ({
    ...placed('block', mesh, (x, y, z) => [cos * x + sin * y, -sin * x + cos * y, z + z0]),
    material: { staticFriction: friction, dynamicFriction: friction },
  });

  it.each([0, 2])('stick and slide by coefficients of their own, where the scene says %d', async (friction) => {
    const scene = { staticFriction: friction, dynamicFriction: friction };
    const changed = { mode: 'off', velocityDamping: 0, youngsModulus: 1e6, ...scene } as const;
    const planes = [{ normal: [sin, cos, 0], offset: 0 }] as const;
    const body = await physics([onSlope(0, 0.8), onSlope(1, 0.1)], changed, { planes });
    const down = (i: number) => {
      const { place, velocity } = centre(body, i);
      return { place: cos * place[0] - sin * place[1], speed: cos * velocity[0] - sin * velocity[1] };
    };
    await body.run(200);
    const before = [down(0), down(1)];
    await body.run(200);
    expect(Math.abs(down(0).place - before[0].place)).toBeLessThan(1e-4);
    const acceleration = (down(1).speed - before[1].speed) / (200 * body.simulator.parameters.timeStep);
    expect(acceleration / (9.81 * (sin - 0.1 * cos))).toBeGreaterThan(0.98);
    expect(acceleration / (9.81 * (sin - 0.1 * cos))).toBeLessThan(1.02);
  });
});

it('a block slows down on another one by the geometric mean of their coefficients', async () => {
  /** Speed that a block loses on a plate [m/s]. */
  const slowed = async (onPlate: number, onBlock: number) => {
    const friction = (mu: number) => ({ staticFriction: mu, dynamicFriction: mu });
    const plate = shifted('plate', box(8, 1, 3, 0.25), [-1, -0.25, -0.375], friction(onPlate));
    const block = shifted('block', box(2, 1, 2, 0.1), [-0.8, 1e-3, -0.1], friction(onBlock));
    const body = await physics(
      [plate, block],
      { velocityDamping: 0, youngsModulus: 1e6, ...friction(0), timeStep: 1e-3 },
      { held: (_, y) => y < -0.2 },
    );
    const first = body.world.bodies[1].vertexBase;
    for (let v = first; v < body.world.vertexCount; v++) body.state.velocities[3 * v] = 2;
    await body.run(150);
    return 2 - centre(body, 1).velocity[0];
  };
  const equal = await slowed(0.4, 0.4);
  expect((await slowed(0.8, 0.2)) / equal).toBeCloseTo(1, 2);
  expect((await slowed(0.2, 0.8)) / equal).toBeCloseTo(1, 2);
  expect(await slowed(0.2, 0.2)).toBeLessThan(0.7 * equal);
  expect(await slowed(0.8, 0)).toBeLessThan(0.5 * equal);
});

it('bodies of different density that collide change their speeds inversely to their masses', async () => {
  const mesh = box(4, 2, 2, 0.1);
  const light = shifted('bar', mesh, [-0.45, 0, 0], { density: 500 });
  const heavy = shifted('bar', mesh, [0.03, 0.03, 0.02], { density: 2000 });
  const body = await physics([light, heavy], { gravity: 0, velocityDamping: 0 });
  const volume = 0.4 * 0.2 * 0.2;
  expect(centre(body, 0).mass).toBeCloseTo(500 * volume, 4);
  expect(centre(body, 1).mass).toBeCloseTo(2000 * volume, 4);
  const second = body.world.bodies[1].vertexBase;
  for (let v = 0; v < second; v++) body.state.velocities[3 * v] = 2;
  await body.run(100);
  const [slower, faster] = [2 - centre(body, 0).velocity[0], centre(body, 1).velocity[0]];
  expect(faster).toBeGreaterThan(0.3);
  expect(slower / faster).toBeCloseTo(4, 3);
});
