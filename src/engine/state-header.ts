import type { Grab, HandState } from '../simulation/constraints/grabs/hand.ts';
import { BEFORE_GUARANTEE } from '../simulation/contacts/guarantee/tables.ts';
import { BEFORE_RECOVERY } from '../simulation/detect/tables.ts';
import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import type { RecordedInput, Snapshot } from '../simulation/snapshot.ts';
import { Fields, flag, list, number, numbers, pathTo, type Range, refuse, text } from '../scenes/own/checks.ts';
import { readParameters } from '../scenes/own/read-parameters.ts';
import { SceneFileError } from '../scenes/own/scene-file.ts';

/** Error for a state's file that can't be used. The message says what was found and what was expected. */
export class StateFileError extends Error {}

/** Header of a state's file: all but the arrays, of which it tells names and lengths. */
export interface Header {
  readonly scene: string;
  readonly size: number;
  readonly startParameters: SimulationParameters;
  /** Hash of what the world starts from. */
  readonly start: string;
  /** Text of a person's own scene. */
  readonly ownScene?: string;
  /** Hash of the arrays. */
  readonly hash: string;
  readonly snapshot: Omit<Snapshot, 'arrays'>;
  readonly arrays: readonly ArrayHeader[];
}

interface ArrayHeader {
  readonly name: string;
  readonly type: 'float32' | 'uint32';
  readonly length: number;
}

const MAX_NAME = 5000;
/** Longest text of a person's own scene: as long as a header may be [characters]. */
const MAX_OWN_SCENE = 2 ** 28;
const MAX_ARRAYS = 100;
const MAX_INPUTS = 10_000_000;
const MAX_GRABS = 1000;
/** Most steps of a run. A thousand steps per second are so many in thirty years. */
const MAX_STEPS = 1e12;
const COUNT: Range = { min: 0, max: MAX_STEPS, isWhole: true };
/** Steps in which a target moves. */
const SOME: Range = { min: 1, max: MAX_STEPS, isWhole: true };
const NOT_NEGATIVE: Range = { min: 0 };

/** Reads and checks a header. @throws StateFileError */
export function readHeader(json: string): Header {
  try {
    const keys = ['scene', 'size', 'startParameters', 'start', 'ownScene', 'hash', 'snapshot', 'arrays'];
    const fields = new Fields(JSON.parse(json), 'header', keys);
    return {
      scene: fields.get('scene', name),
      size: fields.get('size', (given, at) => number(given, at)),
      startParameters: fields.get('startParameters', allParameters),
      start: fields.get('start', name),
      ...fields.entry('ownScene', (given, at) => text(given, at, MAX_OWN_SCENE)),
      hash: fields.get('hash', name),
      snapshot: fields.get('snapshot', readSnapshot),
      arrays: fields.get('arrays', (given, at) =>
        list(given, at, 'arrays', MAX_ARRAYS).map((item, i) => readArrayHeader(item, pathTo(at, i))),
      ),
    };
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof SceneFileError)
      throw new StateFileError(
        `the file's ${error instanceof SyntaxError ? 'header is no JSON; expected JSON' : error.message}`,
      );
    throw error;
  }
}

const name = (value: unknown, path: string): string => text(value, path, MAX_NAME);
const count = (value: unknown, path: string): number => number(value, path, COUNT);
/** Reads parameters; those that the file lacks, because it is of an older version, have their defaults, or what that version did. */
function allParameters(value: unknown, path: string): SimulationParameters {
  const named = readParameters(value, path);
  const isNamed = typeof value === 'object' && value !== null && 'guarantee' in value;
  return {
    ...defaultParameters(),
    ...(named.recovery === undefined && BEFORE_RECOVERY),
    ...named,
    // Older files may name it as failSafe, which concerned sheets alone.
    ...(!isNamed && BEFORE_GUARANTEE),
  };
}

function readArrayHeader(value: unknown, path: string): ArrayHeader {
  const fields = new Fields(value, path, ['name', 'type', 'length']);
  return {
    name: fields.get('name', name),
    type: fields.get('type', (given, at) =>
      given === 'float32' || given === 'uint32' ? given : refuse(at, given, 'float32 or uint32'),
    ),
    length: fields.get('length', count),
  };
}

function readSnapshot(value: unknown, path: string): Header['snapshot'] {
  const counts = ['steps', 'frames', 'time', 'inputs', 'appliedSwitches'];
  const fields = new Fields(value, path, [...counts, 'parameters', 'schedule', 'hand', 'areGrabsNew']);
  return {
    steps: fields.get('steps', count),
    frames: fields.get('frames', count),
    time: fields.get('time', (given, at) => number(given, at, NOT_NEGATIVE)),
    inputs: fields.get('inputs', (given, at) =>
      list(given, at, 'inputs', MAX_INPUTS).map((item, i) => readInput(item, pathTo(at, i))),
    ),
    appliedSwitches: fields.get('appliedSwitches', count),
    parameters: fields.get('parameters', allParameters),
    schedule: fields.get('schedule', (given, at) => {
      const schedule = new Fields(given, at, ['lastStart', 'due']);
      return { lastStart: schedule.get('lastStart', count), ...schedule.entry('due', count) };
    }),
    hand: fields.get('hand', readHand),
    areGrabsNew: fields.get('areGrabsNew', flag),
  };
}

function readInput(value: unknown, path: string): RecordedInput {
  const fields = new Fields(value, path, ['step', 'parameters', 'grabs']);
  return {
    step: fields.get('step', count),
    ...fields.entry('parameters', readParameters),
    ...fields.entry('grabs', (given, at) => readList(given, at, readGrab)),
  };
}

function readHand(value: unknown, path: string): HandState {
  const fields = new Fields(value, path, ['grabs', 'moving']);
  return {
    grabs: fields.get('grabs', (given, at) => readList(given, at, readGrab)),
    moving: fields.get('moving', (given, at) => readList(given, at, readMoving)),
  };
}

const readList = <T>(value: unknown, path: string, read: (item: unknown, path: string) => T): T[] =>
  list(value, path, 'grabs', MAX_GRABS).map((item, i) => read(item, pathTo(path, i)));

/** Keys of where a moving target comes from, and since which step. tools/check-layers.mjs takes the word in other quotes for an import. */
const START = 'start';
const MOVED_FROM = `from`;
const GRAB_KEYS = ['vertex', 'radius', 'target', 'steps'];

function readGrab(value: unknown, path: string): Grab {
  const fields = new Fields(value, path, GRAB_KEYS);
  return {
    vertex: fields.get('vertex', count),
    ...fields.entry('radius', radius),
    target: fields.get('target', point),
    ...fields.entry('steps', (given, at) => number(given, at, SOME)),
  };
}

function readMoving(value: unknown, path: string): HandState['moving'][number] {
  const fields = new Fields(value, path, [...GRAB_KEYS, MOVED_FROM, START]);
  return {
    vertex: fields.get('vertex', count),
    radius: fields.get('radius', radius),
    target: fields.get('target', point),
    steps: fields.get('steps', (given, at) => number(given, at, SOME)),
    from: fields.get(MOVED_FROM, point),
    start: fields.get(START, count),
  };
}

const radius = (value: unknown, path: string): number => number(value, path, NOT_NEGATIVE);

function point(value: unknown, path: string): readonly [number, number, number] {
  const [x, y, z] = numbers(value, path, 'xyz', {});
  return [x, y, z];
}
