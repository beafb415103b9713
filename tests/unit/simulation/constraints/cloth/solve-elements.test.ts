import { describe, expect, it } from 'vitest';
import { solveHinges } from '../../../../../src/simulation/constraints/cloth/solve-hinges.ts';
import { membraneParameters } from '../../../../../src/simulation/constraints/cloth/cloth.ts';
import { solveTriangles } from '../../../../../src/simulation/constraints/cloth/solve-triangles.ts';
import { createCloth } from '../../../../../src/simulation/world/create-cloth.ts';
import type { Model } from '../../../../../src/simulation/world/model.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import {
  type ClothMaterial,
  hingeAngle,
  hingesOf,
  hingeStiffness,
  referenceCloth,
  stretchTensor,
  triangleEnergy,
} from '../../../../fixtures/cloth-energy.ts';
import { cross, minus, type Vector } from '../../../../fixtures/vectors.ts';

const MATERIAL: ClothMaterial = { youngsModulus: 2e5, poissonRatio: 0.3, bendingStiffness: 3e-3, thickness: 2e-3 };
/** A time step so short that impulses hardly move the vertices. */
const SHORT = 1e-7;
const at = (x: ArrayLike<number>, v: number): Vector => [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
const rows = (x: ArrayLike<number>): Vector[] => Array.from({ length: x.length / 3 }, (_, v) => at(x, v));

/** Central differences of an energy by each coordinate. */
function gradientOf(energy: (x: readonly Vector[]) => number, x: ArrayLike<number>, width = 1e-6): number[] {
  return Array.from(x, (_, i) => {
    const [up, down] = [1, -1].map((sign) => {
      const moved = Float64Array.from(x);
      moved[i] += sign * width;
      return energy(rows(moved));
    });
    return (up - down) / (2 * width);
  });
}

/** Expects numbers to differ by less than a share of the largest one. */
function expectNear(found: ArrayLike<number>, expected: readonly number[], share: number): void {
  const scale = Math.max(...expected.map(Math.abs));
  expect(scale).toBeGreaterThan(0);
  for (const [i, value] of expected.entries())
    expect(Math.abs(found[i] - value) / scale, `number ${i}`).toBeLessThan(share);
}

interface Setup {
  readonly model: Model;
  readonly x0: Float32Array;
  readonly u: Float32Array;
  readonly inverseMasses: Float32Array;
  readonly multipliers: Float32Array;
}

const setUp = (model: Model, x0: ArrayLike<number>, u: ArrayLike<number>): Setup => ({
  model,
  x0: Float32Array.from(x0),
  u: Float32Array.from(u),
  inverseMasses: new Float32Array(x0.length / 3).fill(1 / 0.003).map((w, v) => w * (1 + 0.3 * v)),
  multipliers: new Float32Array(6),
});

function solveTriangle({ model, x0, u, inverseMasses, multipliers }: Setup, dt: number, damping = 0): void {
  const { triangles, restInverses, restVolumes } = model.cloth;
  const { mu, lambda } = membraneParameters(MATERIAL);
  const arrays = [x0, u, inverseMasses, multipliers, triangles, restInverses, restVolumes] as const;
  solveTriangles(...arrays, 0, 0, 0, 1, mu, lambda, damping, dt);
}

function solveHinge({ model, x0, u, inverseMasses, multipliers }: Setup, dt: number, damping = 0): void {
  const { hinges, restAngles, hingeShapes } = model.cloth;
  const arrays = [x0, u, inverseMasses, multipliers, hinges, restAngles, hingeShapes] as const;
  solveHinges(...arrays, 0, 0, 0, 1, MATERIAL.bendingStiffness * dt * dt, damping);
}

const positionsOf = ({ x0, u }: Setup) => Float64Array.from(x0, (x, i) => x + u[i]);
/** Forces that moved vertices from rest in a step [N]. */
const forcesOf = ({ u, inverseMasses }: Setup, from: ArrayLike<number>, dt: number) =>
  Array.from(u, (move, i) => (move - from[i]) / (inverseMasses[Math.floor(i / 3)] * dt * dt));

const TRIANGLE = Float32Array.of(0.1, 0.2, -0.1, 0.16, 0.21, -0.08, 0.11, 0.27, -0.13);
const triangle = () =>
  createCloth('triangle', { positions: TRIANGLE, triangles: Uint32Array.of(0, 1, 2) }, MATERIAL.thickness);
const HINGE = Float32Array.of(0, 0, 0, 0.06, 0.01, 0, 0.02, 0.05, 0.005, 0.03, -0.04, 0.02);
const HINGE_FACES = Uint32Array.of(0, 1, 2, 1, 0, 3);
const hinge = () => createCloth('hinge', { positions: HINGE, triangles: HINGE_FACES }, MATERIAL.thickness);

/** Shapes that a triangle may have: any, squeezed to a fifth, stretched threefold. */
const SHAPES = ['any', 'squeezed', 'stretched'] as const;
function deform(shape: (typeof SHAPES)[number], seed: number): Float64Array {
  const random = seededRandom(seed);
  const factor = { any: 1, squeezed: 0.2, stretched: 3 }[shape];
  return Float64Array.from(TRIANGLE, (x) => factor * x + 0.02 * factor * (random() - 0.5));
}

describe('a triangle', () => {
  const rest = rows(TRIANGLE);

  it.each(SHAPES)('pushes along the differences of its energy: %s', (shape) => {
    for (let seed = 1; seed <= 20; seed++) {
      const setup = setUp(triangle(), deform(shape, seed), new Float32Array(9));
      solveTriangle(setup, SHORT);
      const gradient = gradientOf((x) => triangleEnergy(MATERIAL, rest, x), setup.x0);
      expectNear(
        forcesOf(setup, new Float32Array(9), SHORT),
        gradient.map((g) => -g),
        2e-6,
      );
    }
  });

  it.each(SHAPES)('is damped along the differences of the energy of its change: %s', (shape) => {
    for (let seed = 1; seed <= 20; seed++) {
      const u = Float32Array.from(deform('any', 50 + seed), (x, i) => 0.1 * (x - TRIANGLE[i]));
      const setup = setUp(triangle(), deform(shape, seed), u);
      const from = stretchTensor(rest, rows(setup.x0));
      const damping = 0.7;
      const gradient = gradientOf(
        (x) => triangleEnergy(MATERIAL, rest, x) + damping * triangleEnergy(MATERIAL, rest, x, from),
        positionsOf(setup),
      );
      // The step changes u by less than its last digit: impulses are read from the multipliers.
      solveTriangle(setup, SHORT, damping);
      const [m00, m01, m11] = setup.model.cloth.restInverses;
      const q = setup.multipliers;
      const impulses = [0, 1, 2].map((k) => [m00 * q[k] + m01 * q[3 + k], m11 * q[3 + k]] as const);
      const forces = [
        ...impulses.map(([j, k]) => -j - k),
        ...impulses.map(([j]) => j),
        ...impulses.map(([, k]) => k),
      ].map((force) => force / (SHORT * SHORT));
      expectNear(
        forces,
        gradient.map((g) => -g),
        2e-6,
      );
    }
  });

  it.each(SHAPES)('converges to the implicit Euler step, however long: %s', (shape) => {
    for (const dt of [1e-4, 3e-3, 0.1])
      for (let seed = 1; seed <= 10; seed++) {
        const start = deform(shape, seed);
        const u = deform('any', 80 + seed).map((x, i) => x - TRIANGLE[i]);
        const setup = setUp(triangle(), start, u);
        for (let n = 0; n < 60; n++) solveTriangle(setup, dt, 0.5);
        const from = stretchTensor(rest, rows(setup.x0));
        const gradient = gradientOf(
          (x) => triangleEnergy(MATERIAL, rest, x) + 0.5 * triangleEnergy(MATERIAL, rest, x, from),
          positionsOf(setup),
          1e-7,
        );
        expectNear(
          forcesOf(setup, Float32Array.from(u), dt),
          gradient.map((g) => -g),
          2e-3,
        );
      }
  });

  it('does not mind how it is turned', () => {
    const setup = setUp(
      triangle(),
      TRIANGLE.map((_, i) => TRIANGLE[i - (i % 3) + ((i + 1) % 3)]),
      new Float32Array(9),
    );
    solveTriangle(setup, 3e-3, 0.5);
    for (const move of setup.u) expect(Math.abs(move)).toBeLessThan(1e-7);
  });

  it.each([
    ['a line', [0, 0, 0, 0.06, 0, 0, 0.03, 0, 0]],
    ['a point', Array(9).fill(0.3)],
  ])('that has collapsed to %s stays finite', (_, x) => {
    const setup = setUp(triangle(), x, new Float32Array(9));
    for (let n = 0; n < 30; n++) solveTriangle(setup, 3e-3, 1);
    for (const move of setup.u) expect(Math.abs(move)).toBeLessThan(0.1);
  });
});

describe('a hinge', () => {
  const rest = rows(HINGE);
  const energy = (x: readonly Vector[]) =>
    0.5 * hingeStiffness(MATERIAL, rest) * (hingeAngle(x) - hingeAngle(rest)) ** 2;
  const bent = (seed: number) => {
    const random = seededRandom(seed);
    return HINGE.map((x) => x + 0.04 * (random() - 0.5));
  };

  it('pushes along the differences of its energy', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const setup = setUp(hinge(), bent(seed), new Float32Array(12));
      solveHinge(setup, 1e-6);
      const gradient = gradientOf(energy, setup.x0);
      expectNear(
        forcesOf(setup, new Float32Array(12), 1e-6),
        gradient.map((g) => -g),
        2e-5,
      );
    }
  });

  /** Folded by an angle about the edge along x. */
  const folded = (angle: number) =>
    Float32Array.of(0, 0, 0, 0.05, 0, 0, 0.03, 0.04 * Math.cos(angle), -0.04 * Math.sin(angle), 0.02, -0.05, 0);

  it.each([-3.14, -2, -1e-3, 0, 1e-3, 1, 3.14])('measures the angle %f', (angle) => {
    expect(hingeAngle(rows(folded(angle)))).toBeCloseTo(angle, 6);
    const setup = setUp(hinge(), folded(angle), new Float32Array(12));
    solveHinge(setup, 1e-6);
    const strain = angle - hingeAngle(rest);
    expect(setup.multipliers[0] / (-hingeStiffness(MATERIAL, rest) * strain * 1e-12)).toBeCloseTo(1, 4);
  });

  it('damps the change of its angle, whichever corner moves', () => {
    for (let moved = 0; moved < 4; moved++) {
      const u = Float32Array.from(HINGE, (_, i) => (Math.floor(i / 3) === moved ? 1e-4 * Math.cos(i) : 0));
      const setup = setUp(hinge(), HINGE, u);
      solveHinge(setup, 1e-6, 5);
      const change = hingeAngle(rows(positionsOf(setup))) - hingeAngle(rest);
      expect(Math.abs(change)).toBeGreaterThan(1e-4);
      expect(setup.multipliers[0] / (-hingeStiffness(MATERIAL, rest) * 6 * change * 1e-12)).toBeCloseTo(1, 1.5);
    }
  });

  it('keeps momentum and angular momentum', () => {
    const setup = setUp(hinge(), bent(3), new Float32Array(12));
    solveHinge(setup, 1e-6);
    const forces = rows(forcesOf(setup, new Float32Array(12), 1e-6));
    const scale = Math.max(...forces.flat().map(Math.abs));
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(forces.reduce((sum, force) => sum + force[k], 0)) / scale).toBeLessThan(1e-6);
      const moment = forces.reduce((sum, force, v) => sum + cross(minus(at(setup.x0, v), [0, 0, 0]), force)[k], 0);
      expect(Math.abs(moment) / scale).toBeLessThan(1e-7);
    }
  });

  it('rests if a triangle has no area', () => {
    const flat = folded(0);
    flat.set([0.02, 0, 0], 6);
    const setup = setUp(hinge(), flat, new Float32Array(12));
    solveHinge(setup, 3e-3);
    expect([...setup.u]).toEqual(Array(12).fill(0));
  });

  it('opens from either side of a fold by pi', () => {
    for (const [angle, sign] of [
      [Math.PI - 0.01, 1],
      [-Math.PI + 0.01, -1],
    ]) {
      const setup = setUp(hinge(), folded(angle), new Float32Array(12));
      for (let n = 0; n < 10; n++) solveHinge(setup, 0.02);
      const opened = hingeAngle(rows(positionsOf(setup)));
      expect(sign * opened).toBeGreaterThan(0);
      expect(sign * opened).toBeLessThan(Math.PI - 0.05);
    }
  });
});

it('the reference of the tests of physics has the same energy, and its differences as gradient', () => {
  const { energy } = referenceCloth({ positions: HINGE, triangles: HINGE_FACES }, MATERIAL);
  const rest = rows(HINGE);
  const [bent] = [HINGE.map((x, i) => x + 0.004 * Math.sin(7 * i))];
  const total = (x: readonly Vector[]) =>
    triangleEnergy(MATERIAL, [rest[0], rest[1], rest[2]], [x[0], x[1], x[2]]) +
    triangleEnergy(MATERIAL, [rest[1], rest[0], rest[3]], [x[1], x[0], x[3]]) +
    0.5 * hingeStiffness(MATERIAL, rest) * (hingeAngle(x) - hingeAngle(rest)) ** 2;
  const gradient = new Float64Array(12);
  expect(energy(bent, gradient) / total(rows(bent))).toBeCloseTo(1, 10);
  expectNear(gradient, gradientOf(total, bent), 1e-6);
  expect(hingesOf(HINGE_FACES)).toEqual([[0, 1, 2, 3]]);
});
