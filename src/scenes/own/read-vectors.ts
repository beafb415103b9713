import { MAX_COORDINATE } from '../../simulation/diagnostics/stages.ts';
import { numbers, type Range, refuse } from './checks.ts';
import type { Triple } from './scene-file.ts';

/** Greatest coordinate of a scene [m]: farther away the simulation ends. */
export const FARTHEST = MAX_COORDINATE;
const COORDINATE: Range = { min: -FARTHEST, max: FARTHEST, unit: 'm' };
/** Greatest coordinate of a camera [m]: one that sees a scene as large as the range lies outside of it. */
const FARTHEST_CAMERA = 10 * FARTHEST;
/** Times of a scene. */
export const SECONDS: Range = { min: 0, unit: 's' };
/** Least length and greatest component of a vector whose direction counts. */
const SHORTEST = 1e-6;
const LONGEST = 1e6;

export function readPoint(value: unknown, path: string): Triple {
  const [x, y, z] = numbers(value, path, 'xyz', COORDINATE);
  return [x, y, z];
}

/** Reads a point from which a camera looks, or at which. */
export function readCameraPoint(value: unknown, path: string): Triple {
  const [x, y, z] = numbers(value, path, 'xyz', { min: -FARTHEST_CAMERA, max: FARTHEST_CAMERA, unit: 'm' });
  return [x, y, z];
}

export function readDirection(value: unknown, path: string): Triple {
  const [x, y, z] = numbers(value, path, 'xyz', { min: -LONGEST, max: LONGEST });
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > SHORTEST ? [x, y, z] : refuse(path, value, `a vector of a length above ${SHORTEST}`);
}
