import { describe, expect, it } from 'vitest';
import { type Box, areWithin, contactRegions } from '../../../../../src/simulation/path/distance-field/regions.ts';
import { QUERY, type Words } from '../../../../../src/simulation/state.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

const BODY = 2;
const BASE = 4;
/** A body of 12 x 3 x 3 unit cubes behind other vertices. */
const { positions: own, tets } = boxMesh(12, 3, 3);
const positions = new Float32Array(3 * BASE + own.length).fill(Number.NaN);
positions.set(own, 3 * BASE);

/** Queries at tetrahedra of bodies. */
function queriesAt(list: readonly (readonly [body: number, tet: number])[]): Words {
  const u32 = new Uint32Array(QUERY.stride * list.length);
  list.forEach(([body, tet], i) => {
    u32[QUERY.stride * i + QUERY.body] = body;
    u32[QUERY.stride * i + QUERY.tet] = tet;
  });
  return { u32, f32: new Float32Array(u32.buffer) };
}
const regionsOf = (elements: readonly number[], margin: number, count = elements.length) =>
  contactRegions(tets, positions, BASE, BODY, queriesAt(elements.map((tet) => [BODY, tet])), count, margin);
/** Bounds of each region as text, sorted: regions have no order of their own. */
const told = (regions: readonly Box[]) => regions.map(({ low, high }) => `${low} ${high}`).sort();
/** First of the six tetrahedra of a cube; it reaches from the cube's lowest corner to its highest. */
const inCube = (x: number, y = 1, z = 1) => 6 * (x + 12 * (y + 3 * z));

describe('contactRegions', () => {
  it('makes boxes around the elements with points of other places in them', () => {
    expect(told(regionsOf([inCube(2)], 0.3))).toEqual(['2,1,1 3,2,2']);
    expect(regionsOf([], 0.3)).toEqual([]);
    // Further queries than the step has are old ones.
    expect(told(regionsOf([inCube(2), inCube(9)], 0.3, 1))).toEqual(['2,1,1 3,2,2']);
    const mixed = queriesAt([
      [1, inCube(0)],
      [BODY, inCube(5, 0, 2)],
      [3, inCube(9)],
    ]);
    expect(told(contactRegions(tets, positions, BASE, BODY, mixed, 3, 0.3))).toEqual(['5,0,2 6,1,3']);
  });

  it('joins boxes that are closer than twice the margin, and others with the union', () => {
    // Cubes 1 and 4 are 2 m apart.
    expect(told(regionsOf([inCube(1), inCube(4)], 0.99))).toEqual(['1,1,1 2,2,2', '4,1,1 5,2,2']);
    expect(told(regionsOf([inCube(1), inCube(4)], 1))).toEqual(['1,1,1 5,2,2']);
    // Neither end reaches the other, but both reach what comes last.
    expect(told(regionsOf([inCube(1), inCube(7), inCube(4)], 1.01))).toEqual(['1,1,1 8,2,2']);
    // The union of the first and the last reaches the second, which neither of them does.
    expect(told(regionsOf([inCube(1, 0, 0), inCube(3, 2, 1), inCube(4, 0, 0)], 1))).toEqual(['1,0,0 5,3,2']);
  });

  it('finds the same regions in any order of the queries, apart from one another and around every element', () => {
    const random = seededRandom(8);
    const numbers = new Set<number>();
    for (let trial = 0; trial < 60; trial++) {
      const margin = 0.7 * random();
      const elements = Array.from({ length: 1 + Math.floor(8 * random()) }, () =>
        Math.floor((tets.length / 4) * random()),
      );
      const regions = regionsOf(elements, margin);
      numbers.add(regions.length);
      const shuffled = elements.map((tet) => ({ tet, key: random() })).sort((a, b) => a.key - b.key);
      expect(
        told(
          regionsOf(
            shuffled.map(({ tet }) => tet),
            margin,
          ),
        ),
      ).toEqual(told(regions));
      regions.forEach((region, i) => {
        for (const other of regions.slice(0, i)) expect(areWithin(2 * margin, region, other)).toBe(false);
      });
      for (const tet of elements) {
        const corners = [...tets.subarray(4 * tet, 4 * tet + 4)].map((v) => own.subarray(3 * v, 3 * v + 3));
        const holding = regions.filter(({ low, high }) =>
          corners.every((corner) => corner.every((x, k) => x >= low[k] && x <= high[k])),
        );
        expect(holding.length).toBe(1);
      }
    }
    expect(numbers.size).toBeGreaterThan(3);
  });
});
