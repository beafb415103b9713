import { cases, isFull, some } from '../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { box, onCpu, type Physics, physics, placed } from './bodies.ts';
import {
  AROUND,
  collide,
  DYNAMIC,
  edgeOn,
  expectKeptMomenta,
  fallWithoutCrossing,
  FLOOR,
  heldByGuarantee,
  OFFSET,
  overBall,
  sheet,
  STATIC,
  watch,
} from './sheet-laws.ts';

// Takes long: sheets fall and crumple, for hundreds of steps.

const GRAVITY = 9.81;

function fastest({ state, masses }: Physics): number {
  let greatest = 0;
  for (let v = 0; v < masses.length; v++)
    if (masses[v] > 0) greatest = Math.max(greatest, Math.hypot(...state.velocities.subarray(3 * v, 3 * v + 3)));
  return greatest;
}

describe('a sheet never crosses', () => {
  // In the first tier, as many steps as a sheet needs to fall.
  fallWithoutCrossing(cases(1000, 250), cases(1000, 50));

  const hard = { n: cases(12, 8), speed: 20 };
  const throws: Parameters<typeof heldByGuarantee>[2] = [
    ['hard on the floor', edgeOn, { ...hard, changed: { contacts: 'in-the-loop' } }],
    ['hard on the floor, with contacts at the end of steps', edgeOn, { ...hard, changed: { contacts: 'end-of-step' } }],
    ['hard on the floor, without a gap', edgeOn, { ...hard, changed: { contactOffset: 0 } }],
    ['hard on the floor, as cloth', edgeOn, { ...hard, kind: 'cloth' }],
    ['on a ball, without a gap', overBall, { ...hard, changed: { contactOffset: 0 } }],
    ['on a ball, by implicit Euler', overBall, { ...hard, changed: { integrator: 'implicit-euler' } }],
    ['on a ball, as cloth without a gap', overBall, { ...hard, kind: 'cloth', changed: { contactOffset: 0 } }],
  ];
  heldByGuarantee(onCpu, cases(20, 12), some(throws, 2));
});

describe('two sheets that collide in free space', () => {
  const speeds = [
    [2, 'cloth'],
    [2, 'sheet'],
    [0.5, 'sheet'],
    [10, 'sheet'],
  ] as const;
  it.each(some(speeds, 2))(
    'at %d m/s keep their momenta, where the guarantee is not needed: %s',
    async (speed, kind) => {
      expectKeptMomenta(await collide(onCpu, { speed, kind }));
    },
  );

  it('keep their sum of momenta at 10 m/s without a gap, too, where the guarantee does most of the work', async () => {
    const seen = await collide(onCpu, { speed: 10, changed: { contactOffset: 0 } });
    expect(seen.piercing).toBe(0);
    expect(seen.pushed).toBeGreaterThan(100);
    expect(seen.linear).toBeLessThan(1e-4);
    expect(seen.angular).toBeLessThan(0.3);
  });
});

describe('a pile of sheets at rest:', () => {
  // Gravity adds 32 mm/s a step. Without contacts between elements that are near, a single sheet jittered at 0.9 m/s.
  const layers = [
    [1, 'in-the-loop', 3e-3],
    [1, 'end-of-step', 3e-3],
    [2, 'in-the-loop', 15e-3],
    [2, 'end-of-step', 30e-3],
  ] as const;
  it.each(some(layers, 2))('of %d on a box does not jitter, with contacts %s', async (count, contacts, bound) => {
    const slab = placed('box', box(4, 1, 4, 0.2), (x, y, z) => [x - 0.4, y - 0.2, z - 0.4]);
    const lower = sheet(10, 0.6, (x, _, z) => [x, 0.01, z]);
    const upper = sheet(8, 0.4, (x, _, z) => [x + 0.03, 0.02, z + 0.01]);
    const held = (_x: number, y: number) => y < 0.005;
    const body = await physics([slab, lower, upper].slice(0, 1 + count), { ...AROUND, contacts }, { held });
    await body.run(cases(200, 100));
    let most = 0;
    for (let i = 0; i < cases(200, 40); i++) {
      await body.simulator.step();
      most = Math.max(most, fastest(body));
    }
    expect(most).toBeLessThan(bound);
    const { state, world } = body;
    for (let v = world.bodies[1].vertexBase; v < world.vertexCount; v++) {
      const layer = v < (world.bodies[2]?.vertexBase ?? Infinity) ? 1 : 2;
      expect(Math.abs(state.positions[3 * v + 1] - layer * OFFSET)).toBeLessThan(0.1 * OFFSET);
    }
  });

  it.runIf(isFull)('one, crumpled on the floor, lies about as still as its springs let it', async () => {
    const body = await edgeOn(onCpu, { n: 12, speed: 0, changed: { velocityDamping: 2 } });
    await body.run(1200);
    let sum = 0;
    for (let i = 0; i < 200; i++) {
      await body.simulator.step();
      sum += fastest(body) / 200;
    }
    // Its springs alternate by 0.04 m/s. It was 0.1 m/s when contacts that nothing pressed yet weren't kept (NEARNESS).
    expect(sum).toBeLessThan(0.06);
  });
});

describe('a sheet on a slope', () => {
  const onSlope = async (tangent: number, contacts: SimulationParameters['contacts'], slip: number) => {
    const cos = 1 / Math.sqrt(1 + tangent * tangent);
    const sin = tangent * cos;
    const tilt = (x: number, y: number, z: number) => [cos * x + sin * y, -sin * x + cos * y, z];
    const slab = placed('slab', box(12, 1, 2, 0.25), (x, y, z) => tilt(x - 0.5, y - 0.25, z - 0.25));
    const friction = { staticFriction: STATIC, dynamicFriction: slip };
    const cloth = sheet(6, 0.3, (x, _, z) => tilt(x, OFFSET, z), friction);
    const held = (x: number, y: number) => sin * x + cos * y < 0.001;
    const body = await physics([slab, cloth], { ...AROUND, ...friction, contacts, velocityDamping: 0 }, { held });
    /** Place and speed of its centre of mass down the slope. */
    const along = () => {
      const sums = [0, 0, 0];
      body.masses.forEach((m, v) => {
        sums[0] += m;
        for (const [i, x] of [body.state.positions, body.state.velocities].entries())
          sums[1 + i] += m * (cos * x[3 * v] - sin * x[3 * v + 1]);
      });
      return [sums[1] / sums[0], sums[2] / sums[0]];
    };
    return { body, along, sin, cos };
  };

  const schedules = ['in-the-loop', 'end-of-step'] as const;
  const holds = [0.2, 0.4, 0.48].flatMap((tangent) => schedules.map((contacts) => [tangent, contacts] as const));
  it.each(some(holds, 2))(
    'of %d does not creep where friction holds it, with contacts %s',
    async (tangent, contacts) => {
      const { body, along } = await onSlope(tangent, contacts, tangent < DYNAMIC + 0.01 ? DYNAMIC : STATIC);
      await body.run(100); // it settles
      const [before] = along();
      await body.run(cases(200, 50));
      const [after, speed] = along();
      expect(Math.abs(after - before)).toBeLessThan(1e-6);
      expect(Math.abs(speed)).toBeLessThan(1e-5);
    },
  );

  const slides = [0.6, 0.8].flatMap((tangent) => schedules.map((contacts) => [tangent, contacts] as const));
  it.each(some(slides, 2))('of %d slides as Coulomb says, with contacts %s', async (tangent, contacts) => {
    const { body, along, sin, cos } = await onSlope(tangent, contacts, DYNAMIC);
    await body.run(100);
    const [, before] = along();
    const steps = cases(150, 75);
    await body.run(steps);
    const [, after] = along();
    const acceleration = (after - before) / (steps * body.simulator.parameters.timeStep);
    expect(acceleration / (GRAVITY * (sin - DYNAMIC * cos))).toBeCloseTo(1, 2);
  });
});

it('a fine sheet, whose edges are shorter than its thickness, keeps its size and falls flat', async () => {
  const cloth = sheet(cases(12, 8), 0.036, (x, _, z) => [x, 0.003 + 1e-3 * Math.sin(300 * x), z]);
  const body = await physics([cloth], { ...AROUND, contactOffset: 8e-3, velocityDamping: 5 }, { planes: FLOOR });
  const seen = await watch(body, cases(150, 100));
  expect(seen).toEqual({ piercing: 0, truncated: 0, pushed: 0, contacts: 0 });
  const { positions } = body.state;
  for (let i = 0; i < positions.length; i += 3) {
    expect(Math.abs(positions[i])).toBeLessThan(0.0185);
    expect(positions[i + 1]).toBeLessThan(2e-3);
  }
});
