import { emulationNote } from '../../src/cli/backends.ts';
import { NoBackendError } from '../../src/node/errors.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { STAGE_CLOCKS } from '../../src/simulation/program/stage.ts';
import { octopiInContact, octopiOrigin } from './octopi-states.ts';
import { SETTLING } from './scaling-series.ts';
import { notRun, overRounds } from '../report/spread.ts';
import { type Runs, type SceneState, StepRunner } from '../measure/step-runner.ts';
import type { Suite, Workload } from '../suite.ts';
import { STEPS, type StepTimings, timeSteps } from '../measure/time-steps.ts';

/** Sizes [tetrahedra per body]: the smallest octopi, 7 K in total; octopi-8's default; the paper's sizes; 1 M in total. */
const SIZES = [900, 3100, octopi8.size.default, 7900, 14_800, 125_000];
/** Approximate duration per size, for both numbers of workers together [ms]. */
const BUDGET = 20_000;
/** Maximum size whose steps an emulated GPU runs in reasonable time [tetrahedra per body]. */
const LARGEST_EMULATED = 3100;

const ONE_WORKER: Runs = { kind: 'cpu', workers: 1 };
const TWO_WORKERS: Runs = { kind: 'cpu', workers: 2 };
const GPU: Runs = { kind: 'gpu', workers: 2 };

const stepNote = (size: number): string =>
  `${octopiOrigin(size)}, and ${SETTLING} more; the same ${STEPS} steps from there each time; trees are refitted, not rebuilt`;

interface SizeResults {
  readonly size: number;
  readonly tetrahedra: number;
  readonly surfaceVertices: number;
  readonly contestants: readonly (StepTimings & { readonly adapter: string })[];
}

export const stepsSuite: Suite = {
  name: 'steps',
  summary:
    'whole steps of octopi-8 in contact, by stage: 7 K to 1 M tetrahedra, its own 48 K among them, on one worker, on two, on the GPU',
  duration: 'five minutes',
  async run(tell) {
    const results: SizeResults[] = [];
    for (const size of SIZES) {
      tell(`octopi-8 of ${size} tetrahedra per body`);
      results.push(await timeSize(size, [ONE_WORKER, TWO_WORKERS]));
    }
    const workloads = results.flatMap(cpuWorkloads);
    // The GPU comes last, because an opened device keeps polling in Node's event loop, which would disturb the timing of workers.
    tell('the GPU');
    const adapter = await findAdapter();
    for (const { size, tetrahedra } of [...results]) {
      const why = whyNotOn(adapter, size);
      if (why) workloads.push(notRun({ ...wholeStep(tetrahedra), who: nameOf(GPU), note: why }));
      else {
        tell(`octopi-8 of ${size} tetrahedra per body on the GPU`);
        const result = await timeSize(size, [GPU]);
        results.push(result);
        workloads.push(...gpuWorkloads(result));
      }
    }
    return { workloads, verdicts: [], details: results };
  },
};

async function timeSize(size: number, all: readonly Runs[]): Promise<SizeResults> {
  const state = await settled(await octopiInContact(size));
  const contestants = await openAll(state, all);
  try {
    const timings = await timeSteps(contestants, state, BUDGET);
    const { tetCount, surfaceVertexCount } = state.world;
    const named = timings.map((timing, i) => ({ ...timing, adapter: contestants[i].runner.adapter }));
    return { size, tetrahedra: tetCount, surfaceVertices: surfaceVertexCount, contestants: named };
  } finally {
    for (const { runner } of contestants) await runner.dispose();
  }
}

/** Returns the settled state. It has the same bits for every contestant, because the CPU always computes it, for any number of workers. */
async function settled(state: SceneState): Promise<SceneState> {
  const runner = await StepRunner.open(TWO_WORKERS, state);
  try {
    await runner.steps(SETTLING);
    return { ...state, ...(await runner.now()) };
  } finally {
    await runner.dispose();
  }
}

async function openAll(state: SceneState, all: readonly Runs[]) {
  const contestants = [];
  for (const runs of all) contestants.push({ name: nameOf(runs), runner: await StepRunner.open(runs, state) });
  return contestants;
}

const nameOf = ({ kind, workers }: Runs): string =>
  `untangle, ${kind === 'gpu' ? 'gpu' : `${workers} worker${workers > 1 ? 's' : ''}`}`;

/** Returns the name of the machine's adapter, or the reason why there is none. */
async function findAdapter(): Promise<{ readonly name: string } | { readonly missing: string }> {
  try {
    const runner = await StepRunner.open(GPU, await octopiInContact(SIZES[0]));
    await runner.dispose();
    return { name: runner.adapter };
  } catch (error) {
    if (error instanceof NoBackendError) return { missing: error.message };
    throw error;
  }
}

function whyNotOn(adapter: Awaited<ReturnType<typeof findAdapter>>, size: number): string | undefined {
  if ('missing' in adapter) return `not run here: ${adapter.missing}`;
  if (emulationNote(adapter.name) && size > LARGEST_EMULATED)
    return 'not run here: the only GPU is emulated in software, and takes minutes';
  return undefined;
}

const wholeStep = (tetrahedra: number) => ({
  what: `a whole step, octopi-8 of ${Math.round(tetrahedra / 1000)} K tetrahedra`,
  unit: 'ms',
});

function cpuWorkloads({ size, tetrahedra, contestants }: SizeResults): Workload[] {
  const [one, two] = contestants;
  const about = wholeStep(tetrahedra);
  const ratios = one.rounds.map(({ ms }, round) => ms / two.rounds[round].ms);
  return [
    ...contestants.flatMap((contestant) => stepWorkloads(tetrahedra, contestant, stepNote(size))),
    overRounds({ what: `${about.what}: two workers over one`, who: 'untangle', unit: 'times as fast' }, ratios),
  ];
}

function gpuWorkloads({ size, tetrahedra, contestants }: SizeResults): Workload[] {
  return contestants.flatMap((contestant) => {
    const emulated = emulationNote(contestant.adapter) ? '; emulated in software, which says nothing of a GPU' : '';
    return stepWorkloads(tetrahedra, contestant, `${contestant.adapter}${emulated}; ${stepNote(size)}`);
  });
}

/** Returns workloads of the whole step, and of each stage that took time. */
function stepWorkloads(tetrahedra: number, { name: who, rounds }: StepTimings, note: string): Workload[] {
  const about = wholeStep(tetrahedra);
  const whole = overRounds(
    { ...about, who, note },
    rounds.map(({ ms }) => ms),
  );
  const stages = STAGE_CLOCKS.map((clock) =>
    overRounds(
      { ...about, what: `${about.what}: ${clock}`, who },
      rounds.map(({ stages }) => stages[clock]),
    ),
  );
  return [whole, ...stages.filter(({ high }) => high > 0)];
}
