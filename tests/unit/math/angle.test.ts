import { expect, it } from 'vitest';
import { angleOf } from '../../../src/math/angle.ts';
import { seededRandom } from '../../fixtures/box-world.ts';

/** Relative error that the docstring states. */
const ERROR = 1e-12;

it('gives the angle of Math.atan2, tiny ones too', () => {
  const random = seededRandom(3);
  let worst = 0;
  for (let n = 0; n < 100_000; n++) {
    const angle =
      n % 2 === 0 ? 2 * Math.PI * (random() - 0.5) : 10 ** (-12 * random()) * Math.PI * Math.sign(random() - 0.5);
    const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
    const expected = Math.atan2(sine, cosine);
    const error = Math.abs(angleOf(sine, cosine) - expected);
    worst = error === 0 ? worst : Math.max(worst, error / Math.abs(expected));
  }
  expect(worst).toBeLessThanOrEqual(ERROR);
});

it.each([
  [0, 1, 0],
  [1, 0, Math.PI / 2],
  [-1, 0, -Math.PI / 2],
  [0, -1, Math.PI],
  [-0, -1, Math.PI],
  [1e-9, -1, Math.PI],
  [-1e-9, -1, -Math.PI],
])('of sine %f and cosine %f', (sine, cosine, angle) => {
  expect(angleOf(sine, cosine)).toBeCloseTo(angle, 8);
});
