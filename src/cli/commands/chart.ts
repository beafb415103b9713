import { basename } from 'node:path';
import { cut } from '../../math/text.ts';
import type { Recording } from '../../record/recording.ts';
import { type BarPanel, stackedBars } from '../../record/stacked-bars.ts';
import {
  type ChartedRun,
  machineText,
  meanStepTime,
  readChartedRun,
  STEP_STAGES,
  warmFrames,
} from '../recordings/charted-run.ts';
import { describe } from '../../node/checked-json.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../../node/errors.ts';
import { saveText } from '../../node/files.ts';
import { checkOutputs } from '../../node/outputs.ts';
import { frameNames } from '../recordings/summary.ts';
import { print } from '../../node/print.ts';

export const chartCommand: Command = {
  name: 'chart',
  positionals: ['out.json', '[other.json]', '[third.json]', '[fourth.json]'],
  summary:
    'draws recordings (JSON or CSV) as stacked bars: the time of each frame by stage, as an SVG file, several on one scale',
  options: {
    out: { value: 'FILE.svg', meaning: 'where the picture goes; without it: standard output' },
    title: { value: 'text', meaning: "the picture's title; the scene's name by default" },
  },
  async run(args) {
    const out = args.text('out');
    checkOutputs({ '--out': out }, args.positionals);
    const text = chartOf(args.positionals.map(readChartedRun), args.text('title'));
    if (out === undefined) print(text);
    else saveText(out, text);
    return EXIT.ok;
  },
};

/**
 * Draws runs as stacked bars, one panel per run.
 * @param title replaces the scene's name
 * @returns SVG
 */
export function chartOf(runs: readonly ChartedRun[], title?: string): string {
  const scenes = new Set(runs.map(({ origin }) => `${sceneOf(origin)}, ${tetrahedra(origin)} tetrahedra`));
  const machines = [...new Set(runs.map(({ origin }) => machineText(origin as Partial<Recording>)))];
  const titles = titlesOf(runs);
  const panels = runs.map(
    (run, i): BarPanel => ({
      title: titles[i],
      note: noteOf(run),
      frames: run.frames,
    }),
  );
  const caption = [
    'Time of the steps of each frame, without the measurements for the record at its end.',
    ...(runs.some(leavesOutFirstFrame) ? [FIRST_FRAME_NOTE] : []),
    ...machines,
  ];
  return stackedBars(panels, { title: title ?? [...scenes].join(' / '), caption, stages: STEP_STAGES });
}

const sceneOf = ({ scene }: ChartedRun['origin']): string => cut(String(scene));
const tetrahedra = ({ tetrahedra }: ChartedRun['origin']): string => Number(tetrahedra).toLocaleString('en');

/** Returns whether the mean time of a frame, which a panel shows, leaves out the run's first frame. */
const leavesOutFirstFrame = ({ frames }: ChartedRun): boolean => warmFrames(frames) !== frames;
const FIRST_FRAME_NOTE = 'Means leave out the first frame of a run, in which code is compiled, too.';

function noteOf(run: ChartedRun): string {
  const frames = warmFrames(run.frames);
  const which = leavesOutFirstFrame(run) ? ` of ${frameNames(frames[0].frame, frames.at(-1)!.frame)}:` : '';
  return `mean${which} ${meanStepTime(frames).toFixed(1)} ms`;
}

/** Maximum number of differing settings that a run's title lists. If there are more, it lists none, since it would be too long to read. */
const MAX_DIFFERENCES = 3;

/** Returns one title per run: the settings in which the run differs from the others, and its file name if two have the same settings. */
function titlesOf(runs: readonly ChartedRun[]): string[] {
  const haveDifferentScenes = new Set(runs.map(({ origin }) => origin.scene)).size > 1;
  const partsOfTitles = runs.map((run) =>
    haveDifferentScenes ? [`${sceneOf(run.origin)}, size ${run.origin.size}`] : differencesOf(run, runs),
  );
  const names = partsOfTitles.map((differences) =>
    differences.length > MAX_DIFFERENCES ? '' : differences.join(', '),
  );
  return runs.map(({ path }, i) => {
    const isUnique = names[i] !== '' && names.filter((name) => name === names[i]).length === 1;
    return isUnique ? names[i] : [names[i], basename(path)].filter((part) => part !== '').join(', ');
  });
}

/** Lists those of a run's size, backend, number of workers and parameters that are not the same in all runs. */
function differencesOf({ origin, parameters }: ChartedRun, runs: readonly ChartedRun[]): string[] {
  const differing = (all: readonly ChartedRun['origin'][], names: readonly string[]) =>
    names.filter((name) => new Set(all.map((one) => JSON.stringify(one[name]))).size > 1);
  const differentSettings = differing(
    runs.map((run) => run.origin),
    ['size', 'backend', 'workers'],
  ).map((name) => `${name} ${origin[name]}`);
  const differentParameters = differing(
    runs.map((run) => run.parameters),
    Object.keys(parameters),
  ).map((name) => `${name} ${valueText(parameters[name])}`);
  return [...differentSettings, ...differentParameters];
}

/** Writes a parameter's value as `--set` takes it. A recording that was edited may hold any other JSON value, such as a list. */
function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return typeof value === 'string' ? cut(value) : describe(value);
}
