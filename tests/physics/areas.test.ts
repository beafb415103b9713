import { describe, expect, it } from 'vitest';
import { type TriMesh, twofoldAreas } from '../../src/mesh/triangles/tri-topology.ts';
import type { Placement } from '../../src/index.ts';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import { createPlanarModel } from '../../src/simulation/world/create-sheet.ts';
import { rectangle } from '../fixtures/planar.ts';
import { momenta, type Physics, physics } from './bodies.ts';

const SIDE = 0.4;
const SPRING = 2e4;
const CALM: Partial<SimulationParameters> = {
  velocityDamping: 0,
  gravity: 0,
  timeStep: 3.3e-3,
  springStiffness: SPRING,
  areaStiffness: 3 * SPRING,
};

/** A square of n x n cells, each cut in two, with its lower corner at the origin. */
function square(n: number): { mesh: TriMesh; placement: Placement } {
  const mesh = rectangle(n, n, SIDE / n);
  const model = createPlanarModel('square', mesh, 0.1);
  return { mesh, placement: { model, positions: model.mesh.positions.slice() } };
}

const flat = ({ state }: Physics) => Float32Array.from(state.positions.filter((_, i) => i % 3 !== 2));
const areasOf = (body: Physics, { triangles }: TriMesh) => twofoldAreas(flat(body), triangles).map((area) => area / 2);
const zs = ({ state }: Physics) => [...state.positions, ...state.velocities].filter((_, i) => i % 3 === 2);

/** The largest difference of a distance between two vertices from that at rest, as a share of the side. */
function deformation(body: Physics, { positions }: TriMesh): number {
  const x = flat(body);
  const distance = (p: Float32Array, a: number, b: number) =>
    Math.hypot(p[2 * a] - p[2 * b], p[2 * a + 1] - p[2 * b + 1]);
  let largest = 0;
  for (let a = 0; 2 * a < x.length; a++)
    for (let b = 0; b < a; b++) largest = Math.max(largest, Math.abs(distance(x, a, b) - distance(positions, a, b)));
  return largest / SIDE;
}

/** How bodies start: maps of their positions. */
const STARTS = {
  flattened: (x: number, _y: number) => [x, 0],
  'turned and flattened': (x: number, y: number) => [0.8 * x + 0.6 * y, 0],
  mirrored: (x: number, y: number) => [x, -y],
  'at one point, nearly': (x: number, y: number) => [1e-4 * x, 1e-4 * y],
} as const;

async function release(n: number, start: keyof typeof STARTS, changed: Partial<SimulationParameters> = {}) {
  const { mesh, placement } = square(n);
  const body = await physics([placement], { ...CALM, velocityDamping: 2, ...changed });
  const { positions } = body.state;
  for (let i = 0; i < positions.length; i += 3) positions.set(STARTS[start](positions[i], positions[i + 1]), i);
  await body.run(1500);
  return { body, mesh };
}

describe('areas of a body in the plane', () => {
  it.each([
    [1, 'flattened'],
    [1, 'turned and flattened'],
    [1, 'mirrored'],
    [1, 'at one point, nearly'],
    [2, 'flattened'],
    [5, 'flattened'],
    [5, 'turned and flattened'],
  ] as const)('a square of %i cells along each side, %s, gets shape and side back', async (n, start) => {
    const { body, mesh } = await release(n, start);
    const rest = twofoldAreas(mesh.positions, mesh.triangles);
    areasOf(body, mesh).forEach((area, t) => {
      expect(Math.abs(area / (rest[t] / 2) - 1), `triangle ${t}`).toBeLessThan(1e-2);
    });
    expect(deformation(body, mesh)).toBeLessThan(5e-3);
    expect(new Set(zs(body).map(Math.abs))).toEqual(new Set([0]));
  });

  it('without them a flat body stays flat, and a mirrored one mirrored', async () => {
    for (const start of ['flattened', 'mirrored'] as const) {
      const { body, mesh } = await release(2, start, { areaStiffness: 0 });
      expect(Math.max(...areasOf(body, mesh))).toBeLessThanOrEqual(0);
    }
  });

  it.each([0, 2e-3])('keep momenta of a body that spins and shakes, with damping %f s', async (materialDamping) => {
    const { placement } = square(4);
    const body = await physics([placement], { ...CALM, materialDamping });
    const { state, masses } = body;
    for (let v = 0; v < masses.length; v++) {
      const [x, y] = state.positions.subarray(3 * v, 3 * v + 2);
      state.velocities.set([0.3 - 5 * y + 2 * x, 0.1 + 5 * x - 4 * y, 0], 3 * v);
    }
    const before = momenta(body);
    await body.run(600);
    const after = momenta(body);
    for (const kind of ['linear', 'angular'] as const) {
      const scale = Math.hypot(...before[kind]);
      after[kind].forEach((x, k) => {
        expect(Math.abs(x - before[kind][k]) / scale).toBeLessThan(1e-5);
      });
    }
    expect(new Set(zs(body).map(Math.abs))).toEqual(new Set([0]));
  });

  it('resist as areaStiffness says: a triangle between held corners is in balance with its weight', async () => {
    const side = 1;
    const mesh = { positions: Float32Array.of(0, 0, side, 0, 0.5, side), triangles: Uint32Array.of(0, 1, 2) };
    const model = createPlanarModel('triangle', mesh, 0.1);
    const [springStiffness, areaStiffness] = [0.1, 1e4];
    const changed = { ...CALM, gravity: 9.81, velocityDamping: 8, springStiffness, areaStiffness, iterations: 20 };
    const body = await physics([{ model, positions: model.mesh.positions.slice() }], changed, {
      held: (_, y) => y === 0,
    });
    await body.run(2000);
    // Energy K / 2 (A / A0 - 1)^2 A0 with A / A0 = height / side: the weight is K (1 - height / side) A0 / side.
    const expected = side - (body.masses[2] * 9.81 * side * side) / ((areaStiffness * (side * side)) / 2);
    expect(Math.abs((side - body.state.positions[7]) / (side - expected) - 1)).toBeLessThan(1e-2);
  });
});
