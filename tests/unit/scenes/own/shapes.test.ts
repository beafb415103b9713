import { describe, expect, it } from 'vitest';
import { signedVolumes } from '../../../../src/mesh/quality.ts';
import { defaultShape, makeShape, SHAPES, type ShapeName } from '../../../../src/scenes/own/shapes.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';

const volumeOf = (kind: ShapeName, sizes: Readonly<Record<string, number>> = {}) => {
  const { mesh } = makeShape({ kind, sizes: { ...defaultShape(kind).sizes, ...sizes } });
  return signedVolumes(mesh).reduce((sum, volume) => sum + volume, 0);
};

describe('built-in shapes', () => {
  it.each(Object.keys(SHAPES) as ShapeName[])('%s makes a model, and about as many tetrahedra as asked for', (kind) => {
    const shape = defaultShape(kind);
    const { mesh, thickness } = makeShape(shape);
    expect(thickness).toBeGreaterThan(0);
    expect(() => createModel(kind, mesh, thickness)).not.toThrow();
    const { tetrahedra } = shape.sizes;
    if (tetrahedra > 0) expect(Math.abs(mesh.tets.length / 4 / tetrahedra - 1)).toBeLessThan(0.3);
  });

  it('have the volumes of their formulas', () => {
    expect(volumeOf('box', { width: 2, height: 1, depth: 0.5 })).toBeCloseTo(1, 6);
    expect(volumeOf('ball', { radius: 0.5 }) / ((4 / 3) * Math.PI * 0.5 ** 3)).toBeCloseTo(1, 1);
    const ring = volumeOf('ring', { radius: 0.4, tube: 0.1, tetrahedra: 20_000 });
    expect(ring / (2 * Math.PI ** 2 * 0.4 * 0.1 ** 2)).toBeCloseTo(1, 1);
  });

  it.each([
    [1e-3, 1e3],
    [1, 1e-3],
    [5, 0.05],
  ])('a bar %d m long of radius %d m is made, or refused in words', (length, radius) => {
    const make = () => volumeOf('bar', { length, radius });
    if (length / radius > 1 && length / radius < 2000) expect(make()).toBeGreaterThan(0);
    else expect(make).toThrow(/expected/);
  });

  it.each([1, 100, 999])('refuses a bar of %d tetrahedra in words of its own', (tetrahedra) => {
    expect(() => volumeOf('bar', { tetrahedra })).toThrow(`A bar of ${tetrahedra} tetrahedra was asked for; expected`);
  });

  it.each([1000, 500])('refuses a ring of radius %d m that is thinner than the cubes of its lattice', (radius) => {
    // A layer of cubes is as thick as one, however thin the ring is: tens of millions of them took minutes.
    const make = () => volumeOf('ring', { radius, tube: 1e-5 * radius, tetrahedra: 500 });
    expect(make).toThrow(/needs a lattice of \d\.\de\+7 cubes; expected at most/);
  });

  it('refuses a ring whose hole would be closed', () => {
    expect(() => volumeOf('ring', { radius: 0.1, tube: 0.1 })).toThrow('expected less');
  });
});
