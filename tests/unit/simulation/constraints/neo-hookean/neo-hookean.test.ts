import { describe, expect, it } from 'vitest';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import type { SimulationParameters } from '../../../../../src/simulation/parameters.ts';
import { begin, predict, velocities } from '../../../../../src/simulation/integrators/xpbd/motion.ts';
import { moments } from '../../../../../src/simulation/integrators/xpbd/moments.ts';
import { neoHookean, neoHookeanParameters } from '../../../../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import { contextOf, cornerTet, displacements, runInRanges } from '../../../../fixtures/stages.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

type Matrix = number[][];
const determinant = ([a, b, c]: Matrix): number =>
  a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);

/** The corner tetrahedron's rest shape has the edges size times identity. */
const deformation = (x: ArrayLike<number>, size: number): Matrix =>
  [0, 1, 2].map((k) => [1, 2, 3].map((corner) => (x[3 * corner + k] - x[k]) / size));
const hydrostatic = (x: ArrayLike<number>, size: number) => determinant(deformation(x, size));
const deviatoric = (x: ArrayLike<number>, size: number) =>
  Math.sqrt(
    deformation(x, size)
      .flat()
      .reduce((sum, f) => sum + f * f, 0),
  );

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

describe('one tetrahedron', () => {
  const size = 0.5;
  /** Energy [J], with what damping takes in a step in it. */
  const potential = (x: number[], x0: number[], parameters: SimulationParameters): number => {
    const { mu, lambda, restDeterminant } = neoHookeanParameters(parameters);
    const rate = parameters.materialDamping / parameters.timeStep;
    const [f, before] = [deformation(x, size), deformation(x0, size)];
    // Twice the Green strain since x0.
    const strain = [0, 1, 2].flatMap((i) =>
      [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, k) => sum + f[k][i] * f[k][j] - before[k][i] * before[k][j], 0)),
    );
    const squared = f.flat().reduce((sum, value) => sum + value * value, 0);
    const elastic = (mu / 2) * squared + (lambda / 2) * (determinant(f) - restDeterminant) ** 2;
    const shear = (mu / 4) * strain.reduce((sum, value) => sum + value * value, 0);
    const bulk = ((lambda - mu) / 2) * (determinant(f) - determinant(before)) ** 2;
    return (size ** 3 / 6) * (elastic + rate * (shear + bulk));
  };

  const cases = [
    { name: 'a deformed', flip: 1, materialDamping: 0 },
    { name: 'a damped', flip: 1, materialDamping: 5e-3 },
    { name: 'an inverted', flip: -1, materialDamping: 5e-3 },
  ];
  it.each(cases)('$name one goes where implicit Euler with its energy says', ({ flip, materialDamping }) => {
    const random = seededRandom(7);
    for (let trial = 0; trial < 20; trial++) {
      const context = contextOf([cornerTet(size)], { materialDamping, youngsModulus: 1e4 });
      const { state, parameters } = context;
      for (let i = 0; i < 12; i++) {
        state.positions[i] = state.positions[i] * (i % 3 === 2 ? flip : 1) + 0.3 * (random() - 0.5);
        state.positionsT0[i] = state.positions[i] + 0.05 * (random() - 0.5);
      }
      state.inverseMasses.set([0.1, 0.2, 0.3, trial % 2 ? 0 : 0.4]);
      const predicted = Array.from(state.positions);
      for (let iteration = 0; iteration < 200; iteration++) runInRanges(neoHookean, context);
      const x = Array.from(state.positions, (value, i) => value + state.remainders[i]);
      const slopes = gradient((y) => potential(y, Array.from(state.positionsT0), parameters), x);
      const largest = Math.max(...slopes.map((slope, i) => Math.abs(slope * state.inverseMasses[Math.floor(i / 3)])));
      for (let i = 0; i < 12; i++) {
        const acceleration = (x[i] - predicted[i]) / parameters.timeStep ** 2;
        const expected = -slopes[i] * state.inverseMasses[Math.floor(i / 3)];
        expect(Math.abs(acceleration - expected) / largest).toBeLessThan(1e-4);
      }
    }
  });

  // Viscosity resists with the square of each stretch: taken for their mean, iterations overshot and never converged.
  it.each([
    ['not stretched', [1, 1, 1]],
    ['twice as long', [2, 1, 1]],
    ['three times as long', [3, 1, 1]],
    ['twice as long and wide', [2, 2, 0.7]],
  ])('strongly damped, %s: what is missing falls with every iteration', (_, stretch) => {
    const random = seededRandom(11);
    const context = contextOf([cornerTet(size)], { materialDamping: 0.3, youngsModulus: 1e5 });
    const { state, parameters } = context;
    for (let i = 0; i < 12; i++) {
      state.positionsT0[i] = state.positions[i] * stretch[i % 3];
      state.positions[i] = state.positionsT0[i] + 0.02 * (random() - 0.5);
    }
    const predicted = Array.from(state.positions);
    const missing = () => {
      const x = Array.from(state.positions, (value, i) => value + state.remainders[i]);
      const slopes = gradient((y) => potential(y, Array.from(state.positionsT0), parameters), x);
      const forces = x.map((value, i) => (value - predicted[i]) / state.inverseMasses[0] / parameters.timeStep ** 2);
      return Math.hypot(...slopes.map((slope, i) => slope + forces[i]));
    };
    const residuals = [missing()];
    while (residuals.length < 12) {
      runInRanges(neoHookean, context);
      residuals.push(missing());
    }
    // As far as float32 and finite differences tell.
    const noise = 1e-4 * residuals[0];
    residuals.slice(1).forEach((residual, i) => {
      expect(residual, `${residuals}`).toBeLessThan(Math.max(noise, 0.95 * residuals[i]));
    });
    expect(residuals.at(-1)).toBeLessThan(0.05 * residuals[0]);
  });

  it('comes back from inside out', () => {
    const context = contextOf([cornerTet(size)], { gravity: 0, youngsModulus: 1e5, materialDamping: 0.05 });
    context.state.positions[11] = -0.8 * size;
    run(context, 400);
    expect(hydrostatic(context.state.positions, size)).toBeCloseTo(1, 2);
    expect(deviatoric(context.state.positions, size)).toBeCloseTo(Math.sqrt(3), 2);
  });

  // If F has rank 1 or 0, det F has no gradient.
  it.each([
    ['a point', false, [0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.1, 0.2, 0.3]],
    ['a line', false, [0, 0, 0, 0.1, 0, 0, 0.2, 0, 0, 0.3, 0, 0]],
    ['a triangle', true, [0, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0.2, 0.2, 0]],
  ])('squeezed into %s stays a number, and comes back: %s', (_, comesBack, squeezed) => {
    const context = contextOf([cornerTet(size)], { gravity: 0, youngsModulus: 1e7, materialDamping: 0.05 });
    context.state.positions.set(squeezed);
    run(context, 200);
    expect(context.state.positions.every((value) => Math.abs(value) < 10)).toBe(true);
    expect(hydrostatic(context.state.positions, size)).toBeCloseTo(comesBack ? 1 : 0, 2);
  });
});

function run(context: ReturnType<typeof contextOf>, steps: number): void {
  for (let s = 0; s < steps; s++) {
    runInRanges(begin, context);
    runInRanges(predict, context);
    for (let i = 0; i < context.parameters.iterations; i++) runInRanges(neoHookean, context);
    runInRanges(velocities, context);
    runInRanges(moments, context);
  }
}

/** Energy density of the model in a stretch by s along one axis and t across it. */
function energy(parameters: { youngsModulus: number; poissonRatio: number }, s: number, t: number): number {
  const { mu, lambda, restDeterminant } = neoHookeanParameters(parameters);
  const rest = 3 * mu + lambda * (1 - restDeterminant) ** 2;
  return (mu * (s * s + 2 * t * t) + lambda * (s * t * t - restDeterminant) ** 2 - rest) / 2;
}

describe('the material', () => {
  it.each([0, 0.2, 0.4, 0.49])('has its Young modulus and Poisson ratio %d at small strains', (poissonRatio) => {
    const parameters = { youngsModulus: 2e5, poissonRatio };
    const strain = 1e-4;
    const across = (t: number) => energy(parameters, 1 + strain, 1 - t * strain);
    // The lateral strain that takes least energy: the vertex of a parabola through three values.
    const [a, b, c] = [across(-1), across(0), across(1)];
    const ratio = (a - c) / (2 * (a - 2 * b + c));
    expect(ratio).toBeCloseTo(poissonRatio, 2);
    expect(across(ratio) / (strain * strain) / (parameters.youngsModulus / 2)).toBeCloseTo(1, 2);
  });

  it('leaves a body at rest at rest', () => {
    const mesh = boxMesh(3, 2, 2);
    const context = contextOf([createModel('box', mesh, 1)], { gravity: 0 });
    run(context, 20);
    const moved = context.state.positions.map((value, i) => Math.abs(value - mesh.positions[i]));
    expect(Math.max(...moved)).toBeLessThan(1e-5); // rounding of coordinates up to 3 m in float32
  });

  it('keeps momentum and its moment, however much the body is shaken', () => {
    const random = seededRandom(3);
    const context = contextOf([createModel('box', boxMesh(3, 2, 2), 1)]);
    const { state } = context;
    for (let i = 0; i < state.positions.length; i++) state.positions[i] += 0.4 * (random() - 0.5);
    const mass = 1000 * 12;
    const runPhase = (phase: number) => neoHookean.run(context, 0, neoHookean.count(context, phase), phase);
    const last = context.world.batches['neo-hookean'].length + 1;
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

  // Without lateral contraction a hanging bar stretches by density g L^2 / (2 E), in the continuum as in its elements.
  it.each([30, 120])('stretches a hanging bar as its modulus says, with %d iterations', (iterations) => {
    const height = 4;
    const context = contextOf([createModel('bar', boxMesh(1, 1, height), 1)], {
      youngsModulus: 1e6,
      poissonRatio: 0,
      velocityDamping: 20,
      materialDamping: 1e-2,
      iterations,
      timeStep: 5e-3,
      gravity: 9.81,
    });
    const { state, world } = context;
    // Turned so that z hangs down along y.
    const turned = context.state.positions.map((_, i, all) => [all[i], -all[i + 1], all[i - 1]][i % 3]);
    state.positions.set(turned);
    for (let v = 0; v < world.vertexCount; v++) if (state.positions[3 * v + 1] === 0) state.inverseMasses[v] = 0;
    run(context, 250);
    const tip = Math.min(...state.positions.filter((_, i) => i % 3 === 1));
    const stretch = (1000 * 9.81 * height ** 2) / (2 * 1e6);
    expect((-tip - height) / stretch).toBeGreaterThan(0.95);
    expect((-tip - height) / stretch).toBeLessThan(1.1); // the next order of the strain adds a few percent
  });
});
