import { numbers, type Range, refuse } from './checks.ts';
import type { Triple } from './scene-file.ts';

/** Greatest coordinate [m]. Further away, float32 positions are too coarse for bodies. */
export const FARTHEST = 1e5;
const COORDINATE: Range = { min: -FARTHEST, max: FARTHEST, unit: 'm' };
/** Times of a scene. */
export const SECONDS: Range = { min: 0, unit: 's' };
/** Least length and greatest component of a vector whose direction counts. */
const SHORTEST = 1e-6;
const LONGEST = 1e6;

export function readPoint(value: unknown, path: string): Triple {
  const [x, y, z] = numbers(value, path, 'xyz', COORDINATE);
  return [x, y, z];
}

export function readDirection(value: unknown, path: string): Triple {
  const [x, y, z] = numbers(value, path, 'xyz', { min: -LONGEST, max: LONGEST });
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > SHORTEST ? [x, y, z] : refuse(path, value, `a vector of a length above ${SHORTEST}`);
}
