import { expect, test } from 'vitest';
import { seededRandom } from '../../../fixtures/box-world.ts';
import { buildBallGrid, createBallGrid, cubeHash } from '../../../../src/simulation/path/ball-grid.ts';
import type { Balls } from '../../../../src/simulation/path/balls.ts';

/** Balls in a cube of 2 m: centre and radius, 4 numbers per ball. */
function randomBalls(count: number, radius: (i: number) => number): Balls {
  const random = seededRandom(count);
  const balls = new Float64Array(4 * count);
  for (let i = 0; i < count; i++) balls.set([random(), random(), random(), radius(i)], 4 * i);
  return { count, balls, blocks: new Float64Array(0) };
}

/** The balls around a point, by a test of every ball. */
function ballsAround({ balls, count }: Balls, p: readonly number[]): number[] {
  return Array.from({ length: count }, (_, i) => i).filter(
    (i) => Math.hypot(...p.map((x, k) => x - balls[4 * i + k])) <= balls[4 * i + 3],
  );
}

const CASES: Record<string, Balls> = {
  'small balls': randomBalls(300, (i) => 0.01 + 0.0002 * i),
  'one ball a thousand times as large as the others': randomBalls(300, (i) => (i === 7 ? 5 : 0.005)),
  'balls without a size': randomBalls(20, () => 0),
  'one ball': randomBalls(1, () => 0.3),
  'large balls': randomBalls(50, () => 3),
  'balls that are not finite': randomBalls(60, (i) => [Number.NaN, Infinity, 0.2][i % 3]),
};

test.each(Object.keys(CASES))('the entry of a point lists the balls around it: %s', (name) => {
  const list = CASES[name];
  const grid = createBallGrid();
  // Built twice, since the arrays of an earlier pass are used again.
  buildBallGrid(
    grid,
    randomBalls(500, () => 0.05),
  );
  buildBallGrid(grid, list);
  const random = seededRandom(5);
  let around = 0;
  for (let n = 0; n < 400; n++) {
    const centre = 4 * (n % list.count);
    const p = n % 2 === 0 ? [random(), random(), random()] : [...list.balls.subarray(centre, centre + 3)];
    const hash = cubeHash(grid.scale * p[0], grid.scale * p[1], grid.scale * p[2], grid.mask);
    const listed = new Set(grid.items.subarray(grid.offsets[hash], grid.offsets[hash + 1]));
    for (const ball of ballsAround(list, p)) {
      if (!Number.isFinite(list.balls[4 * ball + 3])) continue;
      expect(listed).toContain(ball);
      around++;
    }
  }
  expect(around).toBeGreaterThan(0);
  expect(grid.offsets[grid.mask + 1]).toBeLessThanOrEqual(16 * list.count);
});
