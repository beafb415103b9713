import { cut, quoted } from '../../math/text.ts';
import type { StageTimes } from '../../record/bar-plot.ts';
import type { Recording } from '../../record/recording.ts';
import { STAGE_SERIES } from '../../record/stage-colours.ts';
import { choice } from '../command.ts';
import { describe, type Json, list, record, text, whole } from '../../node/checked-json.ts';
import { UsageError } from '../../node/errors.ts';
import type { JsonLimits } from '../../node/json-list.ts';
import { CSV_NAME, readCsvRecording } from './csv-recording.ts';
import { readRecording } from './recorded-run.ts';
import { plural } from './summary.ts';

/** Stages of a frame that are no part of a step: the measurements for the record at the frame's end, and the page's drawing. */
const STAGES_OUTSIDE_STEPS: ReadonlySet<string> = new Set(['measuring', 'render']);
/** The stages of a step, as series of a chart. */
export const STEP_STAGES = STAGE_SERIES.filter(({ stage }) => !STAGES_OUTSIDE_STEPS.has(stage));

/** The checked fields of a recording that a chart needs. */
export interface ChartedRun {
  readonly path: string;
  /** The recording's fields other than frames and parameters: scene, size, backend, adapter, host, version. */
  readonly origin: Json;
  readonly parameters: Json;
  readonly frames: readonly StageTimes[];
}

/** Returns the time of a frame's steps [ms]. */
export const stepTime = ({ stages }: StageTimes): number =>
  STEP_STAGES.reduce((sum, { stage }) => sum + stages[stage], 0);

/** Returns the frames that count for the mean: all except the run's first, in which V8 compiles code and memory is first touched. */
export const warmFrames = (frames: readonly StageTimes[]): readonly StageTimes[] =>
  frames.length > 1 && frames[0].frame === 0 ? frames.slice(1) : frames;

export const meanStepTime = (frames: readonly StageTimes[]): number =>
  frames.reduce((sum, row) => sum + stepTime(row), 0) / frames.length;

/** Reads and checks a recording, JSON or CSV, for a chart. @throws UsageError for a file without a recording, or a row without times */
export const readChartedRun = (path: string): ChartedRun => readChartedRunWithin(path);

/** Reads a recording like `readChartedRun`. @param limits of JSON files, which tests lower */
export function readChartedRunWithin(path: string, limits?: JsonLimits): ChartedRun {
  const { frames, parameters, ...origin } = CSV_NAME.test(path)
    ? readCsvRecording(path)
    : readRecording(path, ['frame', 'stages', 'overlapShare'], limits);
  checkOrigin(origin, path);
  const name = quoted(path);
  const rows = list(frames, `frames of ${name}`, 'rows').map((item, i) => stageTimes(item, `${name}: frames[${i}]`));
  if (rows.length === 0) throw new UsageError(`${quoted(path)} has no frames; expected at least one to draw`);
  return { path, origin, parameters: record(parameters, `parameters of ${quoted(path)}`), frames: rows };
}

/** Checks the fields that the caption shows. @throws UsageError for a value that no recorder writes */
function checkOrigin(origin: Json, path: string): void {
  for (const name of ['scene', 'adapter', 'host', 'version']) text(origin[name], `${name} of ${quoted(path)}`);
  choice(`backend of ${quoted(path)}`, text(origin.backend, `backend of ${quoted(path)}`), ['cpu', 'gpu']);
  for (const name of ['size', 'bodies', 'vertices', 'workers']) whole(origin[name], `${name} of ${quoted(path)}`, 1);
  whole(origin.tetrahedra, `tetrahedra of ${quoted(path)}`, 0);
}

/** Maximum time of a stage in a valid recording [ms]: thirty years. */
const MAX_STAGE_TIME = 1e12;

/** Times of stages that recordings made before November 27th, 2026 don't have. */
const LATER_STAGES = { air: 0, flips: 0, walks: 0 };

function stageTimes(item: unknown, name: string): StageTimes {
  const { frame, stages, overlapShare } = record(item, name);
  const times: Record<string, unknown> = { ...LATER_STAGES, ...record(stages, `${name}.stages`) };
  for (const { stage } of STAGE_SERIES) {
    const ms = times[stage];
    if (typeof ms === 'number' && ms >= 0 && ms <= MAX_STAGE_TIME) continue;
    throw new UsageError(
      `${name}.stages.${stage} is ${describe(ms)}; expected milliseconds from 0 to ${MAX_STAGE_TIME}`,
    );
  }
  return {
    frame: whole(frame, `${name}.frame`, 0),
    stages: times as StageTimes['stages'],
    ...(overlapShare === undefined ? {} : { overlapShare: checkedShare(overlapShare, `${name}.overlapShare`) }),
  };
}

function checkedShare(value: unknown, name: string): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw new UsageError(`${name} is ${describe(value)}; expected a share from 0 to 1`);
}

/** Patterns of browsers in user agents. Edge and Opera come first, since their user agents also name Chrome and Safari. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/ Edg\w*\/(\d+)/, 'Edge'],
  [/ OPR\/(\d+)/, 'Opera'],
  [/ Firefox\/(\d+)/, 'Firefox'],
  [/Chrom(?:e|ium)\/(\d+)/, 'Chromium'],
  [/ Version\/(\d+)\S* .*Safari\//, 'Safari'],
];

/** Returns the browser's name and version if the host is a browser's user agent, otherwise the host's text. */
export function hostName(host: string): string {
  const found = BROWSERS.flatMap(
    ([pattern, name]) =>
      host
        .match(pattern)
        ?.slice(1)
        .map((version) => `${name} ${version}`) ?? [],
  );
  return cut(found[0] ?? host);
}

/** Writes the backend, adapter, workers, host and version of a run in one line, for a caption. */
export function machineText(origin: Partial<Recording>): string {
  const { backend, adapter, workers, host, version } = origin;
  const program = `untangle ${cut(version ?? '')}`;
  return `${backend} on ${cut(adapter ?? '')}, ${plural(workers ?? 1, 'worker')}, ${hostName(host ?? '')}, ${program}`;
}
