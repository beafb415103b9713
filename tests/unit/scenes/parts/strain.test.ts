import { expect, it } from 'vitest';
import { rmsGreen, strainsOf, sumOf } from '../../../../src/scenes/parts/strain.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

const model = createModel('box', boxMesh(3, 2, 2), 0.1);
const rest = model.mesh.positions;
const MATERIAL = { youngsModulus: 2e5, poissonRatio: 0.3 };
const strainOf = (positions: Float32Array) => strainsOf(model, positions, MATERIAL, 1, () => 0)[0];
const volume = model.elasticTets.restVolumes.reduce((sum, x) => sum + x, 0);
const mapped = (f: (x: number, y: number, z: number) => readonly number[]) =>
  rest.map((_, i) => f(rest[i - (i % 3)], rest[i - (i % 3) + 1], rest[i - (i % 3) + 2])[i % 3]);

it('is zero after a rigid motion', () => {
  // A rotation by the angle of cosine 0.6 and sine 0.8.
  const turned = strainOf(mapped((x, y, z) => [0.6 * x - 0.8 * y + 2, 0.8 * x + 0.6 * y, z - 1]));
  expect(turned.volume).toBeCloseTo(volume, 6);
  expect(rmsGreen(turned)).toBeLessThan(1e-6);
  expect(Math.abs(turned.energy)).toBeLessThan(1e-3 * MATERIAL.youngsModulus * volume * 1e-3);
});

it('is a number even if rounding makes the integral negative', () => {
  expect(rmsGreen({ volume: 1, green: -1e-16, energy: 0 })).toBe(0);
});

it("is Green's strain and the energy of a stretch and a shear", () => {
  const [s, k] = [1.5, 0.4];
  const { green, energy } = strainOf(mapped((x, y, z) => [s * x, y + k * z, z]));
  const squares = ((s * s - 1) / 2) ** 2 + 2 * (k / 2) ** 2 + ((k * k) / 2) ** 2;
  expect(green / volume).toBeCloseTo(squares, 5);
  const mu = MATERIAL.youngsModulus / 2.6;
  const lambda = mu / 0.4;
  const a = 1 + mu / lambda;
  const density = (mu / 2) * (s * s + 1 + 1 + k * k - 3) + (lambda / 2) * ((s - a) ** 2 - (1 - a) ** 2);
  expect(energy / (density * volume)).toBeCloseTo(1, 5);
});

it('of groups of elements, which add up', () => {
  const bent = mapped((x, y, z) => [x, y + 0.2 * x * x, z]);
  const groups = strainsOf(model, bent, MATERIAL, 2, (t) => t % 2);
  const [whole, sum] = [strainOf(bent), sumOf(groups)];
  for (const { green } of groups) expect(green).toBeGreaterThan(0.1 * whole.green);
  for (const key of ['volume', 'green', 'energy'] as const) expect(sum[key] / whole[key]).toBeCloseTo(1, 10);
});
