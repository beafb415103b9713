import { cases, isFull, some } from '../fixtures/tier.ts';
import { expect, it } from 'vitest';
import { faultsOf } from '../../src/paper/self-collide.ts';
import { makeCase } from '../../src/paper/self-collide-cases.ts';
import { measureCase, type WayFigures } from '../../src/paper/self-collide-measure.ts';
import type { WayName } from '../../src/simulation/self-collision/ways.ts';
import { SURFACE_ANIMATIONS } from '../../src/scenes/self-collision/animations.ts';

/** Share of the triangles' pairs that the dual cones without inner edges miss on the pipe, at least. The paper's miss 26.7 %. */
const LEAST_MISSED = 0.05;

const measure = async (name: string, ways: readonly WayName[], every = 1) =>
  measureCase(await makeCase(name, 'small', 1), { every, rounds: 1, ways });
const find = (figures: readonly WayFigures[], way: string, tree: string) =>
  figures.find((one) => one.way === way && one.tree === tree) as WayFigures;

it.each(some(SURFACE_ANIMATIONS, 1))(
  `$name: the proved test misses no pair in ${isFull ? 'any' : 'every fourth'} keyframe, on either hierarchy`,
  async ({ name }) => {
    const figures = await measure(name, ['boxes', 'proved'], cases(1, 4));
    expect(faultsOf(name, figures)).toEqual([]);
    expect(figures[0].found.triangles).toBeGreaterThan(cases(1000, 250));
    expect(figures[0].found['vertex-face']).toBeGreaterThan(cases(200, 50));
    expect(figures[0].found['edge-edge']).toBeGreaterThan(cases(1000, 250));
    for (const tree of ['connected', 'boxes']) {
      const { missed, discrete } = find(figures, 'proved', tree);
      expect(missed).toEqual({ triangles: 0, 'vertex-face': 0, 'edge-edge': 0 });
      // It does skip something, so that it could miss pairs.
      expect(discrete.culled / discrete.queries).toBeGreaterThan(20);
    }
  },
);

it('pipe: the dual cones without inner edges miss more than 5 % of the triangles, and the published descent misses some', async () => {
  // Some keyframes suffice to show that there are faults.
  const figures = await measure('pipe', ['boxes', 'dual-cones', 'enhanced'], 8);
  expect(faultsOf('pipe', figures)).toEqual([]);
  const { found, missed } = find(figures, 'dual-cones', 'boxes');
  expect(missed.triangles / (found.triangles + missed.triangles)).toBeGreaterThan(LEAST_MISSED);
  expect(missed['edge-edge']).toBeGreaterThan(0);
  expect(find(figures, 'enhanced', 'boxes').missed.triangles).toBeGreaterThan(0);
});
