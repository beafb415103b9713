import { describe, expect, it } from 'vitest';
import { noodle } from '../../../src/scenes/models/noodle.ts';
import { rod } from '../../../src/scenes/models/rod.ts';
import { along, expectProgress, expectSound } from './sound-mesh.ts';

/** Measured 33 to 127 degrees with layers as long as edges; longer and rounded ones are worse. */
const ANGLES = { rod: { min: 27, max: 128 }, noodle: { min: 16, max: 146 } };

for (const [name, make] of [
  ['noodle', noodle],
  ['rod', rod],
] as const) {
  describe(`the ${name}`, () => {
    for (const tetrahedra of [1000, 1700, 3000, 5000, 25_000, 100_000]) {
      it(`of ${tetrahedra} tetrahedra is sound and as round and as long as it says`, () => {
        const { mesh, length, radius, sides, layers, centreline, aspect } = make({ tetrahedra });
        expect(Math.abs(mesh.tets.length / 4 / tetrahedra - 1)).toBeLessThan(0.1);
        const volume = expectSound(mesh, ANGLES[name]);
        const area = 0.5 * sides * Math.sin((2 * Math.PI) / sides) * radius * radius;
        // The rounded ends lack less than what two radii of the noodle hold.
        expect(volume).toBeLessThan(area * length * (1 + 1e-5));
        expect(volume).toBeGreaterThan(area * (length - (name === 'noodle' ? 2 * radius : 0)) * (1 - 1e-5));
        expect(centreline).toHaveLength(layers);
        for (const [i, v] of centreline.entries()) {
          expect(mesh.positions[3 * v]).toBeCloseTo(length * (i / (layers - 1) - 0.5), 6);
          expect([mesh.positions[3 * v + 1], mesh.positions[3 * v + 2]]).toEqual([0, 0]);
        }
        const distances = along(mesh.positions, 1).map((y, v) => Math.hypot(y, mesh.positions[3 * v + 2]));
        expect(Math.max(...distances)).toBeCloseTo(radius, 6);
        expect(aspect).toBeGreaterThan(1 / 2);
        expect(aspect).toBeLessThan(2);
      });
    }

    it('says which vertices are at its ends, several layers deep where asked', () => {
      const { mesh, length, layers, endVertices } = make({ tetrahedra: 3000, clampLayers: 3 });
      const perLayer = mesh.positions.length / 3 / layers;
      const depth = (2.001 * length) / (layers - 1);
      const x = along(mesh.positions, 0);
      for (const [end, side] of [
        [endVertices[0], -1],
        [endVertices[1], 1],
      ] as const) {
        expect(end).toHaveLength(3 * perLayer);
        const near = [...x.keys()].filter((v) => side * x[v] > length / 2 - depth);
        expect([...end]).toEqual(near);
      }
      expect(() => make({ tetrahedra: 3000, clampLayers: layers })).toThrow(`${layers} layers were to be clamped`);
    });

    it('is the same bytes twice and tells of progress', () => {
      expect(make({ tetrahedra: 3000 })).toEqual(make({ tetrahedra: 3000 }));
      expectProgress((progress) => make({ tetrahedra: 3000, progress }));
    });
  });
}

describe('a round bar', () => {
  it('may be slim, and says when it is too slim for a count', () => {
    const long = noodle({ tetrahedra: 25_000, length: 8, radius: 0.02 });
    expect(Math.abs(long.mesh.tets.length / 4 / 25_000 - 1)).toBeLessThan(0.1);
    expect(long.aspect).toBeLessThan(1.6);
    expectSound(long.mesh, { min: 13, max: 146 });
    expect(() => noodle({ tetrahedra: 1000, length: 8, radius: 0.02 })).toThrow(
      'A noodle 8 m long of radius 0.02 m was asked for with 1000 tetrahedra, which is too few or too many: ' +
        'expected layers 1/3 to 3 edge lengths apart, as with 7200 tetrahedra',
    );
  });

  it('has rounded ends as a noodle and flat ones as a rod', () => {
    const radiusAt = ({ mesh, endVertices }: ReturnType<typeof rod>) =>
      Math.max(...Array.from(endVertices[1], (v) => Math.hypot(mesh.positions[3 * v + 1], mesh.positions[3 * v + 2])));
    expect(radiusAt(rod({ radius: 0.02 }))).toBeCloseTo(0.02, 6);
    expect(radiusAt(noodle({ radius: 0.02 }))).toBeCloseTo(0.012, 6);
  });

  it('says which sizes there are', () => {
    for (const tetrahedra of [999, 2_500_001, Number.NaN])
      expect(() => noodle({ tetrahedra })).toThrow(
        `A noodle of ${tetrahedra} tetrahedra was asked for, expected 1000 to 2500000`,
      );
    expect(() => rod({ tetrahedra: 1_500_001 })).toThrow(
      'A rod of 1500001 tetrahedra was asked for, expected 1000 to 1500000',
    );
    expect(() => rod({ length: -1 })).toThrow('A rod of -1 x 0.025 m was asked for, expected sizes above 0');
  });
});
