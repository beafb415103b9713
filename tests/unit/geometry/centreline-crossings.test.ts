import { describe, expect, it } from 'vitest';
import { countCrossings } from '../../../src/geometry/centreline-crossings.ts';
import { seededRandom } from '../../fixtures/box-world.ts';
import { firstImpact } from './impact-oracle.ts';
import { some } from '../../fixtures/tier.ts';

const line = (vertices: number): Uint32Array => Uint32Array.from({ length: vertices }, (_, i) => i);

/** A line along x that turns and comes back across itself, its last segment in the plane y = height. */
const hook = (height: number): Float32Array =>
  Float32Array.from(
    [
      [0, 0, 0],
      [2, 0, 0],
      [4, 0, 0],
      [6, 3, 3],
      [3, height, 2],
      [3, height, -2],
    ].flat(),
  );

/** Tests every pair by the roots of the coplanarity cubic; undefined if those can't decide. */
function bruteForce(ids: Uint32Array, before: Float32Array, after: Float32Array, skip: number): number | undefined {
  let count = 0;
  for (let i = 0; i < ids.length - 1; i++) {
    for (let j = i + skip + 1; j < ids.length - 1; j++) {
      const corners = [ids[i], ids[i + 1], ids[j], ids[j + 1]];
      const points = [before, after].flatMap((x) => corners.flatMap((v) => Array.from(x.subarray(3 * v, 3 * v + 3))));
      const { kind } = firstImpact(Float64Array.from(points), true);
      if (kind === 'degenerate') return undefined;
      if (kind === 'contact') count++;
    }
  }
  return count;
}

describe('countCrossings', () => {
  it.each([
    ['stays above', 1, 0.5, 0],
    ['crosses', 1, -1, 1],
    ['hops over, far on both sides of it', 1000, -1000, 1],
    ['comes to touch', 1, 0, 1],
    ['leaves after touching', 0, 1, 1],
    ['touches all the while', 0, 0, 1],
    ['misses by a hair', 1, 2 ** -40, 0],
    ['rests at a hair', -(2 ** -40), -(2 ** -40), 0],
  ])('of a line whose end %s', (_, from, to, expected) => {
    expect(countCrossings(line(6), hook(from), hook(to), 1)).toBe(expected);
    expect(countCrossings(line(6), hook(to), hook(from), 1)).toBe(expected);
  });

  it('a pair that moves past each other at different times hasn’t crossed', () => {
    // The line's end passes through y = 0 as a whole, but beside the first segments at that time.
    const [before, after] = [hook(1), hook(-1)];
    for (const v of [4, 5]) before[3 * v] += 20;
    expect(countCrossings(line(6), before, after, 1)).toBe(0);
  });

  it('a meeting at a vertex counts for each of its segments', () => {
    const [before, after] = [hook(1), hook(-1)];
    for (const x of [before, after]) x[12] = x[15] = 2;
    expect(countCrossings(line(6), before, after, 1)).toBe(2);
  });

  it('neighbours aren’t asked', () => {
    // Segment 4 crosses segment 1: three along the line.
    expect(countCrossings(line(6), hook(1), hook(-1), 2)).toBe(1);
    expect(countCrossings(line(6), hook(1), hook(-1), 3)).toBe(0);
    expect(countCrossings(line(6), hook(1), hook(-1), 0)).toBe(1);
  });

  it('takes the vertices that it is given', () => {
    const spread = (x: Float32Array) =>
      Float32Array.from({ length: 66 }, (_, i) =>
        Math.floor(i / 3) % 4 === 1 ? x[3 * Math.floor(i / 12) + (i % 3)] : 0,
      );
    const ids = Uint32Array.from({ length: 6 }, (_, i) => 4 * i + 1);
    expect(countCrossings(ids, spread(hook(1)), spread(hook(-1)), 1)).toBe(1);
  });

  it.each([0, 1])('is 0 of %i vertices', (vertices) => {
    expect(countCrossings(line(vertices), new Float32Array(3), new Float32Array(3), 1)).toBe(0);
  });

  it('no position passes for a free one', () => {
    const after = hook(1);
    after[12] = Number.NaN;
    expect(countCrossings(line(6), hook(1), after, 1)).toBeGreaterThan(0);
  });

  const lines = [
    ['of one block', 17, 2, 0, 1],
    ['of several blocks', 52, 0.2, 0, 1],
    ['neighbours left out', 45, 0.6, 0, 5],
    ['far from the origin', 34, 0.4, 1024, 2],
  ] as const;
  it.each(some<(typeof lines)[number]>(lines, 2))(
    'a random line, %s, against the roots of the cubic',
    (_, vertices, move, far, skip) => {
      const random = seededRandom(vertices);
      let total = 0;
      for (let round = 0; round < 2; round++) {
        const before = new Float32Array(3 * vertices);
        for (let i = 0; i < before.length; i++) before[i] = far + random();
        // A walk with short steps, as a centre line's.
        for (let i = 3; i < before.length; i++) before[i] = before[i - 3] + 0.4 * (random() - 0.5);
        const after = before.map((x) => x + move * (random() - 0.5));
        const expected = bruteForce(line(vertices), before, after, skip);
        expect(expected).toBeDefined();
        expect(countCrossings(line(vertices), before, after, skip)).toBe(expected);
        total += expected ?? 0;
      }
      expect(total).toBeGreaterThan(5);
    },
  );
});
