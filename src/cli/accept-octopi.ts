import { toJson } from '../record/formats.ts';
import type { Recording } from '../record/recording.ts';
import { octopi8 } from '../scenes/octopi-8.ts';
import { defaultParameters, type SimulationParameters } from '../simulation/parameters.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { type Arguments, wholeNumber } from './arguments.ts';
import { EXIT } from './errors.ts';
import { makeFolder, writeText } from './files.ts';
import { defaultWorkers, runScene } from './run.ts';
import { lastMean, peakEnergy } from './summary.ts';

/** A figure of a run and the bound that it has to hold. */
interface Check {
  readonly figure: string;
  readonly value: number;
  readonly bound: number;
  readonly relation: '<' | '>=';
}

const FRAMES = 300;

/** The runs that the claims are read from: figure 9's three ways, both schedules, and a fast drop. */
const RUNS = {
  'hybrid-in-the-loop': { mode: 'hybrid', contacts: 'in-the-loop' },
  'hybrid-end-of-step': { mode: 'hybrid', contacts: 'end-of-step' },
  ccd: { mode: 'ccd' },
  'hybrid-25': { mode: 'hybrid', dropSpeed: 25 },
  'dcd-25': { mode: 'dcd', dropSpeed: 25 },
} as const satisfies Record<string, Partial<SimulationParameters>>;
type RunName = keyof typeof RUNS;

const contactsOf = (row: FrameRow) => row.contactsCcd + row.contactsDcd;

function piledUp(recording: Recording, deep: number, piercing: number): Check[] {
  const peak = peakEnergy(recording);
  const check = (figure: string, value: number, relation: '<' | '>=', bound: number): Check => ({
    figure,
    value,
    bound,
    relation,
  });
  return [
    check('kinetic energy over its peak', lastMean(recording, (row) => row.kineticEnergy) / peak, '<', 0.01),
    check('contacts a step', lastMean(recording, contactsOf), '>=', 500),
    check(
      'share of surface vertices deeper than 1 % of an arm',
      lastMean(recording, (row) => row.deepShare),
      '<',
      deep,
    ),
    check(
      'share of surface edges that pierce',
      lastMean(recording, (row) => row.piercingShare ?? Number.NaN),
      '<',
      piercing,
    ),
    check(
      'pairs and paths that measuring lost in any frame',
      Math.max(...recording.frames.map((row) => row.measuringLost)),
      '<',
      1,
    ),
  ];
}

/** What has to come out of the runs. */
function checks(done: ReadonlyMap<RunName, Recording>): ReadonlyMap<RunName, readonly Check[]> {
  const penetrating = (name: RunName) => lastMean(done.get(name)!, (row) => row.penetratingShare);
  const figure = 'share of surface vertices that penetrate';
  return new Map<RunName, readonly Check[]>([
    ['hybrid-in-the-loop', piledUp(done.get('hybrid-in-the-loop')!, 0.001, 0.03)],
    ['hybrid-end-of-step', piledUp(done.get('hybrid-end-of-step')!, 0.01, 0.06)],
    ['ccd', [{ figure, value: penetrating('ccd'), bound: 0.02, relation: '>=' }]],
    [
      'hybrid-25',
      [
        {
          figure: `${figure}, against dcd alone`,
          value: penetrating('hybrid-25'),
          bound: penetrating('dcd-25'),
          relation: '<',
        },
      ],
    ],
  ]);
}

/** Prints every figure with its bound. @returns how many are missed */
function report(done: ReadonlyMap<RunName, Recording>): number {
  let failed = 0;
  let passed = 0;
  for (const [name, list] of checks(done)) {
    process.stdout.write(`octopi-8 ${name}\n`);
    for (const { figure, value, relation, bound } of list) {
      const holds = relation === '<' ? value < bound : value >= bound;
      if (holds) passed++;
      else failed++;
      const words = `${figure}: ${value.toPrecision(4)} ${relation} ${bound.toPrecision(4)}`;
      process.stdout.write(`  ${holds ? 'holds ' : 'MISSED'} ${words}\n`);
    }
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed;
}

/** Runs and records the scene in all its ways, and checks what has to come out. @returns the exit code */
export async function acceptOctopi(args: Arguments): Promise<number> {
  const { min, max } = octopi8.size;
  const size = wholeNumber('--size', args.text('size') ?? String(octopi8.size.default), min, max);
  const folder = args.text('out') ?? 'docs/recordings';
  makeFolder(folder);
  const done = new Map<RunName, Recording>();
  const names = Object.keys(RUNS) as RunName[];
  // Results don't depend on the number of workers, and a run a core wastes no time at barriers.
  const runOneByOne = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift())
      done.set(name, await record(name, size, folder));
  };
  await Promise.all(Array.from({ length: defaultWorkers() }, runOneByOne));
  return report(done) === 0 ? EXIT.ok : EXIT.failed;
}

async function record(name: RunName, size: number, folder: string): Promise<Recording> {
  const parameters = { ...defaultParameters(), ...octopi8.parameters, ...RUNS[name] };
  const started = performance.now();
  const recording = await runScene({ scene: octopi8, size, backend: 'cpu', workers: 1, parameters, frames: FRAMES });
  writeText(`${folder}/octopi-8-${name}.json`, toJson(recording));
  process.stdout.write(`ran ${name}: ${FRAMES} frames in ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  return recording;
}
