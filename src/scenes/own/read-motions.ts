import { Fields, list, number, pathTo, type Range } from './checks.ts';
import { heldVertices } from './holds.ts';
import { FARTHEST, readDirection, readPoint, SECONDS } from './read-vectors.ts';
import { type OwnHold, type OwnMesh, type OwnMotion, type OwnShifts, SceneFileError } from './scene-file.ts';

/** Bounds of what a file may hold. */
const MAX_HOLDS = 100;
const MAX_TIMES = 10_000;
const TURNS: Range = { min: -1e6, max: 1e6, unit: 'turns' };
const TIMES_AND_SHIFTS = ['times', 'shifts'];

/** Reads the holds of a body. */
export const readHolds = (value: unknown, path: string): readonly OwnHold[] =>
  list(value, path, 'holds', MAX_HOLDS).map((item, i) => readHold(item, pathTo(path, i)));

/** @throws SceneFileError if one of a body's holds holds no vertex, or two hold the same one */
export function checkHolds(holds: readonly OwnHold[], path: string, mesh: OwnMesh): void {
  const holderOf = new Map<number, number>();
  for (const [i, hold] of holds.entries()) {
    const held = heldVertices(mesh, hold);
    if (held.length === 0)
      throw new SceneFileError(
        `${pathTo(path, i)}.within: no vertex of the mesh lies in this ball; expected at least one`,
      );
    for (const vertex of held) {
      const other = holderOf.get(vertex);
      if (other !== undefined)
        throw new SceneFileError(
          `${pathTo(path, i)}: holds vertex ${vertex} of the mesh, as ${pathTo(path, other)} does; expected no vertex in two`,
        );
      holderOf.set(vertex, i);
    }
  }
}

function readHold(value: unknown, path: string): OwnHold {
  const fields = new Fields(value, path, ['within', 'motion', 'until']);
  return {
    ...fields.entry('within', (given, at) => {
      const ball = new Fields(given, at, ['at', 'radius']);
      const radius = ball.get('radius', (r, of) => number(r, of, { above: 0, max: FARTHEST, unit: 'm' }));
      return { at: ball.get('at', readPoint), radius };
    }),
    ...fields.entry('motion', readMotion),
    ...fields.entry('until', (given, at) => number(given, at, SECONDS)),
  };
}

function readMotion(value: unknown, path: string): OwnMotion {
  const fields = new Fields(value, path, [...TIMES_AND_SHIFTS, 'turns', 'axis', 'centre']);
  const shifts = shiftsOf(fields);
  const count = shifts.times.length;
  return {
    ...shifts,
    ...fields.entry('turns', (given, at) => perTime(given, at, count, (turns, of) => number(turns, of, TURNS))),
    ...fields.entry('axis', readDirection),
    ...fields.entry('centre', readPoint),
  };
}

/** Reads the motion of an obstacle. */
export const readShifts = (value: unknown, path: string): OwnShifts =>
  shiftsOf(new Fields(value, path, TIMES_AND_SHIFTS));

function shiftsOf(fields: Fields): OwnShifts {
  const times = fields.get('times', readTimes);
  return { times, ...fields.entry('shifts', (given, at) => perTime(given, at, times.length, readPoint)) };
}

function readTimes(value: unknown, path: string): readonly number[] {
  const times = list(value, path, 'times', MAX_TIMES).map((item, i) => number(item, pathTo(path, i), SECONDS));
  if (times.length === 0) throw new SceneFileError(`${path}: no times; expected at least one`);
  for (const [i, time] of times.entries())
    if (time < times[i - 1])
      throw new SceneFileError(`${pathTo(path, i)}: ${time} after ${times[i - 1]}; expected ascending times`);
  return times;
}

/** Reads a list with an entry for each of `count` times. */
function perTime<T>(
  value: unknown,
  path: string,
  count: number,
  read: (item: unknown, path: string) => T,
): readonly T[] {
  const items = list(value, path, 'entries, one for each of the times', MAX_TIMES);
  if (items.length !== count)
    throw new SceneFileError(`${path}: ${items.length} entries; expected ${count}, one for each of the times`);
  return items.map((item, i) => read(item, pathTo(path, i)));
}
