import { cases, some } from '../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { box, type Physics, physics, placed } from './bodies.ts';

const GRAVITY = 9.81;
const MU_STATIC = 0.5;
const MU_DYNAMIC = 0.4;
/** Steps in which a block settles, in which it must hold, and in which its acceleration is taken. */
const [SETTLING, HOLDING, SLIDING] = [cases(200, 150), cases(200, 80), cases(100, 50)];
const TIME_STEP = 3.3e-3;

const IMPLICIT = { integrator: 'implicit-euler' } as const;
/** How steps are made, and by which share the acceleration of a block that slides may be wrong. */
const METHODS: readonly { method: string; chosen: Partial<SimulationParameters>; share: number }[] = [
  { method: 'XPBD', chosen: {}, share: 0.02 },
  // It takes the normal force and the direction of sliding from the state before the step.
  { method: 'implicit Euler, linear', chosen: { ...IMPLICIT, solver: 'linear' }, share: 0.05 },
  // By default Newton's method stops at a thousandth of the first residual, where friction, which is small beside the contacts' stiffness, may
  // still be too large: a block was then 5 % slower.
  { method: 'implicit Euler, newton', chosen: { ...IMPLICIT, solver: 'newton', newtonTolerance: 1e-6 }, share: 0.02 },
];

/** A block that lies on a slope through the origin, `tangent` its steepness. */
async function onSlope(
  tangent: number,
  friction: { staticFriction: number; dynamicFriction: number },
  chosen: Partial<SimulationParameters>,
) {
  const cos = 1 / Math.sqrt(1 + tangent * tangent);
  const sin = tangent * cos;
  // Down the slope is [cos, -sin], its normal [sin, cos].
  const block = placed('block', box(3, 2, 3, 0.1), (x, y, z) => [cos * x + sin * y, -sin * x + cos * y, z]);
  const changed = {
    velocityDamping: 0,
    timeStep: TIME_STEP,
    gravity: GRAVITY,
    youngsModulus: 1e6,
    ...friction,
    ...chosen,
  };
  const planes = [{ normal: [sin, cos, 0], offset: 0 }] as const;
  return { body: await physics([block], { ...changed, mode: 'off' }, { planes }), down: [cos, -sin, 0], sin, cos };
}

/** Position [m] and speed [m/s] of the centre of mass along a direction. */
function along({ state, masses }: Physics, direction: readonly number[]): [place: number, speed: number] {
  const sums = [0, 0, 0];
  masses.forEach((m, v) => {
    sums[0] += m;
    for (let k = 0; k < 3; k++) {
      sums[1] += m * direction[k] * state.positions[3 * v + k];
      sums[2] += m * direction[k] * state.velocities[3 * v + k];
    }
  });
  return [sums[1] / sums[0], sums[2] / sums[0]];
}

describe.each(METHODS)('a block on a slope, by $method', ({ chosen, share }) => {
  // Above the dynamic coefficient a soft block may go: where vertices slip while it settles, they hold less.
  const holds = [
    [0.1, MU_STATIC, MU_DYNAMIC],
    [0.35, MU_STATIC, MU_DYNAMIC],
    [0.48, MU_STATIC, MU_STATIC],
  ] as const;
  it.each(some(holds, 2))('of %d with friction %d, %d holds', async (tangent, stick, slip) => {
    const { body, down } = await onSlope(tangent, { staticFriction: stick, dynamicFriction: slip }, chosen);
    await body.run(SETTLING);
    const [before] = along(body, down);
    await body.run(HOLDING);
    const [after, speed] = along(body, down);
    // Implicit Euler's bonds creep: by 4 g sin dt / contactStiffness = 0.06 mm/s if all bottom vertices bear alike, four times their own mass.
    // They don't: 0.13 mm/s was measured.
    expect(Math.abs(after - before)).toBeLessThan(1e-4);
    expect(Math.abs(speed)).toBeLessThan(1e-3);
  });

  const slides = [
    [0.6, MU_STATIC, MU_DYNAMIC],
    [0.8, MU_STATIC, MU_DYNAMIC],
    [1.2, MU_STATIC, MU_DYNAMIC],
    [0.5, 0.2, 0.1],
    [0.3, 0, 0],
  ] as const;
  it.each(some(slides, 3))('of %d with friction %d, %d slides by g (sin - mu cos)', async (tangent, stick, slip) => {
    const { body, down, sin, cos } = await onSlope(tangent, { staticFriction: stick, dynamicFriction: slip }, chosen);
    await body.run(SETTLING);
    const [, before] = along(body, down);
    await body.run(SLIDING);
    const [, after] = along(body, down);
    const acceleration = (after - before) / (SLIDING * TIME_STEP);
    const ratio = acceleration / (GRAVITY * (sin - slip * cos));
    expect(ratio).toBeGreaterThan(1 - share);
    expect(ratio).toBeLessThan(1 + share);
  });
});
