import { basename } from 'node:path';
import type { Recording } from '../record/recording.ts';
import { type BarPanel, stackedBars } from '../record/stacked-bars.ts';
import { type ChartedRun, machineText, meanStepTime, readChartedRun, STEP_STAGES } from './charted-run.ts';
import type { Command } from './command.ts';
import { EXIT } from './errors.ts';
import { checkOutputs, writeText } from './files.ts';

export const chartCommand: Command = {
  name: 'chart',
  positionals: ['out.json', '[other.json]', '[third.json]', '[fourth.json]'],
  summary: 'draws recordings as stacked bars: the time of each frame by stage, as an SVG file, several on one scale',
  options: {
    out: { value: 'chart.svg', meaning: 'where the picture goes; standard output by default' },
    title: { value: 'text', meaning: "in place of the scene's name" },
  },
  async run(args) {
    const out = args.text('out');
    checkOutputs({ '--out': out }, args.positionals);
    const text = chartOf(args.positionals.map(readChartedRun), args.text('title'));
    if (out === undefined) process.stdout.write(text);
    else writeText(out, text);
    return EXIT.ok;
  },
};

/** @param title in place of the scene's name    @returns SVG */
export function chartOf(runs: readonly ChartedRun[], title?: string): string {
  const scenes = new Set(runs.map(({ origin }) => `${origin.scene}, ${tetrahedra(origin)} tetrahedra`));
  const machines = [...new Set(runs.map(({ origin }) => machineText(origin as Partial<Recording>)))];
  const panels = runs.map(
    (run): BarPanel => ({
      title: whatDiffers(run, runs),
      note: `mean ${meanStepTime(run.frames).toFixed(1)} ms`,
      frames: run.frames,
    }),
  );
  const caption = [
    'Time of the steps of each frame; what is measured for the record at its end is left out.',
    ...machines,
  ];
  return stackedBars(panels, { title: title ?? [...scenes].join(' / '), caption, stages: STEP_STAGES });
}

const tetrahedra = ({ tetrahedra }: ChartedRun['origin']): string => Number(tetrahedra).toLocaleString('en');

/** What a run was made by that others weren't: parameters and what ran it; its file where all is the same. */
function whatDiffers({ path, origin, parameters }: ChartedRun, runs: readonly ChartedRun[]): string {
  const differing = (all: readonly ChartedRun['origin'][], names: readonly string[]) =>
    names.filter((name) => new Set(all.map((one) => JSON.stringify(one[name]))).size > 1);
  const ran = differing(
    runs.map((run) => run.origin),
    ['scene', 'size', 'backend', 'workers'],
  ).map((name) => `${name} ${origin[name]}`);
  const set = differing(
    runs.map((run) => run.parameters),
    Object.keys(parameters),
  ).map((name) => `${name} ${shown(parameters[name])}`);
  return [...ran, ...set].join(', ') || basename(path);
}

const shown = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value));
