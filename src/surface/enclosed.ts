import { cubeRoot } from '../math/arithmetic.ts';
import { coneVolume, type SoundSurface } from './sound-surface.ts';
import type { SurfaceDistance } from './surface-distance.ts';

/** About so many points of a grid over a surface's bounds are sampled for their winding numbers. */
const SAMPLES = 20_000;
/** Most points of that grid. Where the bounds are flat, every side has one point at least, so there are more than SAMPLES of cubes. */
const MOST_SAMPLES = 4 * SAMPLES;
/** Factor by which the grid's step grows until there are few enough points. */
const COARSER = 1.25;

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
  const counts = gridOver(sides);
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

/** Returns the number of a grid's points along each side of a box. @param sides their lengths [m], the longest above 0 */
function gridOver(sides: readonly number[]): number[] {
  const longest = Math.max(...sides);
  const share = sides.reduce((product, side) => product * (side / longest), 1);
  let step = longest * Math.max(1 / SAMPLES, cubeRoot(share / SAMPLES));
  for (;;) {
    const counts = sides.map((side) => Math.max(1, Math.ceil(side / step)));
    if (counts.reduce((product, count) => product * count, 1) <= MOST_SAMPLES) return counts;
    step *= COARSER;
  }
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
