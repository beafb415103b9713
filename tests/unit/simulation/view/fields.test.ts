import { describe, expect, it } from 'vitest';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import { type Field, writeField } from '../../../../src/simulation/view/fields.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { seededRandom } from '../../../fixtures/box-world.ts';
import { contextOf } from '../../../fixtures/stages.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

type Matrix = readonly (readonly number[])[];

const context = contextOf([createModel('box', boxMesh(2, 3, 2), 0.5), createModel('other', boxMesh(1, 1, 1), 0.5)]);
const { world, state } = context;
const rest = state.positions.slice();
const PARAMETERS = { ...defaultParameters(), youngsModulus: 3e5, poissonRatio: 0.4 };
/** Shear modulus [Pa]. */
const MU = 3e5 / (2 * 1.4);

/** Returns a field at all vertices, at positions that a function of the rest position gives. */
function fieldAt(field: Field, place: (x: readonly number[]) => readonly number[], parameters = PARAMETERS) {
  const positions = new Float32Array(rest.length);
  for (let i = 0; i < rest.length; i += 3) positions.set(place([...rest.subarray(i, i + 3)]), i);
  const values = new Float32Array(world.vertexCount);
  writeField(values, field, world, { ...state, positions }, parameters);
  return values;
}

const times = (m: Matrix, v: readonly number[]) => m.map((row) => row.reduce((sum, x, k) => sum + x * v[k]!, 0));
const transposed = (m: Matrix): Matrix => m.map((_, i) => m.map((row) => row[i]!));
/** Returns the norm of F v, for the v that F^T F turns a vector to after many multiplications. */
function largestStretchOf(F: Matrix): number {
  let v: readonly number[] = [0.6, 0.5, 0.62];
  for (let i = 0; i < 2000; i++) {
    const next = times(transposed(F), times(F, v));
    const length = Math.hypot(...next);
    v = next.map((x) => x / length);
  }
  return Math.hypot(...times(F, v));
}
/** Returns the von Mises stress from the six components of the Kirchhoff stress mu F F^T; a pressure doesn't change it. */
function vonMisesOf(F: Matrix): number {
  const t = (i: number, j: number) => MU * F[i]!.reduce((sum, x, k) => sum + x * F[j]![k]!, 0);
  const normal = (t(0, 0) - t(1, 1)) ** 2 + (t(1, 1) - t(2, 2)) ** 2 + (t(2, 2) - t(0, 0)) ** 2;
  return Math.sqrt(normal / 2 + 3 * (t(0, 1) ** 2 + t(1, 2) ** 2 + t(2, 0) ** 2));
}

describe('fields that bodies are coloured by', () => {
  it('are 0 at rest, wherever the bodies are and however they are turned', () => {
    const turned = ([x, y, z]: readonly number[]) => [0.6 * x! - 0.8 * y! + 1, 0.8 * x! + 0.6 * y! - 2, z! + 3];
    for (const value of fieldAt('strain', turned)) expect(value).toBeCloseTo(0, 5);
    for (const value of fieldAt('stress', turned)) expect(Math.abs(value) / MU).toBeLessThan(1e-5);
  });

  it('have the values of the deformation gradient where the deformation is the same everywhere, mirrored ones too', () => {
    const random = seededRandom(3);
    for (let round = 0; round < 20; round++) {
      const F = [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? 1 : 0) + 1.5 * (random() - 0.5)));
      const [stretch, stress] = [largestStretchOf(F), vonMisesOf(F)];
      for (const value of fieldAt('strain', (x) => times(F, x))) expect((value + 1) / stretch).toBeCloseTo(1, 4);
      for (const value of fieldAt('stress', (x) => times(F, x))) expect(value / stress).toBeCloseTo(1, 4);
    }
  });

  it('are those of an element that is flat, or a point', () => {
    for (const value of fieldAt('strain', ([x, y]) => [2 * x!, y!, 0])) expect(value).toBeCloseTo(1, 5);
    for (const value of fieldAt('stress', () => [1, 1, 1])) expect(value).toBe(0);
    for (const value of fieldAt('strain', () => [1, 1, 1])) expect(value).toBeCloseTo(-1, 6);
  });

  it('are Young’s modulus times strain where a bar is pulled a little, its sides free', () => {
    const strain = 1e-3;
    const pulled = ([x, y, z]: readonly number[]) => [
      (1 + strain) * x!,
      (1 - 0.4 * strain) * y!,
      (1 - 0.4 * strain) * z!,
    ];
    for (const value of fieldAt('stress', pulled)) expect(value / (3e5 * strain)).toBeCloseTo(1, 2);
  });

  it('are the mean of the elements around a vertex, by volume', () => {
    // Only the half beyond x = 1 is stretched: its vertices and those before it have pure elements, those between have both.
    const values = fieldAt('strain', ([x, y, z]) => [x! > 1 ? 2 * x! - 1 : x!, y!, z!]);
    for (let v = 0; v < 36; v++) {
      const x = rest[3 * v]!;
      if (x === 1) {
        expect(values[v]).toBeGreaterThan(0.1);
        expect(values[v]).toBeLessThan(0.9);
      } else expect(values[v]).toBeCloseTo(x > 1 ? 1 : 0, 5);
    }
  });

  it('are lengths of velocities, and the measured depths', () => {
    state.velocities.set([3, 4, 12], 3);
    state.depths[2] = 0.25;
    expect([...fieldAt('speed', (x) => x)].slice(0, 3)).toEqual([0, 13, 0]);
    expect([...fieldAt('depth', (x) => x)].slice(0, 3)).toEqual([0, 0, 0.25]);
  });

  it('have no stress where springs hold a body, but a strain', () => {
    const springs = { ...PARAMETERS, material: 'mass-spring' as const };
    for (const value of fieldAt('stress', (x) => x, springs)) expect(value).toBeNaN();
    for (const value of fieldAt('strain', (x) => x, springs)) expect(value).toBeCloseTo(0, 5);
  });
});
