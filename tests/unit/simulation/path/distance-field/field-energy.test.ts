import { expect, it } from 'vitest';
import { createFieldScratch, fieldAt } from '../../../../../src/simulation/path/distance-field/field-at.ts';
import {
  createFieldEnergy,
  FIELD_COORDINATES,
  fieldEnergy,
} from '../../../../../src/simulation/path/distance-field/field-energy.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';

const TETS = Uint32Array.of(0, 1, 2, 3);
/** Step of the differences [m]. Positions of vertices are float32, so it is a power of two that they hold exactly. */
const STEP = 2 ** -12;
/** Corners near a regular shape, in multiples of STEP. */
const CORNERS = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Computes the energy of a point in an element. @param x positions of m and of the four vertices [m] */
function energyAt(x: Float64Array, distances: Float32Array) {
  const field = createFieldScratch();
  const out = createFieldEnergy();
  expect(fieldAt(field, TETS, Float32Array.from(x.subarray(3)), distances, 0, x[0], x[1], x[2], 0)).toBe(true);
  fieldEnergy(out, field);
  return out;
}

it.each([1, 2, 3, 4, 5])('W = d^2: both derivatives equal finite differences, case %i', (seed) => {
  const random = seededRandom(seed);
  const snap = (v: number) => Math.round(v / STEP) * STEP;
  const x = Float64Array.from({ length: FIELD_COORDINATES }, (_, i) =>
    i < 3 ? snap(0.25 + 0.05 * random()) : snap(CORNERS[i - 3] + 0.2 * random()),
  );
  const distances = Float32Array.from([0, 0.3, 0.2, 0.4], (d) => d + 0.2 * random());
  const { gradient, outer, curvature } = energyAt(x, distances);
  let least = Infinity;
  for (let i = 0; i < FIELD_COORDINATES; i++) {
    const [ahead, behind] = [STEP, -STEP].map((step) => energyAt(x.with(i, x[i] + step), distances));
    // Both errors are of the order of STEP^2 times the third derivative, which is some 10 here.
    expect(Math.abs((ahead.energy - behind.energy) / (2 * STEP) - gradient[i])).toBeLessThan(2e-6);
    for (let j = 0; j < FIELD_COORDINATES; j++) {
      const difference = (ahead.gradient[j] - behind.gradient[j]) / (2 * STEP);
      const at = FIELD_COORDINATES * i + j;
      expect(Math.abs(difference - outer[at] - curvature[at])).toBeLessThan(1e-5);
      if (i === j) least = Math.min(least, curvature[at]);
    }
  }
  // Both parts count: one alone would fail above.
  expect(Math.max(...curvature.map(Math.abs))).toBeGreaterThan(0.05);
  expect(least).toBeLessThan(0);
});
