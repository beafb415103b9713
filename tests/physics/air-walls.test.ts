import { describe, expect, it } from 'vitest';
import { COUNTERS } from '../../src/simulation/counters.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { vertexEnd } from '../../src/simulation/world/world.ts';
import { heaped, section, steps } from '../fixtures/air-layers.ts';
import { type Physics, physics } from './bodies.ts';

const OFFSET = 0.01;
const TIME_STEP = 3.3e-3;
/** Acceleration of both blocks towards the wall [m/s^2]. */
const PRESS = 9.81;
const CALM: Partial<SimulationParameters> = {
  gravity: 0,
  velocityDamping: 1,
  timeStep: TIME_STEP,
  springStiffness: 2e4,
  youngsModulus: 1e6,
  contactOffset: OFFSET,
  mode: 'off',
};
const SETTLING = 400;
const [LOWER, WALL, UPPER] = [0, 1, 2];
/** Blocks, and the sign of the direction in which the wall lies. */
const TOWARDS = [
  [LOWER, 1],
  [UPPER, -1],
] as const;

/** A wall at height 0 that doesn't move, a rope or a cloth, with a block on either side of it, both at some distance. */
function aroundWall(dimension: 2 | 3, distance: number, changed: Partial<SimulationParameters> = {}): Promise<Physics> {
  const lower = section(steps(0, 0.3, 3), steps(-distance - 0.2, -distance, 2));
  const wall = section(steps(-0.2, 0.5, 5), [0]);
  const upper = section(steps(0, 0.3, 3), steps(distance, distance + 0.2, 2));
  const { placements, air } = heaped(dimension, [lower, wall, upper], steps(0, 0.3, 3));
  const held = (_: number, y: number) => y === 0;
  return physics(placements, { ...CALM, ...changed }, { held, air });
}

/** Runs with both blocks pressed against the wall. */
async function press(body: Physics, count: number): Promise<void> {
  const { world, state } = body;
  for (let step = 0; step < count; step++) {
    for (const [block, sign] of TOWARDS)
      for (let v = world.bodies[block].vertexBase; v < vertexEnd(world, block); v++)
        state.velocities[3 * v + 1] += sign * PRESS * TIME_STEP;
    await body.run(1);
  }
}

/** Heights of a body's vertices [m]. */
const heights = ({ world, state }: Physics, body: number): number[] =>
  [...state.positions.subarray(3 * world.bodies[body].vertexBase, 3 * vertexEnd(world, body))].filter(
    (_, i) => i % 3 === 1,
  );
/** Heights of the row nearest to the wall: in the plane the four lowest or highest, in space those of all four layers. */
const nearRow = (body: Physics, block: number): number[] => {
  const count = body.world.dimension === 2 ? 4 : 16;
  const sorted = heights(body, block).sort((a, b) => Math.abs(a) - Math.abs(b));
  return sorted.slice(0, count);
};

describe.each([
  { dimension: 2, wall: 'rope' },
  { dimension: 3, wall: 'cloth' },
] as const)('a held $wall with a block on either side', ({ dimension }) => {
  it('holds both at the contact offset', async () => {
    const body = await aroundWall(dimension, 1.5 * OFFSET);
    await press(body, SETTLING);
    for (const y of nearRow(body, UPPER)) expect(Math.abs(y - OFFSET) / OFFSET).toBeLessThan(0.02);
    for (const y of nearRow(body, LOWER)) expect(Math.abs(y + OFFSET) / OFFSET).toBeLessThan(0.02);
    expect(heights(body, WALL).every((y) => y === 0)).toBe(true);
    expect(body.state.counters[COUNTERS.contactsAir]).toBeGreaterThan(dimension === 2 ? 8 : 32);
    expect(body.state.counters[COUNTERS.airInverted]).toBe(0);
  });

  it('lets both come to it without an offset, and no further', async () => {
    const body = await aroundWall(dimension, 1.5 * OFFSET, { contactOffset: 0 });
    await press(body, SETTLING);
    for (const y of nearRow(body, UPPER)) expect(Math.abs(y)).toBeLessThan(0.2 * OFFSET);
    for (const y of nearRow(body, LOWER)) expect(Math.abs(y)).toBeLessThan(0.2 * OFFSET);
  });

  it('sends each back to its own side, all the way to the offset, after they were in it and in one another', async () => {
    const body = await aroundWall(dimension, 1.5 * OFFSET);
    const { world, state } = body;
    for (const [block, sign] of TOWARDS)
      for (let v = world.bodies[block].vertexBase; v < vertexEnd(world, block); v++)
        state.positions[3 * v + 1] += sign * 2 * OFFSET;
    await press(body, SETTLING);
    for (const y of heights(body, UPPER)) expect(y / OFFSET).toBeGreaterThan(0.9);
    for (const y of heights(body, LOWER)) expect(y / OFFSET).toBeLessThan(-0.9);
    for (const y of nearRow(body, UPPER)) expect(y / OFFSET).toBeLessThan(1.1);
    for (const y of nearRow(body, LOWER)) expect(y / OFFSET).toBeGreaterThan(-1.1);
  });

  it('lets both through without air', async () => {
    const body = await aroundWall(dimension, 1.5 * OFFSET, { air: 'off' });
    await press(body, 90);
    expect(Math.max(...heights(body, UPPER))).toBeLessThan(0);
    expect(Math.min(...heights(body, LOWER))).toBeGreaterThan(0);
  });
});
