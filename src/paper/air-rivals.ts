import { availableParallelism, cpus, loadavg } from 'node:os';
import { checkPictureAlone, choice, type Command } from '../cli/command.ts';
import { EXIT } from '../node/errors.ts';
import { saveText } from '../node/files.ts';
import { print, tell } from '../node/print.ts';
import { checkOutputs } from '../node/outputs.ts';
import { markdownTable } from '../record/markdown-table.ts';
import { type Judged, type RivalRun, runRival, type TangledStart } from './air-rival-run.ts';
import { rivalsPicture } from './air-rival-picture.ts';
import { PICTURED, RIVALS, STARTS } from './air-rival-starts.ts';

/** Steps after which figures are told. */
const STEPS_TOLD = [10, 20, 50];
/** Share of the vertices at the switch at which a run counts as almost untangled. */
const ALMOST = 0.05;

export const airRivalsCommand: Command = {
  name: 'air-rivals',
  positionals: [],
  summary:
    'lets shortest paths, CCD and air meshes untangle the same states, each alone, and prints who recovers, in Markdown',
  options: {
    start: {
      value: 'name',
      meaning: `state to start from: ${STARTS.map(({ name }) => name).join(', ')}; all by default`,
      repeated: true,
    },
    picture: {
      value: 'air-rivals.svg',
      meaning: 'file for a picture of the noodle 20 steps after the switch, instead of the report',
    },
    out: { value: 'air-rivals.md', meaning: 'file for the report; standard output only by default' },
  },
  async run(args) {
    const names = STARTS.map(({ name }) => name);
    const chosen = args.all('start').map((name) => choice('--start', name, names));
    const out = args.text('out');
    const picture = args.text('picture');
    checkOutputs({ '--out': out, '--picture': picture });
    if (picture !== undefined) {
      checkPictureAlone(args, ['out']);
      saveText(picture, await rivalsPicture(PICTURED));
      return EXIT.ok;
    }
    const lines = ['# Air meshes, shortest paths and CCD from the same tangles', '', origin(), '', ...HOW, ''];
    for (const start of STARTS) {
      if (chosen.length > 0 && !chosen.includes(start.name)) continue;
      const build = start.build(); // Costs more than a run.
      const runs: (readonly [string, RivalRun])[] = [];
      for (const rival of RIVALS) {
        tell(`${start.name}: ${rival.name}`);
        runs.push([rival.name, await runRival({ ...start, build: () => build }, rival)]);
      }
      lines.push(...rivalTable(start, runs), '');
    }
    const report = `${lines.join('\n').trimEnd()}\n`;
    print(report);
    if (out !== undefined) saveText(out, report);
    return EXIT.ok;
  },
};

/** Tells machine, version and date of the measurements. */
function origin(): string {
  const processor = cpus()[0]?.model.trim() || 'unnamed processor';
  return (
    `One core of ${processor} (${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)} before), Node ${process.version}, ` +
    `untangle ${__UNTANGLE_VERSION__}, ${new Date().toISOString().slice(0, 10)}.`
  );
}

const HOW = [
  'Bodies are tangled while nothing keeps them apart. Then each method goes on alone from that very state, with the same material, time step and damping. *Inside* counts ' +
    'surface vertices that are exactly inside elements of which they are no corner (cloth has no inside); *piercing* is the share of surface edges that pierce triangles. ' +
    '*5 %* and *none* are the steps until at most 5 % of the vertices of the switch are inside, and until none is. *Inverted* counts tetrahedra of bodies, and elements of air ' +
    'that are inverted, where a method runs with air. *Strain* is the rms strain of all edges of tetrahedra against the rest shape. Figures of the end are taken after the single ' +
    'steps and a longer time in which bodies may get their shapes back. *Contacts* is the time of all that is not the material, *step* the whole, means of the single steps.',
];

/** @param runs by the methods' names @returns lines in Markdown */
export function rivalTable(start: TangledStart, runs: readonly (readonly [string, RivalRun])[]): readonly string[] {
  const [[, { judged, hash }]] = runs;
  const same = runs.every(([, run]) => run.hash === hash);
  if (!same) throw new Error(`Runs of ${start.name} have different states at the switch, expected the same bits`);
  const [atSwitch] = judged;
  // Some methods run without the air, from the same positions.
  const airInverted = runs.map(([, run]) => run.judged[0].airInverted).find((count) => count !== undefined) ?? 0;
  const difference = Math.max(
    ...runs.flatMap(([, run]) => run.judged.map((state) => Math.abs(state.penetrating - state.interpenetrating))),
  );
  const header = [
    'method',
    ...STEPS_TOLD.map((step) => `inside after ${step}`),
    'at the end',
    '5 %',
    'none',
    ...STEPS_TOLD.map((step) => `piercing after ${step}`),
    'at the end',
    'inverted at the end',
    'air inverted',
    'strain',
    ...(start.own ? [start.own.title] : []),
    'contacts [ms]',
    'step [ms]',
  ];
  const rows = runs.map(([name, run]) => cellsOf(name, run));
  return [
    `## ${start.title}`,
    '',
    `At the switch ${atSwitch.interpenetrating} vertices are inside, ${percent(atSwitch.piercing)} of the edges pierce, ${atSwitch.inverted} tetrahedra and ` +
      `${airInverted} elements of air are inverted. The solver's own count of vertices inside differs by at most ${difference} from the exact one.`,
    '',
    ...markdownTable(header, rows, header.map((_, i) => i).slice(1)),
  ];
}

function cellsOf(name: string, { judged, broke, strain, own, contactTime, stepTime }: RivalRun): string[] {
  const end = broke === undefined ? judged.at(-1) : undefined;
  const after = (step: number) => judged.find((state) => state.step === step);
  const tell = (state: Judged | undefined, figure: (state: Judged) => string) => (state ? figure(state) : '–');
  const inside = (state: Judged) => String(state.interpenetrating);
  const piercing = (state: Judged) => percent(state.piercing);
  return [
    broke === undefined ? name : `${name} (broke at step ${broke})`,
    ...STEPS_TOLD.map((step) => tell(after(step), inside)),
    tell(end, inside),
    stepsUntil(judged, ALMOST * judged[0].interpenetrating),
    stepsUntil(judged, 0),
    ...STEPS_TOLD.map((step) => tell(after(step), piercing)),
    tell(end, piercing),
    tell(end, (state) => String(state.inverted)),
    tell(end, (state) => String(state.airInverted ?? '–')),
    Number.isNaN(strain) ? '–' : percent(strain),
    ...(own === undefined ? [] : [own]),
    milliseconds(contactTime),
    milliseconds(stepTime),
  ];
}

/** Returns the first step at which at most a number of vertices is inside; a dash if there is none, or if there never was a vertex inside. */
function stepsUntil(judged: readonly Judged[], most: number): string {
  if (judged[0].interpenetrating === 0) return '–';
  const found = judged.find(({ interpenetrating }) => interpenetrating <= most);
  return found ? String(found.step) : 'never';
}

const milliseconds = (time: number): string => time.toFixed(time < 1 ? 2 : 1);
const percent = (share: number): string => `${(100 * share).toFixed(share < 0.01 ? 2 : 1)} %`;
