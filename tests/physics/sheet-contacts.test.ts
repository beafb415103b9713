import { describe, expect, it } from 'vitest';
import { createSheet } from '../../src/simulation/world/create-sheet.ts';
import { countPiercing } from '../../src/simulation/diagnostics/measure.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { COUNTERS } from '../../src/simulation/state.ts';
import type { Placement } from '../../src/simulation/world/world.ts';
import { sheetMesh } from '../fixtures/sheet.ts';
import { box, momenta, type Physics, physics, placed } from './bodies.ts';

const OFFSET = 3e-3;
const STIFFNESS = 60;
const FLOOR = [{ normal: [0, 1, 0], offset: 0 }] as const;
const AROUND: Partial<SimulationParameters> = { mode: 'hybrid', contactOffset: OFFSET, velocityDamping: 0.5 };
const GRAVITY = 9.81;
const STATIC = 0.5;
const DYNAMIC = 0.4;
const CLOTH = { springStiffness: STIFFNESS, density: 300, staticFriction: STATIC, dynamicFriction: DYNAMIC };

type Map = (x: number, y: number, z: number) => readonly number[];

/** A square sheet of n x n cells, 1 mm thick, placed. */
function sheet(n: number, size: number, map: Map, material = {}): Placement {
  const mesh = sheetMesh(n, size / n);
  const positions = mesh.positions.slice();
  for (let i = 0; i < positions.length; i += 3) positions.set(map(positions[i], positions[i + 1], positions[i + 2]), i);
  return { model: createSheet('sheet', mesh, 1e-3), positions, material: { ...CLOTH, ...material } };
}

/** A ball made of a cube's mesh. */
function ball(radius: number, height: number): Placement {
  const cells = 4;
  const half = cells / 2;
  return placed('ball', box(cells, cells, cells, 1), (x, y, z) => {
    const p = [x - half, y - half, z - half];
    const scale = (radius * Math.max(...p.map(Math.abs))) / (half * Math.hypot(...p) || 1);
    return [p[0] * scale, p[1] * scale + height, p[2] * scale];
  });
}

/** Gives all bodies but held vertices a velocity. */
function throwDown({ state, world }: Physics, speed: number): void {
  for (let v = 0; v < world.vertexCount; v++) if (state.inverseMasses[v] > 0) state.velocities[3 * v + 1] -= speed;
}

/** A sheet that stands nearly upright, a little bent, above the floor: thrown down, it crumples. */
const edgeOn = async (n: number, speed: number, changed: Partial<SimulationParameters> = {}) => {
  const bent: Map = (x, _, z) => [0.02 * x * z + 0.01 * z * z + 0.05 * z, x + 0.35, z];
  const body = await physics([sheet(n, 0.6, bent)], { ...AROUND, ...changed }, { planes: FLOOR });
  throwDown(body, speed);
  return body;
};

/** A sheet above a ball that is held. */
const overBall = async (n: number, speed: number, changed: Partial<SimulationParameters> = {}) => {
  const bodies = [ball(0.15, 0.2), sheet(n, 0.6, (x, _, z) => [x + 0.02, 0.4, z])];
  const body = await physics(bodies, { ...AROUND, ...changed }, { planes: FLOOR, held: (_x, y) => y < 0.39 });
  throwDown(body, speed);
  return body;
};

/** Runs steps. @returns the greatest number of edges that cross faces after any step, by exact orientations, and what was cut */
async function watch({ simulator, state }: Physics, steps: number) {
  const seen = { piercing: 0, truncated: 0, contacts: 0 };
  for (let i = 0; i < steps; i++) {
    await simulator.step();
    seen.truncated += state.counters[COUNTERS.truncated];
    seen.contacts += state.counters[COUNTERS.contactsCcd];
    seen.piercing = Math.max(seen.piercing, await countPiercing(simulator.backend));
  }
  return seen;
}

function fastest({ state, masses }: Physics): number {
  let greatest = 0;
  for (let v = 0; v < masses.length; v++)
    if (masses[v] > 0) greatest = Math.max(greatest, Math.hypot(...state.velocities.subarray(3 * v, 3 * v + 3)));
  return greatest;
}

describe('a sheet never crosses', () => {
  it.each(['in-the-loop', 'end-of-step'] as const)(
    'itself, in 1,000 steps after a fall edge-on at 5 m/s, contacts %s',
    async (contacts) => {
      const seen = await watch(await edgeOn(10, 5, { contacts }), 1000);
      expect(seen.piercing).toBe(0);
      expect(seen.contacts).toBeGreaterThan(20);
    },
  );

  it('a ball or itself, in 1,000 steps after a fall at 3 m/s', async () => {
    const seen = await watch(await overBall(10, 3), 1000);
    expect(seen.piercing).toBe(0);
    expect(seen.contacts).toBeGreaterThan(100);
  });

  it.each([
    ['hard on the floor', edgeOn, { contacts: 'in-the-loop' }],
    ['hard on the floor, with contacts at the end of steps', edgeOn, { contacts: 'end-of-step' }],
    ['hard on the floor, without a gap', edgeOn, { contactOffset: 0 }],
    ['on a ball, without a gap', overBall, { contactOffset: 0 }],
    ['on a ball, by implicit Euler', overBall, { integrator: 'implicit-euler' }],
  ] as const)('thrown %s, but only thanks to the fail-safe', async (_, make, changed) => {
    const steps = 20;
    const safe = await watch(await make(12, 20, changed), steps);
    expect(safe.piercing).toBe(0);
    expect(safe.truncated).toBeGreaterThan(50);
    const without = await watch(await make(12, 20, { ...changed, failSafe: false }), steps);
    expect(without.piercing).toBeGreaterThan(20);
    expect(without.truncated).toBe(0);
  });
});

describe('two sheets that collide in free space', () => {
  const collide = async (speed: number, changed: Partial<SimulationParameters>) => {
    const upper = sheet(8, 0.4, (x, _, z) => [x, 0.05 + 0.3 * x + 0.1 * z * z, z]);
    const lower = sheet(8, 0.4, (x, _, z) => [x + 0.07, -0.05 - 0.2 * z + 0.05 * x, z + 0.03]);
    const free = { ...AROUND, gravity: 0, velocityDamping: 0 };
    const body = await physics([upper, lower], { ...free, ...changed });
    const { state, world, masses } = body;
    for (let v = 0; v < world.vertexCount; v++) {
      const isUpper = v < world.bodies[1].vertexBase;
      state.velocities.set([isUpper ? 0.3 * speed : 0, isUpper ? -speed : speed, 0], 3 * v);
    }
    const before = momenta(body);
    const { contacts, truncated, piercing } = await watch(body, 120);
    const after = momenta(body);
    // Shares of the momentum that the two bring along, and of that at the radius of a sheet.
    const whole = masses.reduce((sum, m) => sum + m * speed, 0);
    const change = (name: 'linear' | 'angular', unit: number) =>
      Math.hypot(...after[name].map((x, k) => x - before[name][k])) / unit;
    return { contacts, truncated, piercing, linear: change('linear', whole), angular: change('angular', 0.2 * whole) };
  };

  it.each([0.5, 2, 10])('at %d m/s keep their momenta, where the fail-safe is not needed', async (speed) => {
    const seen = await collide(speed, {});
    expect(seen.contacts).toBeGreaterThan(100);
    expect(seen.truncated).toBe(0);
    expect(seen.piercing).toBe(0);
    // float32 rounds positions of 0.2 m to 1e-8 m, velocities in 3.3 ms to 1e-5 m/s; over all vertices the errors cancel out.
    expect(seen.linear).toBeLessThan(1e-6);
    expect(seen.angular).toBeLessThan(1e-6);
  });

  it('lose momentum to the fail-safe: much at 10 m/s without a gap, where it does most of the work', async () => {
    const seen = await collide(10, { contactOffset: 0 });
    expect(seen.piercing).toBe(0);
    expect(seen.truncated).toBeGreaterThan(100);
    expect(seen.linear).toBeGreaterThan(1e-3);
    expect(seen.linear).toBeLessThan(0.3);
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
  it.each(layers)('of %d on a box does not jitter, with contacts %s', async (count, contacts, bound) => {
    const slab = placed('box', box(4, 1, 4, 0.2), (x, y, z) => [x - 0.4, y - 0.2, z - 0.4]);
    const lower = sheet(10, 0.6, (x, _, z) => [x, 0.01, z]);
    const upper = sheet(8, 0.4, (x, _, z) => [x + 0.03, 0.02, z + 0.01]);
    const held = (_x: number, y: number) => y < 0.005;
    const body = await physics([slab, lower, upper].slice(0, 1 + count), { ...AROUND, contacts }, { held });
    await body.run(200);
    let most = 0;
    for (let i = 0; i < 200; i++) {
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

  it('one, crumpled on the floor, lies about as still as its springs let it', async () => {
    const body = await edgeOn(12, 0, { velocityDamping: 2 });
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
  it.each(holds)('of %d does not creep where friction holds it, with contacts %s', async (tangent, contacts) => {
    const { body, along } = await onSlope(tangent, contacts, tangent < DYNAMIC + 0.01 ? DYNAMIC : STATIC);
    await body.run(100); // it settles
    const [before] = along();
    await body.run(200);
    const [after, speed] = along();
    expect(Math.abs(after - before)).toBeLessThan(1e-6);
    expect(Math.abs(speed)).toBeLessThan(1e-5);
  });

  const slides = [0.6, 0.8].flatMap((tangent) => schedules.map((contacts) => [tangent, contacts] as const));
  it.each(slides)('of %d slides as Coulomb says, with contacts %s', async (tangent, contacts) => {
    const { body, along, sin, cos } = await onSlope(tangent, contacts, DYNAMIC);
    await body.run(100);
    const [, before] = along();
    await body.run(150);
    const [, after] = along();
    const acceleration = (after - before) / (150 * body.simulator.parameters.timeStep);
    expect(acceleration / (GRAVITY * (sin - DYNAMIC * cos))).toBeCloseTo(1, 2);
  });
});

it('a fine sheet, whose edges are shorter than its thickness, keeps its size and falls flat', async () => {
  const cloth = sheet(12, 0.036, (x, _, z) => [x, 0.003 + 1e-3 * Math.sin(300 * x), z]);
  const body = await physics([cloth], { ...AROUND, contactOffset: 8e-3, velocityDamping: 5 }, { planes: FLOOR });
  const seen = await watch(body, 150);
  expect(seen).toEqual({ piercing: 0, truncated: 0, contacts: 0 });
  const { positions } = body.state;
  for (let i = 0; i < positions.length; i += 3) {
    expect(Math.abs(positions[i])).toBeLessThan(0.0185);
    expect(positions[i + 1]).toBeLessThan(2e-3);
  }
});
