import { describe, expect, it } from 'vitest';
import { createCloth } from '../../../../src/simulation/world/create-cloth.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { UnsupportedError } from '../../../../src/simulation/world/check-support.ts';
import { MATERIALS } from '../../../../src/simulation/parameters.ts';
import { hingeAngle, hingesOf } from '../../../fixtures/cloth-energy.ts';
import { sheetMesh } from '../../../fixtures/sheet.ts';
import type { Vector } from '../../../fixtures/vectors.ts';

const THICKNESS = 2e-3;
const mesh = sheetMesh(5, 0.1);
const bent = {
  ...mesh,
  positions: mesh.positions.map((y, i) => (i % 3 === 1 ? mesh.positions[i - 1] ** 2 - mesh.positions[i + 1] ** 2 : y)),
};
const at = (x: ArrayLike<number>, v: number): Vector => [x[3 * v], x[3 * v + 1], x[3 * v + 2]];

describe('createCloth', () => {
  const model = createCloth('cloth', bent, THICKNESS);
  const { cloth } = model;

  it('has every triangle and every inner edge once, with the corners opposite it', () => {
    const sorted = (rows: readonly (readonly number[])[]) => rows.map(String).sort();
    const rowsOf = (values: Uint32Array, width: number) =>
      Array.from({ length: values.length / width }, (_, i) => [...values.subarray(width * i, width * (i + 1))]);
    expect(sorted(rowsOf(cloth.triangles, 3))).toEqual(sorted(rowsOf(mesh.triangles, 3)));
    expect(sorted(rowsOf(cloth.hinges, 4))).toEqual(sorted(hingesOf(mesh.triangles)));
  });

  it('elements of a colour share no vertex, and are of one kind', () => {
    const { colourOffsets, triangles, hinges, restVolumes } = cloth;
    const count = restVolumes.length;
    expect(colourOffsets).toContain(count);
    expect(colourOffsets.at(-1)).toBe(count + cloth.restAngles.length);
    for (let c = 0; c + 1 < colourOffsets.length; c++) {
      const [begin, end] = colourOffsets.subarray(c, c + 2);
      const vertices =
        begin < count
          ? triangles.subarray(3 * begin, 3 * end)
          : hinges.subarray(4 * (begin - count), 4 * (end - count));
      expect(new Set(vertices).size).toBe(vertices.length);
    }
  });

  it('rest edges times their inverse are the unit matrix: the rest shape has no strain', () => {
    const { triangles, restInverses } = cloth;
    for (let t = 0; t < restInverses.length / 3; t++) {
      const [a, b, c] = [0, 1, 2].map((k) => at(bent.positions, triangles[3 * t + k]));
      const [m00, m01, m11] = restInverses.subarray(3 * t, 3 * t + 3);
      const f = b.map((x, k) => m00 * (x - a[k]));
      const g = b.map((x, k) => m01 * (x - a[k]) + m11 * (c[k] - a[k]));
      const dot = (p: readonly number[], q: readonly number[]) => p.reduce((sum, x, k) => sum + x * q[k], 0);
      expect(dot(f, f)).toBeCloseTo(1, 5);
      expect(dot(f, g)).toBeCloseTo(0, 5);
      expect(dot(g, g)).toBeCloseTo(1, 5);
    }
  });

  it('rest angles are those of the rest shape, and the vertices have its volume', () => {
    const { hinges, restAngles } = cloth;
    restAngles.forEach((angle, h) => {
      const corners = [0, 1, 2, 3].map((k) => at(bent.positions, hinges[4 * h + k]));
      expect(angle).toBeCloseTo(hingeAngle(corners), 6);
    });
    expect(Math.max(...restAngles)).toBeGreaterThan(0.05);
    const sum = (values: Float32Array) => values.reduce((total, value) => total + value, 0);
    expect(sum(model.vertexVolumes)).toBeCloseTo(sum(cloth.restVolumes), 9);
    expect(createCloth('flat', mesh, THICKNESS).cloth.restAngles.every((angle) => angle === 0)).toBe(true);
  });

  it('two builds have the same bytes', () => {
    expect(createCloth('cloth', bent, THICKNESS)).toEqual(model);
  });

  it('two triangles back to back have no hinges', () => {
    const triangles = Uint32Array.of(0, 1, 2, 0, 2, 1);
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 1);
    expect(createCloth('flat bag', { positions, triangles }, THICKNESS).cloth.restAngles.length).toBe(0);
  });

  it('refuses a thickness that is not positive, and a triangle without area', () => {
    expect(() => createCloth('tablecloth', mesh, 0)).toThrow(
      'The thickness of tablecloth is 0 m, expected a positive one',
    );
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
    expect(() => createCloth('line', { positions, triangles: Uint32Array.of(0, 1, 2) }, THICKNESS)).toThrow(
      'Triangle 0 of line has area 0 m^2, expected a positive one',
    );
  });
});

describe('a world with cloth', () => {
  const model = createCloth('tablecloth', mesh, THICKNESS);
  const placement = { model, positions: mesh.positions };

  it.each(MATERIALS)('solves it as cloth, whatever its material says: %s', (material) => {
    const { world } = createWorld([{ ...placement, material: { material } }], [], { material });
    expect(world.bodies[0].kind).toBe('cloth');
    expect(world.ownBatches.cloth.length).toBe(model.cloth.colourOffsets.length - 1);
    expect(world.batches['mass-spring']).toEqual([]);
    expect(world.multiplierCount).toBe(6 * model.cloth.restVolumes.length + model.cloth.restAngles.length);
  });

  it('is refused with implicit Euler', () => {
    const make = () => createWorld([placement], [], { integrator: 'implicit-euler' });
    expect(make).toThrow(UnsupportedError);
    expect(make).toThrow(
      'Body 0 (tablecloth) is a cloth, and the integrator is implicit-euler; expected xpbd, the only one that supports cloth',
    );
  });
});
