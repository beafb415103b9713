import { describe, expect, it } from 'vitest';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { isFull } from '../fixtures/tier.ts';
import { box, type Physics, physics, placed } from './bodies.ts';

const GRAVITY = 9.81;

const kineticEnergy = ({ state, masses }: Physics) =>
  masses.reduce((sum, m, v) => sum + (m / 2) * Math.hypot(...state.velocities.subarray(3 * v, 3 * v + 3)) ** 2, 0);

const massOf = ({ masses }: Physics) => masses.reduce((sum, m) => sum + m, 0);

/** Volume of all tetrahedra, as a share of that at rest, and that of the element which has changed most. */
function volumes({ world, state }: Physics): { whole: number; least: number } {
  const { mesh } = world.models[0];
  const sixfold = (x: ArrayLike<number>, t: number) => {
    const [a, b, c, d] = mesh.tets.subarray(t, t + 4);
    const [p, q, r] = [b, c, d].map((v) => [0, 1, 2].map((k) => x[3 * v + k] - x[3 * a + k]));
    return p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
  };
  let [now, rest, least] = [0, 0, 1];
  for (let t = 0; t < mesh.tets.length; t += 4) {
    const [moved, still] = [sixfold(state.positions, t), sixfold(mesh.positions, t)];
    now += moved;
    rest += still;
    least = Math.min(least, moved / still);
  }
  return { whole: now / rest, least };
}

/** Size of a cube's cells [m], and its material. */
type Small = readonly [cell: number, changed: Partial<SimulationParameters>];

const IMPLICIT: readonly Small[] = [
  [0.005, { youngsModulus: 1e7, poissonRatio: 0.495 }],
  [0.02, { youngsModulus: 1e9, poissonRatio: 0.4 }],
  [0.002, { youngsModulus: 1e6, poissonRatio: 0.495, density: 200 }],
  [0.01, { material: 'mass-spring', springStiffness: 1e6 }],
  [0.005, { youngsModulus: 1e7, poissonRatio: 0.495, solver: 'newton', newtonIterations: 2 }],
];
const TWO_CONSTRAINTS: readonly Small[] = [
  [0.004, { youngsModulus: 1e6, poissonRatio: 0.49 }],
  [0.004, { youngsModulus: 1e6, poissonRatio: 0.49, materialPrecision: 'float32' }],
  [0.1, { youngsModulus: 1e9, poissonRatio: 0.495, materialDamping: 0 }],
  [0.001, { youngsModulus: 2e5 }],
];

describe.each([
  ['implicit Euler', { integrator: 'implicit-euler' }, IMPLICIT],
  ['two constraints', { material: 'neo-hookean-xpbd' }, TWO_CONSTRAINTS],
] as const)('small or stiff bodies by %s', (_, kind, bodies) => {
  it.each(bodies)('cells of %d m fall freely: %j', async (cell, changed) => {
    const parameters = { ...kind, velocityDamping: 0, mode: 'off', ...changed } as const;
    const body = await physics([placed('cube', box(5, 5, 5, cell))], parameters);
    const steps = 30;
    await body.run(steps);
    const speed = GRAVITY * steps * body.simulator.parameters.timeStep;
    // What two constraints leave at rest shakes elements a little at first.
    expect(kineticEnergy(body) / (0.5 * massOf(body) * speed ** 2)).toBeCloseTo(1, 2);
    expect(volumes(body).least).toBeGreaterThan(0.6);
  });
});

it.each(isFull ? [...IMPLICIT.slice(0, 3), IMPLICIT[4]] : [IMPLICIT[0], IMPLICIT[2]])(
  'cells of %d m land and come to rest by implicit Euler: %j',
  async (cell, changed) => {
    const height = 5 * cell;
    const falling = placed('cube', box(5, 5, 5, cell), (x, y, z) => [x, y + height, z]);
    const parameters = { integrator: 'implicit-euler', ...changed } as const;
    const body = await physics([falling], parameters, { planes: [{ normal: [0, 1, 0], offset: 0 }] });
    await body.run(150);
    const lowest = body.state.positions.reduce((low, y, i) => (i % 3 === 1 ? Math.min(low, y) : low), height);
    expect(Math.abs(lowest)).toBeLessThan(0.1 * cell);
    expect(kineticEnergy(body)).toBeLessThan(1e-3 * massOf(body) * GRAVITY * height);
    expect(Math.abs(volumes(body).whole - 1)).toBeLessThan(0.01);
  },
);

/** Sets the velocities of a body that turns about the axis z through a point. @param rate [1/s] */
function turn({ state, masses }: Physics, rate: number, centre: readonly [number, number]): void {
  masses.forEach((_, v) => {
    const [x, y] = state.positions.subarray(3 * v);
    state.velocities.set([-rate * (y - centre[1]), rate * (x - centre[0]), 0], 3 * v);
  });
}

// The strain of a turn's second order has to be resisted in the same step. Else material damping keeps it, the stretched body brakes
// itself, and elements that turn for long are torn.
it.each([
  [0.02, 4e-3, 0.06],
  [0.05, 8e-3, 0.04],
])(
  'a bar turns as the method says in one linear solve per step: damping %d s, steps of %d s, %d radians each',
  async (materialDamping, timeStep, angle) => {
    const still = { integrator: 'implicit-euler', mode: 'off', gravity: 0, velocityDamping: 0 } as const;
    const body = await physics([placed('bar', box(8, 2, 2, 0.02))], { ...still, materialDamping, timeStep });
    turn(body, angle / timeStep, [0.08, 0.02]);
    const before = kineticEnergy(body);
    const steps = 40;
    await body.run(steps);
    // Implicit Euler leaves the share 1 / (1 + (w dt)^2) of a spin w per step, to first order.
    let spin = angle;
    for (let step = 0; step < steps; step++) spin /= 1 + spin ** 2;
    expect(Math.abs(kineticEnergy(body) / before / (spin / angle) ** 2 - 1)).toBeLessThan(0.05);
    expect(volumes(body).least).toBeGreaterThan(0.98);
  },
);
