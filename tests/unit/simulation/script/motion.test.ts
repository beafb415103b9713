import { describe, expect, it } from 'vitest';
import { cosineAndSine, type Motion, move, poseAt } from '../../../../src/simulation/script/motion.ts';
import { seededRandom } from '../../../fixtures/box-world.ts';

/** Position of a point at a time of a motion. */
function placeOf(motion: Motion, time: number, point: readonly number[]): number[] {
  const out = new Float32Array(4);
  move(poseAt(motion, time), Float32Array.of(9, ...point), 1, out, 1);
  return Array.from(out.subarray(1));
}

describe('cosineAndSine', () => {
  it("agrees with the engine's own over many turns", () => {
    for (let i = -4000; i <= 4000; i++) {
      const turns = i * 0.01237;
      // The cosine of the angle within one turn: 50 turns in radians lose digits before Math.cos sees them.
      const angle = 2 * Math.PI * (turns - Math.round(turns));
      const [c, s] = cosineAndSine(turns);
      expect(Math.abs(c - Math.cos(angle))).toBeLessThan(2e-14);
      expect(Math.abs(s - Math.sin(angle))).toBeLessThan(2e-14);
    }
  });

  it('is exact enough at quarters, and repeats after a turn', () => {
    expect(cosineAndSine(0)).toEqual([1, 0]);
    expect(cosineAndSine(7)).toEqual([1, 0]);
    for (const [turns, c, s] of [
      [0.25, 0, 1],
      [0.5, -1, 0],
      [-0.25, 0, -1],
      [12.75, 0, -1],
    ]) {
      expect(cosineAndSine(turns)[0]).toBeCloseTo(c, 12);
      expect(cosineAndSine(turns)[1]).toBeCloseTo(s, 12);
    }
  });
});

describe('a motion', () => {
  const shifts = [
    [0, 0, 0],
    [2, 0, -1],
    [2, 4, -1],
  ] as const;
  const slide: Motion = { times: [1, 2, 4], shifts };

  it('is linear between its moments and stands still before and behind them', () => {
    for (const [time, x, y, z] of [
      [-1, 0, 0, 0],
      [1, 0, 0, 0],
      [1.25, 0.5, 0, -0.25],
      [2, 2, 0, -1],
      [3, 2, 2, -1],
      [4, 2, 4, -1],
      [100, 2, 4, -1],
    ]) {
      const place = placeOf(slide, time, [1, 1, 1]);
      [1 + x, 1 + y, 1 + z].forEach((expected, k) => {
        expect(place[k]).toBeCloseTo(expected, 6);
      });
    }
  });

  it('jumps where two moments are the same', () => {
    const jump: Motion = {
      times: [0, 1, 1, 2],
      shifts: [
        [0, 0, 0],
        [1, 0, 0],
        [5, 0, 0],
        [6, 0, 0],
      ],
    };
    expect(placeOf(jump, 0.5, [0, 0, 0])[0]).toBeCloseTo(0.5, 6);
    expect(placeOf(jump, 1, [0, 0, 0])[0]).toBeCloseTo(5, 6);
    expect(placeOf(jump, 1.5, [0, 0, 0])[0]).toBeCloseTo(5.5, 6);
  });

  it('with one moment and nothing to do leaves every bit', () => {
    const point = [0.1, -123.4567, 7e-5].map(Math.fround);
    expect(placeOf({ times: [0] }, 3, point)).toEqual(point);
    expect(placeOf({ times: [0], turns: [0] }, 3, point)).toEqual(point);
  });

  it('turns right-handed about its axis and centre, and then shifts', () => {
    const quarter: Motion = {
      times: [0, 1],
      turns: [0, 0.25],
      axis: [0, 0, 1],
      centre: [1, 0, 0],
      shifts: [
        [0, 0, 0],
        [0, 0, 5],
      ],
    };
    const place = placeOf(quarter, 1, [2, 0, 0]);
    [1, 1, 5].forEach((expected, k) => {
      expect(place[k]).toBeCloseTo(expected, 6);
    });
    // About y, which is the default, z goes to x.
    const upright = placeOf({ times: [0], turns: [0.25] }, 0, [0, 3, 1]);
    [1, 3, 0].forEach((expected, k) => {
      expect(upright[k]).toBeCloseTo(expected, 6);
    });
  });

  it('is rigid: it keeps distances and which way round they are', () => {
    const random = seededRandom(7);
    const number = () => 2 * random() - 1;
    for (let trial = 0; trial < 200; trial++) {
      const raw = [number(), number(), number()];
      const length = Math.hypot(...raw);
      const motion: Motion = {
        times: [0, 1],
        turns: [number(), 5 * number()],
        axis: raw.map((x) => x / length) as [number, number, number],
        centre: [number(), number(), number()],
        shifts: [
          [number(), 0, 0],
          [0, number(), number()],
        ],
      };
      const time = random();
      const corners = Array.from({ length: 4 }, () => [number(), number(), number()].map(Math.fround));
      const moved = corners.map((corner) => placeOf(motion, time, corner));
      const volume = ([a, b, c, d]: number[][]) => {
        const [u, v, w] = [b, c, d].map((p) => p.map((x, k) => x - a[k]));
        return (
          u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) + u[2] * (v[0] * w[1] - v[1] * w[0])
        );
      };
      for (let i = 0; i < 4; i++)
        for (let j = 0; j < i; j++) {
          const apart = (points: number[][]) => Math.hypot(...points[i].map((x, k) => x - points[j][k]));
          expect(Math.abs(apart(moved) - apart(corners))).toBeLessThan(2e-6); // float32
        }
      expect(Math.abs(volume(moved) - volume(corners))).toBeLessThan(1e-5);
    }
  });
});
