import { describe, expect, it } from 'vitest';
import { carry, embed } from '../../../bench/steps/embedding.ts';
import { octopus } from '../../../src/scenes/models/octopus.ts';

/** Two elements with a common face x = 0, apexes at -1 and 1. */
const TWO = {
  positions: new Float32Array([0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, -1, 0, 0]),
  tets: new Uint32Array([0, 1, 2, 3, 0, 2, 1, 4]),
};

describe('embed', () => {
  it('moves points with the element that contains them', () => {
    const embedding = embed(TWO, new Float32Array([0.2, 0.2, 0.2, -0.2, 0.2, 0.2, 1.5, 0, 0]));
    const pulled = TWO.positions.slice();
    pulled[9] = 3; // the apex of the first element: its inside is stretched threefold, the other element stays
    expect([...carry(embedding, pulled, 0)].map((x) => Math.round(1e5 * x) / 1e5)).toEqual([
      0.6, 0.2, 0.2, -0.2, 0.2, 0.2, 4.5, 0, 0,
    ]);
  });

  it('reads one body among several', () => {
    const embedding = embed(TWO, new Float32Array([0.25, 0.25, 0.25]));
    const values = new Float32Array([...new Array(6).fill(9), ...TWO.positions]);
    expect([...carry(embedding, values, 2)]).toEqual([0.25, 0.25, 0.25]);
  });

  it("reproduces an affine map of a finer octopus exactly, inside and outside the coarse one's elements", () => {
    const coarse = octopus({ tetrahedra: 2000 }).mesh;
    const fine = octopus({ tetrahedra: 4000 }).mesh.positions;
    const map = (p: Float32Array) =>
      p.map((_, i) => {
        const [x, y, z] = p.subarray(i - (i % 3), i - (i % 3) + 3);
        return [2 * x - y + 1, x + 0.5 * z, z - 3 * y - 2][i % 3];
      });
    const carried = carry(embed(coarse, fine), map(coarse.positions), 0);
    const expected = map(fine);
    const worst = carried.reduce((most, x, i) => Math.max(most, Math.abs(x - expected[i])), 0);
    expect(worst).toBeLessThan(1e-5); // float32 rounding of numbers up to 4, times the extrapolation of points outside
  });
});
