import { describe, expect, it } from 'vitest';
import type { SurfaceMesh } from '../../src/mesh/surface-mesh.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { createCloth } from '../../src/simulation/world/create-cloth.ts';
import { sheetMesh } from '../fixtures/sheet.ts';
import { type Bring, momenta, type Physics, physics } from './bodies.ts';

/** Cloth's tests that hold on every backend: tests/physics runs them on the CPU, tests/parity on a device. */

export const THICKNESS = 1e-3;
const FREE: Partial<SimulationParameters> = { mode: 'off', materialDamping: 0, density: 500, poissonRatio: 0 };
type Place = (u: number, v: number) => readonly [number, number, number];

/** A rectangle of m x n cells of a size [m], cut along both diagonals in turn; `place` says where a point of it lies. */
export function rectangle(m: number, n: number, cell: number, place: Place): SurfaceMesh {
  const positions: number[] = [];
  for (let j = 0; j <= n; j++) for (let i = 0; i <= m; i++) positions.push(...place(i * cell, j * cell));
  const triangles: number[] = [];
  for (let j = 0; j < n; j++)
    for (let i = 0; i < m; i++) {
      const a = j * (m + 1) + i;
      const [b, c, d] = [a + 1, a + m + 2, a + m + 1];
      triangles.push(...((i + j) % 2 === 0 ? [a, b, c, a, c, d] : [a, b, d, b, c, d]));
    }
  return { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) };
}

/** A cloth that starts in its rest shape, or where `start` places it. */
export const drape = (
  mesh: SurfaceMesh,
  parameters: Partial<SimulationParameters>,
  held: (x: number, y: number, z: number) => boolean = () => false,
  start: ArrayLike<number> = mesh.positions,
): Promise<Physics> =>
  physics(
    [{ model: createCloth('cloth', mesh, THICKNESS), positions: Float32Array.from(start) }],
    { ...FREE, ...parameters },
    { held },
  );

export const at = ({ state }: Physics, v: number) => [...state.positions.subarray(3 * v, 3 * v + 3)];

export const hangingStrip = (bring: Bring) =>
  describe('a strip that hangs from its end', () => {
    it.each([
      [0, 1e-3],
      [0.3, 0.03],
    ])('is as long as its weight over E h says, and as narrow as Poisson’s ratio: %f', async (poissonRatio, share) => {
      const [length, cells, youngsModulus] = [0.4, 16, 1e5];
      const mesh = rectangle(2, cells, length / cells, (u, v) => [u, -v, 0]);
      // Damped critically, it is at rest after two periods.
      const period = 4 * length * Math.sqrt(500 / youngsModulus);
      const velocityDamping = (4 * Math.PI) / period;
      const parameters = { youngsModulus, poissonRatio, iterations: 20, velocityDamping, timeStep: 2e-3 };
      const body = await bring(await drape(mesh, parameters, (_, y) => y === 0));
      await body.run(100);
      const weight = 500 * 9.81;
      const stretched = (weight * length ** 2) / (2 * youngsModulus);
      const tip = at(body, 3 * cells + 1);
      expect(Math.abs(-tip[1] - length - stretched) / stretched).toBeLessThan(share);
      // Halfway down it carries half of its weight.
      const [left, right] = [0, 2].map((i) => at(body, 3 * (cells / 2) + i)[0]);
      const width = (2 * length) / cells;
      const strain = (weight * length) / (2 * youngsModulus);
      expect((right - left - width) / width / strain).toBeCloseTo(-poissonRatio, 2);
    });
  });

/** @param names motions to test, by default all */
export const freeFlight = (bring: Bring, steps: number, names?: readonly string[]) =>
  describe('free flight', () => {
    /** As in momentum.test.ts: of the sums of the lengths of all vertices' momenta, and of their moments. */
    const BOUND = 1e-5;
    const start = sheetMesh(8, 0.05).positions.map((x, i) => x + [0.31, 1.07, -0.53][i % 3]);
    const motions: readonly (readonly [string, (x: number, y: number, z: number) => readonly number[]])[] = [
      ['flies', () => [1, 0.3, -0.2]],
      [
        'vibrates and folds',
        (x, _, z) => [1 - 2 * (x - 0.31), 0.3 + 8 * (x - 0.31) * (z + 0.53) + 4 * Math.abs(x - 0.31), -0.2],
      ],
      ['spins', (x, _, z) => [5 * (z + 0.53), 0.3, -5 * (x - 0.31)]],
      ['tumbles', (x, y, z) => [4 * (z + 0.53) - 2 * (y - 1.07), 2 * (x - 0.31), -4 * (x - 0.31)]],
    ];

    const chosen = motions.filter(([name]) => names?.includes(name) ?? true);
    it.each(chosen)('a cloth that %s keeps momentum and angular momentum', async (_, field) => {
      const parameters = {
        gravity: 0,
        velocityDamping: 0,
        timeStep: 3.3e-3,
        youngsModulus: 1e5,
        poissonRatio: 0.3,
        materialDamping: 2e-3,
      };
      const made = await drape(sheetMesh(8, 0.05), { ...parameters, bendingStiffness: 1e-3 }, undefined, start);
      const { positions, velocities } = made.state;
      let [scale, moment] = [0, 0];
      made.masses.forEach((m, v) => {
        const [x, y, z] = positions.subarray(3 * v, 3 * v + 3);
        const [a, b, c] = field(x, y, z);
        velocities.set([a, b, c], 3 * v);
        scale += m * Math.hypot(a, b, c);
        moment += m * Math.hypot(y * c - z * b, z * a - x * c, x * b - y * a);
      });
      const body = await bring(made);
      const before = momenta(body);
      await body.run(steps);
      const after = momenta(body);
      const distance = (a: number[], b: number[]) => Math.hypot(...a.map((value, k) => value - b[k]));
      expect(distance(after.linear, before.linear) / scale).toBeLessThan(BOUND);
      expect(distance(after.angular, before.angular) / moment).toBeLessThan(BOUND);
    });
  });
