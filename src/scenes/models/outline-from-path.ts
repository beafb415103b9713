import { curvePoints, type Place } from './curve-points.ts';
import { PathReader } from './path-reader.ts';

/** How an outline is sampled. */
export interface OutlineOptions {
  /** Greatest distance between neighbouring vertices [units of the path]; by default corners and the middles of curves are vertices. */
  readonly spacing?: number;
  /** Length of a unit of the path [m]; 1 by default. */
  readonly scale?: number;
  /** Whether y points down, as in pictures, so that the outline is turned over; true by default. */
  readonly yDown?: boolean;
}

/** Numbers that each command takes, by its letter in upper case. */
const NUMBERS: Readonly<Record<string, number>> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, Z: 0 };

/**
 * Reads an SVG path as a closed polygon: the commands M, L, H, V, C, S, Q, T and Z, absolute or relative. Corners of the path are vertices.
 * Lines and curves between them are cut into parts of equal length; a curve has two at least.
 * @param d one closed outline: it begins with M, and ends with Z
 * @returns positions [m], 2 per vertex, counter-clockwise
 * @throws Error with the place in the path, what was found and what was expected
 * Source of the commands: W3C, Scalable Vector Graphics (SVG) 2, chapter 9, Paths.
 */
export function outlineFromPath(d: string, options: OutlineOptions = {}): Float32Array {
  const { spacing = Infinity, scale = 1, yDown = true } = options;
  if (!(spacing > 0)) throw new Error(`The spacing of an outline is ${spacing}, expected a positive number`);
  const points = readPath(d, spacing);
  // The last point closes the outline where it began.
  const [first, last] = [points[0], points.at(-1) as Place];
  if (points.length > 1 && first[0] === last[0] && first[1] === last[1]) points.pop();
  if (points.length < 3) throw new Error(`The path ${d} has ${points.length} vertices, expected at least 3`);
  const placed = points.map(([x, y]): Place => [scale * x, yDown ? -scale * y : scale * y]);
  const twofoldArea = placed.reduce((sum, [x, y], i) => {
    const [u, v] = placed[(i + 1) % placed.length];
    return sum + x * v - y * u;
  }, 0);
  return Float32Array.from((twofoldArea > 0 ? placed : placed.reverse()).flat());
}

/** A path's end so far, its start, and the control point that S or T reflects. */
interface Pen {
  at: Place;
  start: Place;
  control: Place;
  /** Command before, in upper case. */
  last: string;
}

/** Returns the vertices along a path. */
function readPath(d: string, spacing: number): Place[] {
  const reader = new PathReader(d);
  const points: Place[] = [];
  const pen: Pen = { at: [0, 0], start: [0, 0], control: [0, 0], last: '' };
  while (!reader.isAtEnd) {
    const place = reader.at;
    const letter = reader.command(Object.keys(NUMBERS).join(' '));
    const command = letter.toUpperCase();
    if ((points.length === 0) !== (command === 'M'))
      throw reader.error(points.length === 0 ? 'M, which begins a path' : 'one outline: no M but the first', place);
    const isRelative = letter !== command;
    // A command's numbers may be repeated; after M they are those of lines.
    for (let repeat = 0; repeat === 0 || (NUMBERS[command] > 0 && reader.isAtNumber); repeat++) {
      const numbers = Array.from({ length: NUMBERS[command] }, () => reader.number());
      if (command === 'M' && repeat === 0) {
        pen.at = pen.start = isRelative ? [pen.at[0] + numbers[0], pen.at[1] + numbers[1]] : [numbers[0], numbers[1]];
        pen.control = pen.at;
        points.push(pen.at);
      } else draw(points, pen, command === 'M' ? 'L' : command, numbers, isRelative, spacing);
      pen.last = command;
    }
    if (command === 'Z' && !reader.isAtEnd) throw reader.error('the end of the path after Z');
  }
  if (pen.last !== 'Z') throw reader.error('Z, which closes the outline');
  return points;
}

/** Appends the vertices of a command, all but the one where it starts. */
function draw(
  points: Place[],
  pen: Pen,
  command: string,
  numbers: readonly number[],
  isRelative: boolean,
  spacing: number,
): void {
  const [x, y] = isRelative ? pen.at : [0, 0];
  const ends = Array.from(
    { length: numbers.length >> 1 },
    (_, i): Place => [x + numbers[2 * i], y + numbers[2 * i + 1]],
  );
  const reflected = (after: string): Place =>
    after.includes(pen.last) && pen.last !== ''
      ? [2 * pen.at[0] - pen.control[0], 2 * pen.at[1] - pen.control[1]]
      : pen.at;
  const controls: Readonly<Record<string, () => Place[]>> = {
    L: () => ends,
    H: () => [[x + numbers[0], pen.at[1]]],
    V: () => [[pen.at[0], y + numbers[0]]],
    C: () => ends,
    S: () => [reflected('CS'), ...ends],
    Q: () => ends,
    T: () => [reflected('QT'), ...ends],
    Z: () => [pen.start],
  };
  const hull = [pen.at, ...controls[command]()];
  const end = hull.at(-1) as Place;
  if (hull.length > 2 || end[0] !== pen.at[0] || end[1] !== pen.at[1]) points.push(...curvePoints(hull, spacing));
  pen.control = hull.length > 2 ? (hull.at(-2) as Place) : end;
  pen.at = end;
}
