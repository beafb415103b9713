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

/**
 * Bounds of the work (SurfaceDistance.work, about 50 ns each) that the grid's points and those triangles take, so that both together stay
 * below 1.5 s. Ordinary surfaces take a third of it. Where many triangles lie in one another, every point is near all of them: then fewer
 * points and triangles are sampled.
 */
const GRID_WORK = 1.6e7;
const AREA_WORK = 6e6;
/** More work per triangle of the surface: a microsecond, where reading the triangle took one or more. */
const WORK_PER_TRIANGLE = 20;

/** A volume greater than that of the bounds is wrong, by more than rounding from this multiple on. */
const MOST_OF_BOX = 1.01;

/** How much a surface encloses. */
export interface Enclosed {
  /** [m^3] */
  readonly volume: number;
  /** Area that bounds the inside [m^2], without what lies inside. */
  readonly area: number;
  /** Points of a grid that are inside [m], 3 numbers each. */
  readonly inside: Float32Array;
  /** Share of the grid's points that were looked at before the bound of the work; 1 unless many triangles lie in one another. */
  readonly share: number;
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
  const count = counts[0] * counts[1] * counts[2];
  const place = (g: number): [number, number, number] => [
    at(0, g % counts[0]),
    at(1, Math.floor(g / counts[0]) % counts[1]),
    at(2, Math.floor(g / (counts[0] * counts[1]))),
  ];
  let turns = 0;
  const looked = sample(count, distance, GRID_WORK + WORK_PER_TRIANGLE * (triangles.length / 3), (g) => {
    const winding = distance.windingNumber(...place(g));
    turns += Math.round(winding);
    return winding > 0.5;
  });
  const inside: number[] = [];
  for (let g = 0; g < count; g++) if (looked[g] === YES) inside.push(...place(g));
  const samples = inside.length / 3;
  const asked = looked.filter((answer) => answer !== UNKNOWN).length;
  const volume = Math.abs(turned) * (turns > 0 && samples > 0 ? samples / turns : 1);
  const box = sides[0] * sides[1] * sides[2];
  return {
    // Where triangles lie in disorder, turns cancel, and the quotient of the samples says nothing.
    volume: volume > MOST_OF_BOX * box ? (box * samples) / asked : volume,
    area: boundingArea({ positions, triangles }, distance),
    inside: Float32Array.from(inside),
    share: asked / count,
  };
}

/** Answers of `sample`. */
const UNKNOWN = 0;
const NO = 1;
const YES = 2;
/** Golden ratio less 1: steps of this share of a circle spread best, however many there are. */
const GOLDEN = 0.618;

/**
 * Asks things one after another until the work exceeds a bound, at least one of them. They are asked in an order that is spread over all of
 * them, so that those before the bound are a fair sample.
 * @returns UNKNOWN, NO or YES for each
 */
function sample(
  count: number,
  distance: SurfaceDistance,
  mostWork: number,
  ask: (thing: number) => boolean,
): Uint8Array {
  const answers = new Uint8Array(count);
  const end = distance.work + mostWork;
  let step = Math.max(1, Math.floor(GOLDEN * count));
  while (haveDivisor(step, count)) step++;
  for (let i = 0, thing = 0; i < count && (i === 0 || distance.work < end); i++, thing = (thing + step) % count)
    answers[thing] = ask(thing) ? YES : NO;
  return answers;
}

/** Whether two numbers have a divisor above 1 in common (Euclid). */
function haveDivisor(a: number, b: number): boolean {
  while (b > 0) [a, b] = [b, a % b];
  return a > 1;
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
  const mostWork = AREA_WORK + WORK_PER_TRIANGLE * (triangles.length / 3);
  const divides = sample(Math.ceil(triangles.length / stride), distance, mostWork, (i) => {
    const t = i * stride;
    const middle = (k: number) =>
      (p[3 * triangles[t] + k] + p[3 * triangles[t + 1] + k] + p[3 * triangles[t + 2] + k]) / 3;
    return distance.divides(middle(0), middle(1), middle(2));
  });
  let [whole, sampled, bounding] = [0, 0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const area = triangleArea(p, triangles, t);
    whole += area;
    const answer = t % stride === 0 ? divides[t / stride] : UNKNOWN;
    if (answer !== UNKNOWN) sampled += area;
    if (answer === YES) bounding += area;
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
