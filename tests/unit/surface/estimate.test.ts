import { describe, expect, it } from 'vitest';
import { largestBuffer } from '../../../src/gpu/device.ts';
import { buildTopology } from '../../../src/mesh/build-topology.ts';
import type { DrawnSurface } from '../../../src/mesh/drawn-surface.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { stateBytes } from '../../../src/simulation/state.ts';
import { cellFor, DEFAULT_TETRAHEDRA, type Estimate, estimate, measureSurface } from '../../../src/surface/estimate.ts';
import { tetrahedraliseSurface } from '../../../src/surface/tetrahedralise-surface.ts';
import { arrayBytes } from '../../../src/ui/sizing/memory-budget.ts';
import { ball, box, drawn, insideOut, only, together, torus } from './shapes.ts';

/** An estimate may be wrong by this share. */
const TOLERANCE = 0.25;
const BALL = (4 / 3) * Math.PI;

const SHAPES: Readonly<Record<string, { readonly surface: DrawnSurface; readonly wanted: readonly number[] }>> = {
  'a ball': { surface: ball(), wanted: [1500, 3000, 9000] },
  'a torus': { surface: torus(1, 0.3), wanted: [1500, 3000] },
  'two balls that overlap': { surface: together(ball(), ball(1, [1, 0, 0])), wanted: [3000] },
  'a box': { surface: box([1, 1.7, 0.8]), wanted: [3000] },
};

describe('an estimate', () => {
  it.each(Object.keys(SHAPES))('is right within a quarter of what is then made: %s', (name) => {
    const { surface, wanted } = SHAPES[name];
    const size = measureSurface(surface);
    for (const tetrahedra of wanted) {
      const cell = cellFor(size, tetrahedra);
      const told = estimate(size, cell);
      expect(Math.abs(told.tetrahedra - tetrahedra)).toBeLessThanOrEqual(1);
      const { mesh } = tetrahedraliseSurface(surface, { cell });
      const topology = buildTopology(mesh.tets, mesh.positions.length / 3);
      const { world } = createWorld([{ model: createModel('body', mesh, 1), positions: mesh.positions }], []);
      const made: Estimate = {
        vertices: topology.vertexCount,
        surfaceVertices: topology.surfaceVertexCount,
        tetrahedra: topology.tetCount,
        state: stateBytes(world),
        world: arrayBytes(world),
        buffer: told.buffer,
      };
      for (const [figure, value] of Object.entries(made)) {
        const ratio = told[figure as keyof Estimate] / value;
        expect(ratio, `${figure} of ${tetrahedra}`).toBeGreaterThan(1 - TOLERANCE);
        expect(ratio, `${figure} of ${tetrahedra}`).toBeLessThan(1 + TOLERANCE);
      }
      // The greatest buffer has a length of steps, and needn't be known better than by a factor.
      expect(told.buffer).toBeGreaterThan(0.5 * largestBuffer(world));
    }
  });

  it('measures the volume that is inside: overlaps once, cavities not, open surfaces about', () => {
    expect(measureSurface(box([1, 2, 3]))).toEqual({ volume: 6, area: 22, sides: [1, 2, 3], notes: [] });
    const lens = (5 / 12) * Math.PI;
    expect(measureSurface(together(ball(), ball(1, [1, 0, 0]))).volume / (2 * BALL - lens)).toBeCloseTo(1, 1);
    expect(measureSurface(together(ball(), insideOut(ball(0.5)))).volume / (BALL * 0.875)).toBeCloseTo(0.99, 1);
    const open = measureSurface(only(ball(), (_x, _y, z) => z < 0.8));
    expect(open.volume / BALL).toBeGreaterThan(0.8);
    expect(open.volume / BALL).toBeLessThan(1.1);
    expect(open.notes).toHaveLength(1);
  });

  it.each([0, 1e-30, 1e-12, 1e-6])('measures a sheet that reaches %d m out of its plane', (height) => {
    const sheet = drawn([0, 0, 0, 1, 0, 0, 1, 1, height, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
    const size = measureSurface(sheet);
    expect(size.volume).toBeLessThan(1e-6);
    expect(size.sides[2]).toBeCloseTo(height, 12);
  });

  it('chooses about 3,000 tetrahedra by default, and says what it can not estimate', () => {
    const size = measureSurface(box([1, 2, 3]));
    expect(estimate(size, cellFor(size)).tetrahedra).toBe(DEFAULT_TETRAHEDRA);
    for (const scale of [1e-3, 1e3]) {
      const scaled = { volume: size.volume * scale ** 3, area: size.area * scale ** 2 };
      expect(cellFor(scaled) / cellFor(size)).toBeCloseTo(scale, 9);
    }
    expect(() => estimate(size, 0)).toThrow('The cell is 0 m, expected a positive length');
    expect(() => cellFor(size, 0)).toThrow('0 tetrahedra are wanted, expected a number above 0');
    expect(() => cellFor({ volume: 0, area: 0 })).toThrow('encloses nothing');
  });
});
