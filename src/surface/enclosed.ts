import { coneVolume, type SoundSurface } from './sound-surface.ts';
import type { SurfaceDistance } from './surface-distance.ts';

/** Points of the grid over a surface's bounds at which the winding number is sampled. */
const SAMPLES = 20_000;

/** Triangles of which it is asked whether they divide the inside from the outside. */
const MOST_TRIANGLES = 4000;

/** How much a surface encloses. */
export interface Enclosed {
  /** [m^3] */
  readonly volume: number;
  /** Area that bounds the inside [m^2], without what lies inside. */
  readonly area: number;
  /** Points of a grid that are inside [m], 3 numbers each. */
  readonly inside: Float32Array;
}

/**
 * Measures the volume where the winding number exceeds 1/2. The divergence theorem gives the volume that a surface encloses, parts that
 * overlap counted as often; the share of the inside's samples in all turns at samples corrects for those. So the volume is exact, but for
 * rounding, where nothing overlaps.
 */
export function measureEnclosed(
  { positions, triangles }: Pick<SoundSurface, 'positions' | 'triangles'>,
  distance: SurfaceDistance,
): Enclosed {
  const { min, max } = distance.bounds;
  const middle = min.map((least, k) => (least + max[k]) / 2);
  let turned = 0;
  for (let t = 0; t < triangles.length; t += 3) turned += coneVolume(positions, triangles, t, middle);
  const sides = min.map((least, k) => max[k] - least);
  const step = cubeRoot(sides.reduce((product, side) => product * side, 1) / SAMPLES);
  const counts = sides.map((side) => Math.max(1, Math.ceil(side / (step || side))));
  const at = (k: number, i: number) => min[k] + (sides[k] * (i + 0.5)) / counts[k];
  const inside: number[] = [];
  let turns = 0;
  for (let k = 0; k < counts[2]; k++)
    for (let j = 0; j < counts[1]; j++)
      for (let i = 0; i < counts[0]; i++) {
        const [x, y, z] = [at(0, i), at(1, j), at(2, k)];
        const winding = distance.windingNumber(x, y, z);
        turns += Math.round(winding);
        if (winding > 0.5) inside.push(x, y, z);
      }
  const samples = inside.length / 3;
  const volume = Math.abs(turned) * (turns > 0 && samples > 0 ? samples / turns : 1);
  return { volume, area: boundingArea({ positions, triangles }, distance), inside: Float32Array.from(inside) };
}

/** Returns the area of all triangles, times the share of those in a sample that don't have the inside on both sides [m^2]. */
function boundingArea(
  { positions: p, triangles }: Pick<SoundSurface, 'positions' | 'triangles'>,
  distance: SurfaceDistance,
): number {
  const stride = 3 * Math.ceil(triangles.length / 3 / MOST_TRIANGLES);
  let [whole, sampled, bounding] = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const area = triangleArea(p, triangles, t);
    whole += area;
    if (t % stride !== 0) continue;
    const middle = (k: number) =>
      (p[3 * triangles[t] + k] + p[3 * triangles[t + 1] + k] + p[3 * triangles[t + 2] + k]) / 3;
    sampled += area;
    if (distance.divides(middle(0), middle(1), middle(2))) bounding += area;
  }
  return sampled > 0 ? (whole * bounding) / sampled : 0;
}

function triangleArea(p: Float32Array, triangles: Uint32Array, t: number): number {
  const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  return Math.sqrt(x * x + y * y + z * z) / 2;
}

/** Returns the cube root of a positive number by bisection: Math.cbrt may have other bits in another engine. */
export function cubeRoot(x: number): number {
  let [low, high] = [0, Math.max(1, x)];
  for (let step = 0; step < 200 && high - low > 1e-12 * high; step++) {
    const middle = (low + high) / 2;
    if (middle * middle * middle < x) low = middle;
    else high = middle;
  }
  return high;
}
