import { cases } from '../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { sag } from './bars.ts';
import { expectStill, wedgedRod } from './wedged-rod.ts';
import { box, momenta, type Physics, physics, placed } from './bodies.ts';

const IMPLICIT = { integrator: 'implicit-euler', mode: 'off' } as const;
const CONVERGED = { solver: 'newton', newtonIterations: 10, linearIterations: 300, linearTolerance: 1e-6 } as const;

describe('implicit Euler', () => {
  it('bends a cantilever as Timoshenko says, within 5 %', async () => {
    const [length, side, n] = [0.6, 0.2, 12];
    const [gravity, poissonRatio, youngsModulus, density] = [0.5, 0.3, 1e6, 1000];
    const bar = {
      size: [length, side, side / n],
      cells: [3 * n, n, 1],
      gravity,
      poissonRatio,
      youngsModulus,
      density,
    } as const;
    const load = density * gravity;
    const shearModulus = youngsModulus / (2 * (1 + poissonRatio));
    const cowper = (10 * (1 + poissonRatio)) / (12 + 11 * poissonRatio);
    const expected =
      (1.5 * load * length ** 4) / (youngsModulus * side ** 2) + (load * length ** 2) / (2 * cowper * shearModulus);
    // A large step: implicit Euler needs no small one to settle.
    const others = { ...IMPLICIT, linearIterations: 400, linearTolerance: 1e-4 } as const;
    const settling = { timeStep: cases(1e-2, 4e-2), iterations: 1, velocityDamping: 20, time: 0.6, others };
    const ratio = (await sag(bar, settling, 'sticking out')) / expected;
    expect(Math.abs(ratio - 1)).toBeLessThan(0.05);
  });

  it('keeps linear momentum, and loses angular momentum at the rate of the method', async () => {
    const [rate, timeStep, steps] = [5, 3.3e-3, cases(200, 80)];
    const stiff = { youngsModulus: 1e6, materialDamping: 0, gravity: 0, velocityDamping: 0 } as const;
    const body = await physics([placed('bar', box(6, 3, 3, 0.1))], { ...IMPLICIT, ...CONVERGED, ...stiff, timeStep });
    const { state, masses } = body;
    // It spins about the axis z through its centre, and flies.
    masses.forEach((_, v) => {
      const [x, y] = state.positions.subarray(3 * v);
      state.velocities.set([1 - rate * (y - 0.15), 0.3 + rate * (x - 0.3), 0], 3 * v);
    });
    const about = () => {
      const { linear, angular } = momenta(body);
      const mass = masses.reduce((sum, m) => sum + m, 0);
      const centre = [0, 1].map((k) => masses.reduce((sum, m, v) => sum + m * state.positions[3 * v + k], 0) / mass);
      return { linear, spin: angular[2] - (centre[0] * linear[1] - centre[1] * linear[0]) };
    };
    const before = about();
    await body.run(steps);
    const after = about();
    const scale = Math.hypot(...before.linear);
    for (const [k, p] of before.linear.entries()) expect(Math.abs(after.linear[k] - p) / scale).toBeLessThan(1e-5);
    // A rigid body that implicit Euler turns keeps the share 1 / (1 + (w dt)^2) of its angular momentum per step, to first order.
    let expected = before.spin;
    let w = rate;
    for (let step = 0; step < steps; step++) {
      expected /= 1 + (w * timeStep) ** 2;
      w = (rate * expected) / before.spin;
    }
    expect(after.spin / expected).toBeCloseTo(1, 2);
    expect(after.spin / before.spin).toBeLessThan(cases(0.96, 0.985));
  });

  it.each(['linear', 'newton'] as const)('keeps the momentum of two bars that collide head-on, %s', async (solver) => {
    const bar = (x: number, y: number) => placed('bar', box(6, 3, 3, 0.1), (a, b, c) => [a + x, b + y, c]);
    const free = { gravity: 0, velocityDamping: 0, timeStep: 3.3e-3 } as const;
    const body = await physics([bar(-0.62, 0), bar(0.02, 0.05)], {
      ...IMPLICIT,
      ...CONVERGED,
      newtonIterations: 4,
      ...free,
      solver,
      mode: 'hybrid',
    });
    const { state, masses } = body;
    const [drift, speed] = [0.3, 1];
    const second = masses.length / 2;
    masses.forEach((_, v) => {
      state.velocities.set([drift + (v < second ? speed : -speed), 0.1, -0.2], 3 * v);
    });
    const mass = masses.reduce((sum, m) => sum + m, 0);
    const before = momenta(body).linear;
    await body.run(cases(60, 30));
    const after = momenta(body).linear;
    // The stiff contacts' forces are rounded to float32: 1.2e-5 was measured.
    for (const [k, p] of before.entries()) expect(Math.abs(after[k] - p) / (mass * speed)).toBeLessThan(3e-5);
    // Without contacts the second bar would go on by -1 of its speed; contacts have turned it back.
    const pushed = masses.reduce((sum, m, v) => sum + (v < second ? 0 : m * (state.velocities[3 * v] - drift)), 0);
    expect(pushed / (0.5 * mass * speed)).toBeGreaterThan(0);
  });

  it('holds a rod still that is wedged between two walls', async () => {
    expectStill(await wedgedRod());
  });

  it.each([0, 0.02])('never gains energy by converged Newton, with material damping %d s', async (materialDamping) => {
    const [youngsModulus, poissonRatio] = [1e5, 0.4];
    const parameters = { youngsModulus, poissonRatio, materialDamping, gravity: 0, velocityDamping: 0, timeStep: 5e-3 };
    // Twisted by a third of a turn per metre and stretched by half.
    const start = (x: number, y: number, z: number) => {
      const angle = 2 * x;
      return [1.5 * x, y * Math.cos(angle) - z * Math.sin(angle), y * Math.sin(angle) + z * Math.cos(angle)];
    };
    const bar = placed('bar', box(6, 2, 2, 0.1), start);
    const body = await physics([bar], { ...IMPLICIT, ...CONVERGED, ...parameters });
    const steps = cases(100, 40);
    const energies = [energyOf(body, youngsModulus, poissonRatio)];
    for (let step = 0; step < steps; step++) {
      await body.run(1);
      energies.push(energyOf(body, youngsModulus, poissonRatio));
    }
    for (let step = 1; step < energies.length; step++)
      expect(energies[step]).toBeLessThan(energies[step - 1] + 1e-6 * energies[0]);
    expect(energies[steps]).toBeLessThan(0.9 * energies[0]);
    expect(energies[steps]).toBeGreaterThan(0);
  });
});

/** Kinetic and elastic energy [J], less that of the rest shape; F by solving for it column by column, independent of the solver's code. */
function energyOf({ world, state, masses }: Physics, youngsModulus: number, poissonRatio: number): number {
  const mu = youngsModulus / (2 * (1 + poissonRatio));
  const lambda = mu / (1 - 2 * poissonRatio);
  const rest = 1 + mu / lambda;
  const { mesh } = world.models[0];
  const x = Float64Array.from(state.positions, (value, i) => value + state.remainders[i]);
  let sum = 0;
  masses.forEach((m, v) => {
    for (let k = 0; k < 3; k++) sum += 0.5 * m * state.velocities[3 * v + k] ** 2;
  });
  for (let t = 0; t < mesh.tets.length; t += 4) {
    const [a, b, c, d] = mesh.tets.subarray(t, t + 4);
    const columns = (p: ArrayLike<number>) => [b, c, d].map((v) => [0, 1, 2].map((k) => p[3 * v + k] - p[3 * a + k]));
    const [d0, d1, d2] = columns(mesh.positions);
    const volume6 = det(d0, d1, d2);
    const e = columns(x);
    // F = E D^-1; the rows of D^-1 are cross products over the determinant.
    const rows = [cross(d1, d2), cross(d2, d0), cross(d0, d1)].map((row) => row.map((value) => value / volume6));
    const f = [0, 1, 2].map((r) =>
      [0, 1, 2].map((k) => e.reduce((total, column, i) => total + column[r] * rows[i][k], 0)),
    );
    const square = f.flat().reduce((total, value) => total + value * value, 0);
    const j = det(f[0], f[1], f[2]);
    const density = 0.5 * mu * (square - 3) + 0.5 * lambda * (j - rest) ** 2;
    sum += (volume6 / 6) * (density - 0.5 * lambda * (1 - rest) ** 2);
  }
  return sum;
}

const cross = (a: number[], b: number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const det = (a: number[], b: number[], c: number[]): number =>
  cross(a, b).reduce((sum, value, k) => sum + value * c[k], 0);
