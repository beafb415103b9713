import { cut, quoted } from '../../math/text.ts';
import { describe, type Json, list, numbers, record, text, whole } from '../../node/checked-json.ts';
import { UsageError } from '../../node/errors.ts';
import { type JsonLimits, readJsonList } from '../../node/json-list.ts';
import type { Broke, Recording } from '../../record/recording.ts';
import type { Scene } from '../../scenes/scene.ts';
import { startParameters } from '../../scenes/start-parameters.ts';
import type { Grab } from '../../simulation/constraints/grabs/hand.ts';
import { BEFORE_GUARANTEE } from '../../simulation/contacts/guarantee/tables.ts';
import { BEFORE_RECOVERY } from '../../simulation/detect/tables.ts';
import { PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';
import { parseParameter } from '../../simulation/tables/parse-parameters.ts';
import { MAX_WORKERS } from '../../simulation/program/pool.ts';
import type { Switch } from '../../simulation/script/script.ts';
import type { RecordedInput } from '../../simulation/simulator.ts';
import { CSV_NAME } from './csv-recording.ts';
import { fixedWhileRunning } from './fixed-while-running.ts';
import { MAX_GRABS } from '../../simulation/state.ts';
import { choice } from '../command.ts';
import { MAX_FRAMES } from '../commands/run.ts';
import { sceneOf } from '../scene-of.ts';

const EXPECTED = "a recording, as `run SCENE --record out.json` or the page's recorder writes it";

/**
 * Reads a JSON recording's file without checking its fields.
 * @param needed the fields of a frame that are needed; a long file's frames have no others
 * @throws UsageError for a file that holds no recording
 */
export function readRecording(path: string, needed: readonly string[], limits?: JsonLimits): Json {
  const kept = (row: unknown) =>
    typeof row !== 'object' || row === null || Array.isArray(row)
      ? row
      : Object.fromEntries(Object.entries(row).filter(([name]) => needed.includes(name)));
  const json = readJsonList(path, EXPECTED, 'frames', kept, limits);
  if (typeof json !== 'object' || json === null || !('scene' in json) || !('frames' in json)) {
    throw new UsageError(`${quoted(path)} holds no recording; expected ${EXPECTED}`);
  }
  return json as Json;
}

/** The fields of a frame that a replay compares. */
export interface RecordedFrame {
  readonly frame: number;
  /** Number of steps that the run had done at the frame's end. */
  readonly step: number;
  /** Hash of the state at the frame's end; undefined if the recorder wrote none. */
  readonly hash: string | undefined;
}

/** The checked fields of a recording that a replay needs. */
export interface RecordedRun
  extends Pick<
    Recording,
    'size' | 'parameters' | 'backend' | 'adapter' | 'workers' | 'host' | 'version' | 'inputs' | 'switches' | 'broke'
  > {
  readonly scene: Scene;
  /** Numbers of bodies, vertices and tetrahedra in the recorded scene. */
  readonly counts: Readonly<Record<(typeof COUNTS)[number], number>>;
  readonly frames: readonly RecordedFrame[];
  /** Names of parameters that the file lacks; the replay takes the scene's values for them. */
  readonly assumed: readonly string[];
}

export const COUNTS = ['bodies', 'vertices', 'tetrahedra'] as const;

/** Reads and checks a recording for a replay. @throws UsageError, ParameterError for a file that can't be replayed */
export async function readRecordedRun(path: string, limits?: JsonLimits): Promise<RecordedRun> {
  if (CSV_NAME.test(path)) throw new UsageError(`${quoted(path)} is named as CSV; expected a recording saved as JSON`);
  const file = readRecording(path, ['frame', 'step', 'hash'], limits);
  const scene = await sceneOf(text(file.scene, 'scene'));
  const { min, max } = scene.size;
  const size = whole(file.size, 'size', min, max);
  const named = parameters(file.parameters, 'parameters');
  const recordedParameters = { ...(named.recovery === undefined && BEFORE_RECOVERY), ...BEFORE_GUARANTEE, ...named };
  const sceneParameters = startParameters(scene, size);
  // Scenes of cloth or in the plane have no tetrahedra.
  const count = (name: (typeof COUNTS)[number]) => whole(file[name], name, name === 'tetrahedra' ? 0 : 1);
  const counts = { bodies: count('bodies'), vertices: count('vertices'), tetrahedra: count('tetrahedra') };
  const frames = readFrames(file.frames);
  return {
    scene,
    size,
    counts,
    parameters: { ...sceneParameters, ...recordedParameters },
    assumed: Object.keys(sceneParameters).filter((name) => !(name in recordedParameters)),
    backend: choice('backend', text(file.backend, 'backend'), ['cpu', 'gpu']),
    adapter: cut(text(file.adapter, 'adapter')),
    workers: whole(file.workers, 'workers', 1, MAX_WORKERS),
    host: cut(text(file.host, 'host')),
    version: cut(text(file.version, 'version')),
    inputs: readInputs(file.inputs, counts.vertices),
    ...(file.switches === undefined ? {} : { switches: readSwitches(file.switches) }),
    frames,
    ...(file.broke === undefined ? {} : { broke: readBroke(file.broke, frames.at(-1)?.step ?? 0) }),
  };
}

const { stepsPerFrame } = PARAMETERS;
/** Maximum numbers of steps per frame and per run that the command `run` allows. A recording with more is refused. */
const MAX_STEPS_PER_FRAME = 'max' in stepsPerFrame ? stepsPerFrame.max : 1;
const MAX_STEPS_PER_RUN = MAX_FRAMES * MAX_STEPS_PER_FRAME;

function readFrames(value: unknown): RecordedFrame[] {
  // A recording may begin in the middle of its run, so the first frame may have any number.
  let previous = { frame: -1, step: 0 };
  return list(value, 'frames', 'rows').map((item, i): RecordedFrame => {
    const { frame, step, hash } = record(item, `frames[${i}]`);
    const number = whole(frame, `frames[${i}].frame`, previous.frame + 1);
    const maxStep = Math.min(MAX_STEPS_PER_RUN, previous.step + MAX_STEPS_PER_FRAME * (number - previous.frame));
    const end = whole(step, `frames[${i}].step`, previous.step + 1, maxStep);
    previous = { frame: number, step: end };
    return { ...previous, hash: hash === undefined ? undefined : readHash(hash, `frames[${i}].hash`) };
  });
}

function readHash(value: unknown, name: string): string {
  const hash = text(value, name);
  if (/^[0-9a-f]{16}$/.test(hash)) return hash;
  throw new UsageError(`${name} is ${describe(hash)}; expected 16 hexadecimal digits`);
}

function readInputs(value: unknown, vertices: number): RecordedInput[] {
  const inputs = list(value, 'inputs', 'changes').map((item, i): RecordedInput => {
    const name = `inputs[${i}]`;
    const { step, parameters: changed, grabs, attachments } = record(item, name);
    if (attachments !== undefined)
      throw new UsageError(
        `${name}.attachments is of an earlier version, which pulled single vertices; this version can't repeat it`,
      );
    return {
      step: whole(step, `${name}.step`, 0),
      ...(changed === undefined ? {} : { parameters: parameters(changed, `${name}.parameters`) }),
      ...(grabs === undefined ? {} : { grabs: readGrabs(grabs, name, vertices) }),
    };
  });
  requireAscendingSteps(inputs, 'inputs');
  return inputs;
}

function readGrabs(value: unknown, input: string, vertices: number): Grab[] {
  const items = list(value, `${input}.grabs`, 'grabs');
  if (items.length > MAX_GRABS)
    throw new UsageError(`${input}.grabs has ${items.length} entries; expected at most ${MAX_GRABS}`);
  return items.map((item, i) => {
    const name = `${input}.grabs[${i}]`;
    const { vertex, target, radius = 0, steps = 1 } = record(item, name);
    const { length } = numbers(target, `${name}.target`, 3);
    if (length !== 3)
      throw new UsageError(`${name}.target has ${length} numbers; expected 3, the coordinates of a point`);
    if (!(Number.isFinite(radius) && (radius as number) >= 0))
      throw new UsageError(`${name}.radius is ${describe(radius)}; expected a length of 0 m or more`);
    const [x, y, z] = target as [number, number, number];
    return {
      vertex: whole(vertex, `${name}.vertex`, 0, vertices - 1),
      target: [x, y, z],
      radius: radius as number,
      steps: whole(steps, `${name}.steps`, 1, MAX_STEPS_PER_FRAME),
    };
  });
}

const readSwitches = (value: unknown): Switch[] =>
  list(value, 'switches', 'switches').map((item, i) => {
    const { time, parameters: changed } = record(item, `switches[${i}]`);
    if (!Number.isFinite(time)) throw new UsageError(`switches[${i}].time is ${describe(time)}; expected seconds`);
    const name = `switches[${i}].parameters`;
    const read = parameters(changed, name);
    const [fixed] = fixedWhileRunning(read);
    if (fixed) throw new UsageError(`${name} sets '${fixed}'; expected parameters that can change while a scene runs`);
    return { time: time as number, parameters: read };
  });

/** Reads the step in which the recorded simulation broke. It lies in the frame after the last recorded one. */
function readBroke(value: unknown, lastStep: number): Broke {
  const { step, part, body } = record(value, 'broke');
  return {
    step: whole(step, 'broke.step', lastStep, lastStep + MAX_STEPS_PER_FRAME - 1),
    part: cut(text(part, 'broke.part')),
    body: whole(body, 'broke.body', 0),
  };
}

/**
 * Parameters of earlier versions. The first had an effect on dragged vertices alone, and recordings with such are refused; the second on sheets
 * alone, and no version since holds them with the same bits.
 */
const RETIRED_PARAMETERS: readonly string[] = ['dragCompliance', 'failSafe'];

function parameters(value: unknown, name: string): Partial<SimulationParameters> {
  const entries = Object.entries(record(value, name)).filter(([parameter]) => !RETIRED_PARAMETERS.includes(parameter));
  return Object.assign(
    {},
    ...entries.map(([parameter, given]) =>
      parseParameter(parameter, parameterText(given, `${name}.${cut(parameter)}`)),
    ),
  );
}

/** Writes a parameter's value as `--set` takes it. @throws UsageError for lists, objects and null */
function parameterText(given: unknown, name: string): string {
  if (['string', 'number', 'boolean'].includes(typeof given)) return String(given);
  throw new UsageError(`${name} is ${describe(given)}; expected a number, a text, true or false`);
}

function requireAscendingSteps(items: readonly { readonly step: number }[], name: string): void {
  const bad = items.findIndex(({ step }, i) => i > 0 && step <= items[i - 1].step);
  if (bad >= 0) {
    throw new UsageError(`${name}[${bad}].step is ${items[bad].step}; expected more than ${items[bad - 1].step}`);
  }
}
