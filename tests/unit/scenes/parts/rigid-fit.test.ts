import { describe, expect, it } from 'vitest';
import { rigidFit } from '../../../../src/scenes/parts/rigid-fit.ts';
import { seededRandom } from '../../../fixtures/box-world.ts';

type Matrix = readonly number[];

function cloud(count: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: 3 * count }, (_, i) => (1 + (i % 3)) * (random() - 0.5));
}

/** Rotation matrix about an axis by Rodrigues' formula. */
function turn(axis: readonly number[], angle: number): Matrix {
  const length = Math.hypot(...axis);
  const [x, y, z] = axis.map((a) => a / length);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const d = 1 - c;
  return [
    c + d * x * x,
    d * x * y - s * z,
    d * x * z + s * y,
    d * x * y + s * z,
    c + d * y * y,
    d * y * z - s * x,
    d * x * z - s * y,
    d * y * z + s * x,
    c + d * z * z,
  ];
}

const moved = (points: Float32Array, r: Matrix, shift: readonly number[]) =>
  points.map((_, i) => {
    const [p, k] = [i - (i % 3), i % 3];
    return r[3 * k] * points[p] + r[3 * k + 1] * points[p + 1] + r[3 * k + 2] * points[p + 2] + shift[k];
  });

const rmsUnder = (rest: Float32Array, now: Float32Array, r: Matrix, shift: readonly number[]) => {
  const at = moved(rest, r, shift);
  return Math.sqrt(at.reduce((sum, x, i) => sum + (x - now[i]) ** 2, 0) / (rest.length / 3));
};

const turns = [0, 1e-4, 1, 2.5, Math.PI - 1e-3, Math.PI].map((angle, i) => [angle, [i - 2, 1, 2 * i - 3]] as const);

describe('rigidFit', () => {
  it.each(turns)('finds a turn by %f rad about (%s) and a shift', (angle, axis) => {
    const rest = cloud(50, 3);
    const rotation = turn(axis, angle);
    const now = moved(rest, rotation, [3, -2, 0.5]);
    const fit = rigidFit(rest, now);
    rotation.forEach((x, k) => {
      expect(fit.rotation[k]).toBeCloseTo(x, 5);
    });
    // float32 rounding of positions of some metres
    expect(fit.rms).toBeLessThan(1e-6);
  });

  it('minimises the rms: no small rotation or translation reduces it', () => {
    const rest = cloud(200, 5);
    const random = seededRandom(7);
    const now = moved(rest, turn([1, 2, 3], 2), [1, 1, 1]).map((x) => x + 0.3 * (random() - 0.5));
    const { rotation, centre, movedCentre, rms } = rigidFit(rest, now);
    const about = (r: Matrix) =>
      movedCentre.map((m, k) => m - r[3 * k] * centre[0] - r[3 * k + 1] * centre[1] - r[3 * k + 2] * centre[2]);
    const best = rmsUnder(rest, now, [...rotation], [...about([...rotation])]);
    expect(best).toBeCloseTo(rms, 5);
    for (let i = 0; i < 30; i++) {
      const axis = [random() - 0.5, random() - 0.5, random() - 0.5];
      const small = turn(axis, 0.01);
      const other = Array.from({ length: 9 }, (_, n) => {
        const [row, column] = [Math.floor(n / 3), n % 3];
        return [0, 1, 2].reduce((sum, k) => sum + small[3 * row + k] * rotation[3 * k + column], 0);
      });
      expect(rmsUnder(rest, now, other, [...about(other)])).toBeGreaterThan(best);
      const shift = [...about([...rotation])].map((x, k) => x + 0.01 * axis[k]);
      expect(rmsUnder(rest, now, [...rotation], shift)).toBeGreaterThan(best);
    }
  });

  it('never reflects, and measures the rest after a stretch', () => {
    const rest = cloud(100, 11);
    const mirrored = rest.map((x, i) => (i % 3 === 0 ? -x : x));
    const { rotation: r, rms } = rigidFit(rest, mirrored);
    const determinant =
      r[0] * (r[4] * r[8] - r[5] * r[7]) - r[1] * (r[3] * r[8] - r[5] * r[6]) + r[2] * (r[3] * r[7] - r[4] * r[6]);
    expect(determinant).toBeCloseTo(1, 9);
    expect(rms).toBeGreaterThan(0.1);
    // Points on the axes, one metre from the centre, stretched by a tenth along x: two of six are off by 0.1 m.
    const axes = Float32Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1);
    const stretched = axes.map((x, i) => (i % 3 === 0 ? 1.1 * x : x));
    expect(rigidFit(axes, stretched).rms).toBeCloseTo(Math.sqrt((2 * 0.01) / 6), 6);
  });
});
