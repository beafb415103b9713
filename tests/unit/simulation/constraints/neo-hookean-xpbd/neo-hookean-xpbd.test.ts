import { describe, expect, it } from 'vitest';
import { neoHookean, neoHookeanParameters } from '../../../../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import { neoHookeanXpbd } from '../../../../../src/simulation/constraints/neo-hookean-xpbd/neo-hookean-xpbd.ts';
import { moments } from '../../../../../src/simulation/integrators/xpbd/moments.ts';
import { begin, predict, velocities } from '../../../../../src/simulation/integrators/xpbd/motion.ts';
import type { Context, Stage } from '../../../../../src/simulation/program/stage.ts';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import { contextOf, cornerTet, displacements, runInRanges } from '../../../../fixtures/stages.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

/** The corner tetrahedron's rest shape has the edges SIZE times identity [m]. */
const SIZE = 0.5;
const VOLUME = SIZE ** 3 / 6;

const deformation = (x: ArrayLike<number>) =>
  [0, 1, 2].map((k) => [1, 2, 3].map((corner) => (x[3 * corner + k] - x[k]) / SIZE));
const norm = (x: ArrayLike<number>) => Math.hypot(...deformation(x).flat());
const determinant = (x: ArrayLike<number>) => {
  const [a, b, c] = deformation(x);
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
};

/** Central differences by all 12 coordinates. */
function gradient(f: (x: number[]) => number, x: number[]): number[] {
  const h = 1e-6;
  return x.map((_, i) => {
    const [up, down] = [x.slice(), x.slice()];
    up[i] += h;
    down[i] -= h;
    return (f(up) - f(down)) / (2 * h);
  });
}
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0);
const apart = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.hypot(...Array.from({ length: a.length }, (_, i) => a[i] - b[i]));

/** Positions with what float32 rounds off. */
const exact = ({ state }: Context) => Array.from(state.positions, (x, i) => x + state.remainders[i]);

/** One tetrahedron, deformed at random, whose positions at the step's start are `moved` elsewhere [m]. */
function deformed(seed: number, changed: Parameters<typeof contextOf>[1], moved = 0.05): Context {
  const random = seededRandom(seed);
  const context = contextOf([cornerTet(SIZE)], { youngsModulus: 1e4, ...changed });
  const { state } = context;
  for (let i = 0; i < 12; i++) {
    state.positions[i] += 0.3 * (random() - 0.5);
    state.positionsT0[i] = state.positions[i] + moved * (random() - 0.5);
  }
  state.inverseMasses.set([0.1, 0.2, 0.3, seed % 2 ? 0 : 0.4]);
  return context;
}

describe('one tetrahedron', () => {
  it.each([0, 5e-3])('moves along the gradients of its two constraints, by XPBD: damping %d s', (materialDamping) => {
    for (let seed = 1; seed < 20; seed++) {
      const context = deformed(seed, { materialDamping });
      const { state, parameters } = context;
      const { mu, lambda, restDeterminant } = neoHookeanParameters(parameters);
      const gamma = materialDamping / parameters.timeStep;
      const [before, x] = [Array.from(state.positionsT0), exact(context)];
      const inverseMass = (i: number) => state.inverseMasses[Math.floor(i / 3)];
      // The XPBD paper's equation 26, with gradients from differences.
      const solve = (f: (y: number[]) => number, rest: number, stiffness: number) => {
        const slopes = gradient(f, x);
        const compliance = 1 / (stiffness * VOLUME * parameters.timeStep ** 2);
        const weight = slopes.reduce((sum, slope, i) => sum + slope * slope * inverseMass(i), 0);
        const change = dot(
          slopes,
          x.map((value, i) => value - before[i]),
        );
        const multiplier = -(f(x) - rest + gamma * change) / ((1 + gamma) * weight + compliance);
        slopes.forEach((slope, i) => {
          x[i] += inverseMass(i) * slope * multiplier;
        });
        return multiplier;
      };
      const expected = [solve(norm, 0, mu), solve(determinant, restDeterminant, lambda)];
      const start = exact(context);
      runInRanges(neoHookeanXpbd, context);
      expect(apart(exact(context), x) / apart(x, start)).toBeLessThan(1e-5);
      expected.forEach((multiplier, k) => {
        expect(state.multipliers[k] / multiplier).toBeCloseTo(1, 4); // changes of float32 positions are differences
      });
    }
  });

  it('has multipliers whose forces are those of the energy, once converged', () => {
    for (let seed = 1; seed < 20; seed++) {
      const context = deformed(seed, { materialDamping: 0 });
      const { mu, lambda, restDeterminant } = neoHookeanParameters(context.parameters);
      for (let i = 0; i < 300; i++) runInRanges(neoHookeanXpbd, context);
      const x = exact(context);
      const scale = VOLUME * context.parameters.timeStep ** 2;
      expect(context.state.multipliers[0] / (-scale * mu * norm(x))).toBeCloseTo(1, 4);
      const pressure = -scale * lambda * (determinant(x) - restDeterminant);
      expect(Math.abs(context.state.multipliers[1] - pressure) / (scale * lambda)).toBeLessThan(1e-4);
    }
  });

  it('at rest its two impulses cancel out', () => {
    const context = contextOf([cornerTet(SIZE)], { youngsModulus: 1e4 });
    const { state, parameters } = context;
    state.positionsT0.set(state.positions);
    for (let i = 0; i < 300; i++) runInRanges(neoHookeanXpbd, context);
    expect(apart(exact(context), state.positionsT0)).toBeLessThan(1e-5 * SIZE);
    const { mu } = neoHookeanParameters(parameters);
    const pull = -VOLUME * parameters.timeStep ** 2 * mu * Math.sqrt(3);
    expect(state.multipliers[0] / pull).toBeCloseTo(1, 4);
  });

  // Impulses of an iteration keep the gradients' direction of then, so the step is implicit Euler only as the time step goes to 0.
  it('converges to the step of neo-hookean, the closer the shorter the step', () => {
    for (let seed = 1; seed < 10; seed++) {
      const errors = [4e-3, 2e-3, 1e-3].map((timeStep) => {
        const converged = (stage: Stage) => {
          const context = deformed(seed, { materialDamping: 0, timeStep }, 0);
          for (let i = 0; i < 400; i++) runInRanges(stage, context);
          return exact(context);
        };
        const start = exact(deformed(seed, { timeStep }, 0));
        const expected = converged(neoHookean);
        return apart(converged(neoHookeanXpbd), expected) / apart(expected, start);
      });
      // The difference is of the second order in the time step.
      expect(errors[0]).toBeLessThan(0.01);
      for (const k of [1, 2]) expect(errors[k], `${errors}`).toBeLessThan(0.35 * errors[k - 1]);
    }
  });

  it('comes back from inside out', () => {
    const context = contextOf([cornerTet(SIZE)], { gravity: 0, youngsModulus: 1e5, materialDamping: 0.05 });
    context.state.positions[11] = -0.8 * SIZE;
    run(context, 400);
    expect(determinant(context.state.positions)).toBeCloseTo(1, 1);
    expect(norm(context.state.positions)).toBeCloseTo(Math.sqrt(3), 1);
  });

  it.each([
    ['a point', [0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3]],
    ['a line', [0, 0, 0, 0.1, 0, 0, 0.2, 0, 0, 0.3, 0, 0]],
    ['a triangle', [0, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0.2, 0.2, 0]],
  ])('squeezed into %s stays a number', (_, squeezed) => {
    const context = contextOf([cornerTet(SIZE)], { gravity: 0, youngsModulus: 1e7, materialDamping: 0.05 });
    context.state.positions.set(squeezed);
    run(context, 200);
    expect(context.state.positions.every((value) => Math.abs(value) < 10)).toBe(true);
  });
});

function run(context: Context, steps: number): void {
  for (let s = 0; s < steps; s++) {
    runInRanges(begin, context);
    runInRanges(predict, context);
    for (let i = 0; i < context.parameters.iterations; i++) runInRanges(neoHookeanXpbd, context);
    runInRanges(velocities, context);
    runInRanges(moments, context);
  }
}

describe('the material', () => {
  // The first constraint of an iteration pulls the elements together, the second pushes them apart again along other gradients.
  it('nearly leaves a body at rest at rest, the more nearly the shorter the step', () => {
    const moved = [4e-3, 2e-3, 1e-3].map((timeStep) => {
      const mesh = boxMesh(3, 2, 2);
      const context = contextOf([createModel('box', mesh, 1)], { gravity: 0, timeStep });
      run(context, 0.08 / timeStep);
      return Math.max(...context.state.positions.map((value, i) => Math.abs(value - mesh.positions[i])));
    });
    expect(moved[0]).toBeLessThan(2e-3);
    for (const k of [1, 2]) expect(moved[k], `${moved}`).toBeLessThan(0.4 * moved[k - 1]);
  });

  it('keeps momentum and its moment, however much the body is shaken', () => {
    const random = seededRandom(3);
    const context = contextOf([createModel('box', boxMesh(3, 2, 2), 1)]);
    const { state } = context;
    for (let i = 0; i < state.positions.length; i++) state.positions[i] += 0.4 * (random() - 0.5);
    const mass = 1000 * 12;
    const runPhase = (phase: number) => neoHookeanXpbd.run(context, 0, neoHookeanXpbd.count(context, phase), phase);
    const last = context.world.batches['neo-hookean-xpbd'].length + 1;
    runPhase(0);
    for (let phase = 1; phase < last; phase++) {
      const before = state.remainders.slice();
      const kept = state.moments.slice();
      runPhase(phase);
      // Float32 rounding of displacements up to 0.4 m. About x0 the moment of a batch' impulses is what it has kept.
      const change = displacements(state, before);
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(change[k]) / mass).toBeLessThan(1e-7);
        const lost = state.moments.reduce((sum, m, i) => sum + (i % 3 === k ? m - kept[i] : 0), 0);
        expect(Math.abs(change[3 + k] - lost) / mass).toBeLessThan(2e-7);
      }
    }
    runPhase(last);
    expect(Math.abs(state.positions[0])).toBeGreaterThan(0.01);
  });

  // A hanging bar stretches by density g L^2 / (2 E), and here by 1.027 of it (neo-hookean): strains are not small, elements not either.
  it('stretches a hanging bar as neo-hookean does, the more nearly the shorter the step', () => {
    const missing = [4e-3, 2e-3, 1e-3].map((timeStep) => 1.027 - hangingStretch(timeStep));
    expect(missing[2]).toBeLessThan(0.02);
    for (const k of [1, 2]) expect(missing[k], `${missing}`).toBeLessThan(0.35 * missing[k - 1]);
  });

  function hangingStretch(timeStep: number): number {
    const height = 4;
    const context = contextOf([createModel('bar', boxMesh(1, 1, height), 1)], {
      youngsModulus: 1e6,
      poissonRatio: 0.3,
      velocityDamping: 20,
      materialDamping: 1e-2,
      iterations: 10,
      timeStep,
      gravity: 9.81,
    });
    const { state, world } = context;
    // Turned so that z hangs down along y.
    const turned = context.state.positions.map((_, i, all) => [all[i], -all[i + 1], all[i - 1]][i % 3]);
    state.positions.set(turned);
    for (let v = 0; v < world.vertexCount; v++) if (state.positions[3 * v + 1] === 0) state.inverseMasses[v] = 0;
    run(context, 1 / timeStep);
    const tip = Math.min(...state.positions.filter((_, i) => i % 3 === 1));
    const stretch = (1000 * 9.81 * height ** 2) / (2 * 1e6);
    return (-tip - height) / stretch;
  }
});
