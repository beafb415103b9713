import { cases } from '../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { COUNTERS } from '../../src/simulation/counters.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { heaped, section, steps } from '../fixtures/air-layers.ts';
import { momenta, type Physics, physics } from './bodies.ts';

const GRAVITY = 9.81;
const TIME_STEP = 3.3e-3;
const OFFSET = 0.01;
const CALM: Partial<SimulationParameters> = {
  velocityDamping: 0,
  timeStep: TIME_STEP,
  gravity: GRAVITY,
  springStiffness: 2e4,
  youngsModulus: 1e6,
  contactOffset: OFFSET,
  mode: 'off',
};
const [SETTLING, HOLDING, SLIDING] = [cases(200, 100), cases(200, 80), cases(100, 50)];

/** A block above a floor that doesn't move, both turned to a slope through the origin. @param tangent the slope's steepness */
async function onSlope(dimension: 2 | 3, tangent: number, changed: Partial<SimulationParameters>) {
  const cos = 1 / Math.sqrt(1 + tangent * tangent);
  const sin = tangent * cos;
  const floor = section(steps(-0.3, 2.1, 6), [-0.1, 0]);
  const block = section(steps(0, 0.3, 3), steps(OFFSET, 0.2 + OFFSET, 2));
  const turn = (x: number, y: number) => [cos * x + sin * y, -sin * x + cos * y] as const;
  const { placements, air } = heaped(dimension, [floor, block], steps(0, 0.3, 3), turn);
  const held = (x: number, y: number) => sin * x + cos * y < OFFSET / 2;
  const body = await physics(placements, { ...CALM, ...changed }, { held, air });
  return { body, down: [cos, -sin, 0], up: [sin, cos, 0], sin, cos };
}

/** Place [m] and speed [m/s] of the upper body's centre of mass along a direction; its lowest vertex and its highest one of the lowest row [m]. */
function upperAlong({ world, state, masses }: Physics, direction: readonly number[]) {
  const sums = [0, 0, 0];
  for (let v = world.bodies[1].vertexBase; v < world.vertexCount; v++) {
    sums[0] += masses[v];
    for (let k = 0; k < 3; k++) {
      sums[1] += masses[v] * direction[k] * state.positions[3 * v + k];
      sums[2] += masses[v] * direction[k] * state.velocities[3 * v + k];
    }
  }
  return [sums[1] / sums[0], sums[2] / sums[0]];
}

const bottom = ({ world, state }: Physics): number[] =>
  [0, 1, 2, 3].map((v) => state.positions[3 * (world.bodies[1].vertexBase + v) + 1]);

describe.each([2, 3] as const)('a block on a body, in dimension %d', (dimension) => {
  it('rests at the contact offset', async () => {
    const { body } = await onSlope(dimension, 0, {});
    await body.run(SETTLING + HOLDING);
    // A row of its lowest vertices.
    for (const y of bottom(body)) expect(Math.abs(y - OFFSET) / OFFSET).toBeLessThan(0.02);
    const [, speed] = upperAlong(body, [0, 1, 0]);
    expect(Math.abs(speed)).toBeLessThan(1e-3);
    expect(body.state.counters[COUNTERS.contactsAir]).toBeGreaterThan(dimension === 2 ? 4 : 16);
    expect(body.state.counters[COUNTERS.airInverted]).toBe(0);
  });

  it('falls to no distance without air contacts', async () => {
    const { body } = await onSlope(dimension, 0, { contactOffset: 0 });
    await body.run(SETTLING);
    for (const y of bottom(body)) expect(Math.abs(y)).toBeLessThan(0.2 * OFFSET);
  });

  it.each([
    [0.1, 0.5, 0.4],
    [0.35, 0.5, 0.4],
  ])('of %d holds with friction %d, %d', async (tangent, staticFriction, dynamicFriction) => {
    const { body, down } = await onSlope(dimension, tangent, { staticFriction, dynamicFriction });
    await body.run(SETTLING);
    const [before] = upperAlong(body, down);
    await body.run(HOLDING);
    const [after, speed] = upperAlong(body, down);
    expect(Math.abs(after - before)).toBeLessThan(1e-4);
    expect(Math.abs(speed)).toBeLessThan(1e-3);
  });

  it.each([
    [0.6, 0.5, 0.4],
    [0.5, 0.2, 0.1],
    [0.3, 0, 0],
  ])('of %d with friction %d, %d slides by g (sin - mu cos)', async (tangent, staticFriction, dynamicFriction) => {
    const { body, down, sin, cos } = await onSlope(dimension, tangent, { staticFriction, dynamicFriction });
    await body.run(SETTLING / 2);
    const [, before] = upperAlong(body, down);
    await body.run(SLIDING);
    const [, after] = upperAlong(body, down);
    const acceleration = (after - before) / (SLIDING * TIME_STEP);
    const ratio = acceleration / (GRAVITY * (sin - dynamicFriction * cos));
    expect(Math.abs(ratio - 1)).toBeLessThan(0.02);
  });

  it('keeps momenta where bodies meet with friction', async () => {
    const lower = section(steps(0, 0.6, 6), steps(0, 0.2, 2));
    const upper = section(steps(0.1, 0.4, 3), steps(0.2 + 2 * OFFSET, 0.4 + 2 * OFFSET, 2));
    const { placements, air } = heaped(dimension, [lower, upper], steps(0, 0.3, 3));
    const body = await physics(placements, { ...CALM, gravity: 0 }, { air });
    const { world, state, masses } = body;
    for (let v = world.bodies[1].vertexBase; v < world.vertexCount; v++) state.velocities.set([1, -1, 0], 3 * v);
    const before = momenta(body);
    const [speedBefore] = upperAlong(body, [1, 0, 0]).slice(1);
    await body.run(60);
    const after = momenta(body);
    const scale = masses.reduce((sum, m) => sum + m, 0);
    for (const kind of ['linear', 'angular'] as const)
      after[kind].forEach((value, k) => {
        expect(Math.abs(value - before[kind][k]) / scale).toBeLessThan(1e-5);
      });
    // They did meet.
    expect(speedBefore - upperAlong(body, [1, 0, 0])[1]).toBeGreaterThan(0.05);
    expect(upperAlong(body, [0, 1, 0])[1]).toBeGreaterThan(-0.5);
  });
});
