import { describe, expect, test } from 'vitest';
import { resolve } from '../../src/engine/resolve/resolve.ts';
import { seededRandom } from '../../src/math/random.ts';
import { cuboid } from '../../src/mesh/model/cuboid.ts';
import { signedVolumes } from '../../src/mesh/quality.ts';
import { loadPathCase, NO_PATH_CASES, type PathCase } from '../fixtures/path-cases.ts';

/** Greatest ratio of the rms displacement to that of moving each penetrating vertex to the end of its shortest path (docs/resolve.md). */
const CASES = [
  ['octopus-self', 1.5],
  ['noodle-coil', 2.3],
] as const;
/** Number of places where the second box starts. */
const STARTS = 24;
/** [ms] */
const TIMEOUT = 1_200_000;

describe.skipIf(NO_PATH_CASES)(`resolve on shared data${NO_PATH_CASES}`, () => {
  test.each(CASES)(
    '%s comes out free',
    async (name, mostRatio) => {
      const path = loadPathCase(name);
      const { positions, before, after, rms } = await resolve(
        [path.positions],
        [{ positions: path.rest, tets: path.tets }],
        { workers: 0 },
      );
      expect(before.inside).toBe(new Set(path.vertices).size);
      expect(after).toEqual({ inside: 0, piercing: 0, inverted: 0 });
      expect(Math.min(...signedVolumes({ positions: positions[0], tets: path.tets }))).toBeGreaterThan(0);
      expect(rms / rmsOfPaths(path)).toBeLessThan(mostRatio);
    },
    TIMEOUT,
  );
});

test(
  'parts two boxes from all of 24 starts',
  async () => {
    const box = cuboid({ cells: [3, 3, 3], size: [1, 1, 1] }).mesh;
    for (let seed = 1; seed <= STARTS; seed++) {
      const random = seededRandom(seed);
      const by = [0.55 + 0.4 * random(), 0.4 * random(), 0.4 * random()];
      const { before, after } = await resolve([box.positions, box.positions.map((x, i) => x + by[i % 3])], [box, box], {
        workers: 0,
      });
      expect(before.inside, `start ${seed}`).toBeGreaterThan(0);
      expect(after, `start ${seed}`).toEqual({ inside: 0, piercing: 0, inverted: 0 });
    }
  },
  TIMEOUT,
);

/** Root mean square, over all vertices, of the lengths of penetrating vertices' shortest paths [m]. */
function rmsOfPaths({ vertices, distances, positions }: PathCase): number {
  const shortest = new Map<number, number>();
  vertices.forEach((vertex, query) => {
    shortest.set(vertex, Math.min(shortest.get(vertex) ?? Infinity, distances[query]));
  });
  const sum = [...shortest.values()].reduce((total, distance) => total + distance * distance, 0);
  return Math.sqrt((3 * sum) / positions.length);
}
