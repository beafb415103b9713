import { plural } from '../formats/file-mesh.ts';
import { coneVolume, type SoundSurface } from './sound-surface.ts';
import type { SurfaceDistance } from './surface-distance.ts';

/**
 * A surface encloses nothing if its volume is at most this share of its area times its longest side: float32 positions are rounded by
 * 2^-24 of that side, and a few roundings add up. So thin a plate would be 2 million times as long as thick.
 */
const ROUNDING = 2 ** -22;

/** Measured sums over all triangles. */
interface Sums {
  /** Signed volume of the cones to the middle of the bounds [m^3]. */
  readonly volume: number;
  /** [m^2] */
  readonly area: number;
  /** Normal of the largest triangle, not of unit length, and one of its corners [m]. */
  readonly normal: readonly [number, number, number];
  readonly corner: number;
}

/**
 * Says why there is nothing to fill with tetrahedra.
 * @returns a sentence; undefined if the surface encloses more than rounding
 */
export function nothingEnclosed(surface: SoundSurface, distance: SurfaceDistance): string | undefined {
  const { extent, bounds } = distance;
  const middle = bounds.min.map((least, k) => least / 2 + bounds.max[k] / 2);
  const sums = sumsOf(surface, middle);
  if (Math.abs(sums.volume) > ROUNDING * sums.area * extent) return undefined;
  return `The surface encloses nothing: ${reason(surface, isPlane(surface, sums, extent), sums.volume)}; expected a surface that encloses a volume, closed or with small holes`;
}

function reason({ triangles, repeated }: SoundSurface, isFlat: boolean, volume: number): string {
  const count = triangles.length / 3;
  const what = count === 1 ? 'it is a single triangle' : `${isFlat ? 'all' : 'the'} ${plural(count, 'triangle')}`;
  const then = isFlat
    ? 'lie in one plane'
    : `bound no more than rounding, ${Math.abs(volume).toPrecision(2)} cubic units`;
  const sentence = count === 1 ? what : `${what} ${then}`;
  if (repeated === 0) return sentence;
  const twice = repeated < count ? `${plural(repeated, 'triangle')} repeat others` : 'each triangle is there twice';
  return `${twice}${repeated > count ? ' or more' : ''}, and taken once, ${sentence}`;
}

function sumsOf({ positions: p, triangles }: SoundSurface, middle: readonly number[]): Sums {
  let [volume, area, largest, corner] = [0, 0, -1, 0];
  let normal: readonly [number, number, number] = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    volume += coneVolume(p, triangles, t, middle);
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const twice = Math.sqrt(x * x + y * y + z * z);
    area += twice / 2;
    if (twice <= largest) continue;
    largest = twice;
    normal = [x, y, z];
    corner = a;
  }
  return { volume, area, normal, corner };
}

/** Whether all corners lie in the plane of the largest triangle, but for rounding. */
function isPlane({ positions: p, triangles }: SoundSurface, { normal, corner }: Sums, extent: number): boolean {
  const [x, y, z] = normal;
  const length = Math.sqrt(x * x + y * y + z * z);
  for (const v of triangles) {
    const at = 3 * v;
    const height = x * (p[at] - p[corner]) + y * (p[at + 1] - p[corner + 1]) + z * (p[at + 2] - p[corner + 2]);
    if (Math.abs(height) > ROUNDING * length * extent) return false;
  }
  return true;
}
