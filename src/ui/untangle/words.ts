import type { Overlap } from '../../engine/resolve/overlap.ts';
import type { OverlapPlace, Resolved } from '../../engine/resolve/resolve.ts';
import { plural } from '../../formats/file-mesh.ts';
import type { World } from '../../simulation/world/world.ts';

/** Digits of lengths. */
const DIGITS = 3;
/** Most places that are told of those that are left. */
const MOST_PLACES = 3;

const inside = (count: number): string => plural(count, 'vertex inside', 'vertices inside');

const tetrahedra = (count: number, kind: string): string => plural(count, `${kind} tetrahedron`, `${kind} tetrahedra`);

/** Puts counts into words: '12 vertices inside, 1 piercing edge, 3 buried tetrahedra, 0 inverted tetrahedra'. */
export const countsInWords = (overlap: Overlap): string =>
  `${inside(overlap.inside)}, ${plural(overlap.piercing, 'piercing edge')}, ${tetrahedra(overlap.buried, 'buried')}, ${tetrahedra(overlap.inverted, 'inverted')}`;

/** How far untangling is. */
export interface Untangled {
  readonly steps: number;
  /** After the last step. */
  readonly overlap: Overlap;
}

/** Says how far untangling is. @param last undefined before the first step    @param seconds since it began */
export function progressInWords(last: Untangled | undefined, seconds: number): string {
  const time = `${Math.floor(seconds)} s`;
  if (!last) return `Untangling: counting, and thinning what overlaps … ${time}`;
  const { steps, overlap } = last;
  const isApart = overlap.inside === 0 && overlap.piercing === 0 && overlap.buried === 0;
  const doing = isApart ? 'apart, and going back towards the pose' : countsInWords(overlap);
  return `Untangling, step ${steps}: ${doing} … ${time}`;
}

/** Returns the share of the overlap that is gone, 0 to 1. @param most the greatest overlap so far */
export const shareGone = ({ inside: vertices, piercing, buried }: Overlap, most: number): number =>
  most === 0 ? 1 : 1 - (vertices + piercing + buried) / most;

const length = (metres: number): string => `${Number(metres.toPrecision(DIGITS))} m`;

/** Says which pose untangling has come to. @param seconds that it took */
export function resultInWords({ bodies }: World, resolved: Resolved, seconds: number): string {
  const { before, after, free, rms, greatest, left, notes } = resolved;
  if (free && rms === 0) return `Nothing overlaps: the pose stays as it is (${countsInWords(after)}).`;
  const place = ({ body, vertex, point }: OverlapPlace) =>
    `body ${bodies[body]!.placement + 1}, vertex ${vertex}, at (${point.map((x) => Number(x.toPrecision(DIGITS))).join(', ')})`;
  const lines = [
    ...(free ? ['Free of overlap.'] : notes),
    `Before: ${countsInWords(before)}.`,
    `After: ${countsInWords(after)}.`,
    `Moved by ${length(rms)} rms, ${length(greatest)} at most, in ${seconds.toFixed(1)} s.`,
  ];
  if (left.length > 0)
    lines.push(
      `Left, first of all: ${left.slice(0, MOST_PLACES).map(place).join('; ')}. ‘Penetrating points’ in the panel shows more.`,
    );
  return lines.join('\n');
}
