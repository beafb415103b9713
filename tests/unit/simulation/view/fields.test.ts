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
const minus = (u: readonly number[], v: readonly number[]) => u.map((x, k) => x - v[k]!);
const determinantOf = ([u, v, w]: readonly [readonly number[], readonly number[], readonly number[]]) =>
  u[0]! * (v[1]! * w[2]! - v[2]! * w[1]!) -
  u[1]! * (v[0]! * w[2]! - v[2]! * w[0]!) +
  u[2]! * (v[0]! * w[1]! - v[1]! * w[0]!);
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
    // The half beyond x = 1 has elements of three times the volume; it alone is stretched, to twice its length.
    const cells = boxMesh(2, 1, 1);
    const vertices = cells.positions.map((x, i) => (i % 3 === 0 && x > 1 ? 4 : x));
    const box = contextOf([createModel('box', { ...cells, positions: vertices }, 0.5)]);
    const positions = vertices.map((x, i) => (i % 3 === 0 && x > 1 ? 7 : x));
    const values = new Float32Array(box.world.vertexCount);
    writeField(values, 'strain', box.world, { ...box.state, positions }, PARAMETERS);
    const shares = values.map(() => 0);
    const volumes = values.map(() => 0);
    for (let t = 0; t < cells.tets.length; t += 4) {
      const corners = [...cells.tets.subarray(t, t + 4)];
      const isStretched = corners.some((v) => vertices[3 * v]! > 1);
      const [a, b, c, d] = corners.map((v) => [...vertices.subarray(3 * v, 3 * v + 3)]);
      const volume = Math.abs(determinantOf([minus(b!, a!), minus(c!, a!), minus(d!, a!)]));
      for (const v of corners) {
        volumes[v]! += volume;
        if (isStretched) shares[v]! += volume;
      }
    }
    const expected = shares.map((share, v) => share / volumes[v]!);
    expect(new Set(expected.map((share) => Math.round(10 * share))).size).toBeGreaterThan(2);
    values.forEach((value, v) => {
      expect(value).toBeCloseTo(expected[v]!, 5);
    });
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
