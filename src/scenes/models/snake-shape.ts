/**
 * Shape of a snake: how thick it is along its length, how its head differs from a round bar, and where its cross-sections lie. Uses only
 * + - * / and square roots, so that every JavaScript engine makes the same bytes.
 */
import { lengthsAlong } from './knot-curve.ts';

/**
 * Radius along the body [greatest radii], at places from the tail's tip (0) to the snout (1): a thin tail, the thickest part in the middle,
 * a neck, a head a little thicker than the neck, and a blunt snout.
 */
const THICKNESS = [
  [0, 0.2],
  [0.12, 0.55],
  [0.26, 0.85],
  [0.45, 1],
  [0.7, 0.95],
  [0.86, 0.62],
  [0.9, 0.6],
  [0.945, 0.86],
  [0.965, 0.86],
  [0.99, 0.6],
  [1, 0.36],
] as const;
/** Place where the neck ends and the head begins. */
export const HEAD_PLACE = 0.9;
/** Place where the head has its full form: lower and broader than round. */
const FULL_HEAD_PLACE = 0.945;
/** Height and breadth of the head, as shares of the round section's. */
const HEAD_HEIGHT = 0.78;
const HEAD_BREADTH = 1.12;
/**
 * Least radius that decides the distance between cross-sections [greatest radii]. Where the body is thinner, cross-sections would lie so close
 * that the tail would have more elements than the rest.
 */
const LEAST_SPACING_RADIUS = 0.4;

/** Returns the radius at a place along the body, 0 at the tail's tip to 1 at the snout [greatest radii]. */
export const thicknessAt = (place: number): number => between(THICKNESS, place);

/** Interpolates between values at places, smoothly: the result is level at each of the places. @param table places, ascending, and values */
export function between(table: readonly (readonly [place: number, value: number])[], place: number): number {
  let next = 1;
  while (next + 1 < table.length && table[next][0] < place) next++;
  const [start, from] = table[next - 1];
  const [end, to] = table[next];
  const t = smooth((place - start) / (end - start));
  return from + t * (to - from);
}

/** Returns how much of its full form the head has at a place: 0 behind the head, 1 at its broadest part and in front of it. */
export const headShare = (place: number): number => smooth((place - HEAD_PLACE) / (FULL_HEAD_PLACE - HEAD_PLACE));

/** Height and breadth of a cross-section, as shares of a round one's. @param head result of `headShare` */
export const headForm = (head: number): { readonly height: number; readonly breadth: number } => ({
  height: 1 + head * (HEAD_HEIGHT - 1),
  breadth: 1 + head * (HEAD_BREADTH - 1),
});

/** Rises from 0 to 1 for t from 0 to 1, without a bend at its ends; constant before and after. */
export function smooth(t: number): number {
  const s = Math.min(1, Math.max(0, t));
  return s * s * (3 - 2 * s);
}

/**
 * Chooses the places of cross-sections, from 0 to 1: close to one another where the body is thin, so that elements are about as long as broad.
 * @param thickness radius at a place [greatest radii]
 */
export function sectionPlaces(layers: number, thickness: (place: number) => number): Float64Array {
  // Distance along the body in sections, up to a factor, by the midpoint rule.
  const pieces = 2000;
  const sections = new Float64Array(pieces + 1);
  for (let i = 0; i < pieces; i++)
    sections[i + 1] = sections[i] + 1 / Math.max(LEAST_SPACING_RADIUS, thickness((i + 0.5) / pieces));
  return Float64Array.from({ length: layers }, (_, layer) => {
    const target = (sections[pieces] * layer) / (layers - 1);
    let piece = 0;
    while (piece + 1 < pieces && sections[piece + 1] < target) piece++;
    return (piece + (target - sections[piece]) / (sections[piece + 1] - sections[piece])) / pieces;
  });
}

/** Returns the mean distance of the cross-sections that `sectionPlaces` chooses, over the radius there, for a body with one section per length. */
export function meanSlimness(thickness: (place: number) => number): number {
  const pieces = 2000;
  let sum = 0;
  for (let i = 0; i < pieces; i++) sum += 1 / Math.max(LEAST_SPACING_RADIUS, thickness((i + 0.5) / pieces));
  return sum / pieces;
}

/** Returns the points of a polyline at places from 0 (its start) to 1 (its end), measured along it; flat, 3 numbers per point. */
export function pointsAt(line: Float64Array, places: Float64Array): Float64Array {
  const lengths = lengthsAlong(line);
  const total = lengths[lengths.length - 1];
  const points = new Float64Array(3 * places.length);
  places.forEach((place, i) => {
    const target = total * place;
    let piece = 0;
    while (piece + 2 < lengths.length && lengths[piece + 1] < target) piece++;
    const share = (target - lengths[piece]) / (lengths[piece + 1] - lengths[piece]);
    for (let k = 0; k < 3; k++) {
      const start = line[3 * piece + k];
      points[3 * i + k] = start + share * (line[3 * piece + 3 + k] - start);
    }
  });
  return points;
}
