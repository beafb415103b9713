import { expect, it } from 'vitest';
import { workOfGas } from '../../../../src/simulation/integrators/implicit-euler/gas.ts';

const [SCALE, LEAST] = [3, 0.05]; // p V at constant temperature [J], and the volume below which p stays the same [m^3]

const pressureAt = (volume: number) => SCALE / Math.max(volume, LEAST);

/** Integrates -(p - p at the start) over the volume by the midpoint rule, on either side of LEAST, where p has a kink. */
function integral(from: number, to: number): number {
  const steps = 20_000;
  const ends = [from, ...((from - LEAST) * (to - LEAST) < 0 ? [LEAST] : []), to];
  let sum = 0;
  for (let part = 1; part < ends.length; part++) {
    const width = (ends[part] - ends[part - 1]) / steps;
    for (let k = 0; k < steps; k++) sum -= width * (pressureAt(ends[part - 1] + (k + 0.5) * width) - pressureAt(from));
  }
  return sum;
}

it.each([
  ['expands', 0.4, 0.7],
  ['is compressed', 0.4, 0.1],
  ['is squeezed below the least volume', 0.2, -0.1],
  ['comes back from there', -0.02, 0.3],
  ['stays there', -0.02, 0.01],
  ['hardly changes', 0.4, 0.4 + 1e-4],
])('gas that %s changes its energy by the integral of its pressure', (_, from, to) => {
  const expected = integral(from, to);
  const work = workOfGas(pressureAt(from), from, LEAST, to);
  expect(Math.abs(work - expected)).toBeLessThanOrEqual(1e-5 * Math.abs(expected));
});
