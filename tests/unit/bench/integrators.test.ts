import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { convergedFrom } from '../../../bench/integrators/converged.ts';
import { PICTURE_FILE, pictureOf } from '../../../bench/integrators/picture.ts';
import { bar, SMALL_MOST, type StepCase } from '../../../bench/integrators/step-cases.ts';
import { StepEquations } from '../../../bench/integrators/step-equations.ts';
import { convergedStep, displacementsOf } from '../../../bench/materials/converged-step.ts';
import { generator } from '../../../bench/measure/generator.ts';
import { readResults } from '../../../bench/report/results.ts';
import { SolveThread } from '../../../bench/solve/solve-case.ts';
import { neoHookeanParameters } from '../../../src/simulation/constraints/neo-hookean/neo-hookean.ts';

/** Returns a case's equations, and the thread that has predicted its step. */
function equationsOf(stepCase: StepCase): { equations: StepEquations; thread: SolveThread } {
  const thread = new SolveThread(stepCase);
  thread.start('neo-hookean');
  const { world, parameters, positions } = stepCase;
  const { inverseMasses } = thread.context.state;
  return {
    equations: new StepEquations({ world, parameters, positions, inverseMasses, free: displacementsOf(thread) }),
    thread,
  };
}

const BAR = bar('bar', {}, SMALL_MOST);
const next = generator(1);
/** Random displacements [m]; 0 at held vertices. */
const random = (size: number): Float64Array =>
  Float64Array.from(BAR.positions, (_, i) => (BAR.held!.includes(Math.floor(i / 3)) ? 0 : size * next()));

/** Energy of the step [J], from deformation gradients F = Ds Dm^-1 of the mesh's rest positions. */
function energyAt(u: Float64Array, { start }: StepEquations): number {
  const { world, parameters, positions, inverseMasses, free } = start;
  const { mu, lambda, restDeterminant } = neoHookeanParameters(parameters);
  const { tets, positions: rest } = world.models[0].mesh;
  let energy = 0;
  for (let t = 0; t < tets.length; t += 4) {
    const columns = (at: (i: number) => number) =>
      [1, 2, 3].map((e) => [0, 1, 2].map((k) => at(3 * tets[t + e] + k) - at(3 * tets[t] + k)));
    const [a, b] = [columns((i) => rest[i]), columns((i) => positions[i] + u[i])];
    const det = (m: number[][]) =>
      m[0].reduce(
        (sum, x, k) => sum + x * (m[1][(k + 1) % 3] * m[2][(k + 2) % 3] - m[1][(k + 2) % 3] * m[2][(k + 1) % 3]),
        0,
      );
    // Rows of Dm^-1 are cross products of its columns, divided by the determinant.
    const inverse = [0, 1, 2].map((e) => {
      const [p, q] = [a[(e + 1) % 3], a[(e + 2) % 3]];
      return [0, 1, 2].map((k) => (p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3]) / det(a));
    });
    let square = 0;
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) square += [0, 1, 2].reduce((sum, e) => sum + b[e][r] * inverse[e][c], 0) ** 2;
    const j = det(b) / det(a);
    energy += (Math.abs(det(a)) / 6) * (0.5 * mu * (square - 3) + 0.5 * lambda * (j - restDeterminant) ** 2);
  }
  for (let i = 0; i < u.length; i++) {
    const w = inverseMasses[Math.floor(i / 3)];
    if (w > 0) energy += (u[i] - free[i]) ** 2 / (2 * w * parameters.timeStep ** 2);
  }
  return energy;
}

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
const moved = (u: Float64Array, p: Float64Array, share: number) => u.map((x, i) => x + share * p[i]);

it("the residual is the gradient of the step's energy, and its derivative the residual's", () => {
  const { equations } = equationsOf(BAR);
  const u = random(0.01);
  // Downhill by masses, so that the slope is no small difference of large numbers.
  const force = equations.residual(u);
  const p = force.map(
    (f, i) => (0.01 * f * equations.start.inverseMasses[Math.floor(i / 3)]) / equations.sizeOf(force),
  );
  const share = 1e-4;
  const slope = (energyAt(moved(u, p, share), equations) - energyAt(moved(u, p, -share), equations)) / (2 * share);
  // The integrators' rest metrics are float32, the energy's rest shape isn't.
  expect(dot(force, p) / slope).toBeCloseTo(1, 6);
  const ahead = equations.residual(moved(u, p, share));
  const behind = equations.residual(moved(u, p, -share));
  const change = equations.derivative(u, p);
  const off = change.map((x, i) => x - (ahead[i] - behind[i]) / (2 * share));
  expect(equations.sizeOf(off) / equations.sizeOf(change)).toBeLessThan(1e-6);
});

it('the converged step is where iterations of the block lead', () => {
  const { equations, thread } = equationsOf(BAR);
  const { displacements } = convergedStep(BAR, thread);
  const { free } = equations.start;
  const residual = equations.sizeOf(equations.residual(displacements)) / equations.sizeOf(equations.residual(free));
  expect(residual).toBeLessThan(1e-5);
  const exact = convergedFrom(equations, displacements);
  expect(exact.residual).toBeLessThan(1e-9);
  const far = equations.distance(free, exact.displacements);
  expect(equations.distance(displacements, exact.displacements) / far).toBeLessThan(1e-6);
});

const ROOT = resolve(import.meta.dirname, '../../..');

it(`${PICTURE_FILE} is what bench/results give`, () => {
  const drawn = pictureOf(readResults(join(ROOT, 'bench/results')));
  if (drawn !== undefined) expect(readFileSync(join(ROOT, PICTURE_FILE), 'utf8')).toBe(drawn);
});
