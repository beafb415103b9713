import { describe, expect, it } from 'vitest';
import { createImpact, vertexFaceTimeOfImpact } from '../../../src/geometry/time-of-impact.ts';
import { findDirectHit } from '../../../src/geometry/direct-hit.ts';
import { createImpactScratch } from '../../../src/geometry/impact-scratch.ts';
import {
  alwaysOutside,
  apartOnAnAxis,
  neverCoplanar,
  setInterval,
  setMotion,
  SPAN,
  surelyTouching,
} from '../../../src/geometry/relative-motion.ts';
import { seededRandom } from '../../fixtures/box-world.ts';

const RESOLUTION = 2 ** -24;

type Verdict = 'apart' | 'touching' | 'undecided';

/** The verdict of the predicates on one interval. */
function testInterval(scratch: ReturnType<typeof createImpactScratch>, square: boolean, start: number, width: number) {
  const { motion } = scratch;
  motion[SPAN] = start;
  motion[SPAN + 1] = start + width;
  setInterval(motion);
  if (apartOnAnAxis(motion, square) || neverCoplanar(motion) || alwaysOutside(motion, square)) return 'apart';
  return width <= RESOLUTION && surelyTouching(motion, square) ? 'touching' : 'undecided';
}

/** First interval that bisection, written as a recursion, accepts. @returns its start; 2 without contact; -1 if an interval stays undecided */
function bisect(verdict: (start: number, width: number) => Verdict, start = 0, width = 1): number {
  const here = verdict(start, width);
  if (here === 'apart') return 2;
  if (here === 'touching') return start;
  if (width <= 2 ** -30) return -1;
  const early = bisect(verdict, start, width / 2);
  return early === 2 ? bisect(verdict, start + width / 2, width / 2) : early;
}

describe.each([
  ['vertex-face', false],
  ['edge-edge', true],
] as const)('short way to a hit, %s', (_, square) => {
  it.each([
    ['of size 1', 1, 0],
    ['of size 1e-3, far from the origin', 1e-3, 4096],
    ['rounded to 1/4', 0, 0],
  ])('gives the time that bisection gives, for motions %s', (_name, size, far) => {
    const random = seededRandom(square ? 5 : 3);
    const scratch = createImpactScratch();
    const counts = { answered: 0, left: 0 };
    for (let i = 0; i < 4000; i++) {
      const points = Float64Array.from({ length: 24 }, () =>
        size > 0 ? far + size * random() : Math.round(8 * random()) / 4,
      );
      setMotion(scratch.motion, points, 0, square, Number.MIN_VALUE);
      if (testInterval(scratch, square, 0, 1) !== 'undecided') continue;
      const isAnswered = findDirectHit(scratch, square, RESOLUTION);
      const start = scratch.found.t;
      const interval = scratch.motion.slice(18, 36);
      const expected = bisect((at, width) => testInterval(scratch, square, at, width));
      if (isAnswered) {
        expect(start, `query ${i}`).toBe(expected);
        expect(scratch.motion.slice(18, 36)).toEqual(interval); // u and v are read at this interval's start
      }
      if (expected >= 0 && expected < 2) counts[isAnswered ? 'answered' : 'left']++;
    }
    // The rest touch at a later root of the cubic, after the four points were coplanar without a contact.
    expect(counts.answered).toBeGreaterThan(50);
    if (size > 0) expect(counts.answered).toBeGreaterThan(2 * counts.left);
  });
});

it('leaves a motion to bisection whose four points graze each other before they cross', () => {
  // r = p, A = (1 + t, 0, t), B = (0, 1, t). The cubic is k (t - 1/2)^2 (crossing - t), plus at least `gap`: at 1/2 the vertex is in front
  // of the face by less than the error bound.
  const gap = 2 ** -52;
  const crossing = 0.75 + 2 ** -26;
  const k = 1 / 8;
  const x = [2 * k + 0.25 * crossing * k + (0.25 + crossing) * k, -crossing * k];
  const y = [-3 / 8, k];
  const z = [0.25 * crossing * k + gap, 2 * k - 3 / 8];
  const at = (t: number) => [x[0] + x[1] * t, y[0] + y[1] * t, z[0] + z[1] * t, 0, 0, 0, 1 + t, 0, t, 0, -1, -t];
  const points = Float64Array.from([...at(0), ...at(1)]);
  const scratch = createImpactScratch();
  setMotion(scratch.motion, points, 0, false, 0);
  expect(testInterval(scratch, false, 0, 1)).toBe('undecided');
  expect(testInterval(scratch, false, 0.75, RESOLUTION)).toBe('touching');
  testInterval(scratch, false, 0, 1);
  expect(findDirectHit(scratch, false, RESOLUTION)).toBe(false);
  const impact = createImpact();
  expect(vertexFaceTimeOfImpact(points, 0, impact, Number.MIN_VALUE)).toBe(true);
  expect(impact.t).toBeLessThanOrEqual(0.5);
  expect(impact.t).toBeGreaterThan(0.5 - 1e-6);
});
