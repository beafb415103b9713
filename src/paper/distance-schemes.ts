import type { GridBox, Surface } from '../geometry/fast-marching/distance-grid.ts';
import { type March, marchDistances, type MarchOptions } from '../geometry/fast-marching/march.ts';

/** A way to march that the tables compare. */
export interface Scheme {
  readonly name: string;
  readonly options: MarchOptions;
}

export const SCHEMES: readonly Scheme[] = [
  { name: 'order 1', options: { order: 1 } },
  { name: 'order 2, as in the paper', options: { order: 2, ridges: false } },
  { name: 'order 2, fronts apart', options: { order: 2 } },
];

/** Makes a cube of n^3 grid points around a shape, as long as the shape's longest side. */
export function cubeAround({ positions }: Surface, n: number): GridBox {
  const lows = [Infinity, Infinity, Infinity];
  const highs = [-Infinity, -Infinity, -Infinity];
  positions.forEach((x: number, i: number) => {
    lows[i % 3] = Math.min(lows[i % 3], x);
    highs[i % 3] = Math.max(highs[i % 3], x);
  });
  const side = Math.max(...highs.map((high, axis) => high - lows[axis]));
  const start = (axis: number): number => (lows[axis] + highs[axis] - side) / 2;
  return { origin: [start(0), start(1), start(2)], spacing: side / (n - 1), size: [n, n, n] };
}

/** Takes the eighth of a cube at its lowest corner, with the middle plane of points if there is one. */
export function eighthOf({ origin, spacing, size }: GridBox): GridBox {
  const half = Math.ceil(size[0] / 2);
  return { origin, spacing, size: [half, half, half] };
}

/** A march with its time. */
export interface TimedMarch extends March {
  /** Fastest of all rounds [s]: labels, exact distances and the march itself. */
  readonly seconds: number;
}

/** Marches several times, and takes the fastest. */
export function timedMarch(surface: Surface, box: GridBox, { options }: Scheme, rounds: number): TimedMarch {
  let seconds = Infinity;
  let found: March | undefined;
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    found = marchDistances(surface, box, options);
    seconds = Math.min(seconds, (performance.now() - start) / 1000);
  }
  if (!found) throw new Error(`Found ${rounds} rounds, expected at least 1`);
  return { ...found, seconds };
}
