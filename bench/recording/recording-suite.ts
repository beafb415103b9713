import { emulationNote } from '../../src/cli/backends.ts';
import { NoBackendError } from '../../src/node/errors.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { median } from '../../src/math/statistics.ts';
import { droppedOctopi } from '../steps/octopi-states.ts';
import { type Round, type Rounds, timeRecording } from './recording-rounds.ts';
import { digits, type Verdict } from '../report/report.ts';
import { notRun, overRounds } from '../report/spread.ts';
import type { Runs } from '../measure/step-runner.ts';
import type { Suite, Workload } from '../suite.ts';

/** Maximum cost of recording, as a share of the time of the frame's steps. */
const BOUND = 0.02;
const ROUNDS = 9;
/** Number of rounds on a GPU. It is small, because a frame of the smallest octopi takes seconds if the GPU is emulated. */
const ROUNDS_ON_GPU = 3;
const CPU: Runs = { kind: 'cpu', workers: 2 };
const GPU: Runs = { kind: 'gpu', workers: 2 };

export const recordingSuite: Suite = {
  name: 'recording',
  summary:
    "what recording adds to a frame of octopi-8 on each backend: hash of the state, row and line of JSON over the frame's steps; " +
    'measuring, which every frame does, and exact counts of overlaps, which are asked for apart, stand beside it',
  duration: 'a minute',
  async run(tell) {
    const onCpu = await timeOn(CPU, octopi8.size.default, ROUNDS, tell);
    // The GPU comes last, because an opened device keeps polling in Node's event loop, which would disturb the timing of workers.
    const onGpu = await timeOn(GPU, octopi8.size.min, ROUNDS_ON_GPU, tell).catch((error) => {
      if (error instanceof NoBackendError) return error.message;
      throw error;
    });
    if (typeof onGpu === 'string') {
      const row = notRun({ what: FRAME, who: 'untangle, gpu', unit: 'ms', note: `not run here: ${onGpu}` });
      return { workloads: [...workloadsOf(onCpu), row], verdicts: [verdictOf(onCpu)], details: [onCpu] };
    }
    const both = [onCpu, onGpu];
    return { workloads: both.flatMap(workloadsOf), verdicts: both.map(verdictOf), details: both };
  },
};

interface Measured extends Rounds {
  readonly who: string;
  readonly tetrahedra: number;
}

async function timeOn(runs: Runs, size: number, rounds: number, tell: (what: string) => void): Promise<Measured> {
  tell(`octopi-8 of ${size} tetrahedra per body, dropped until it is in contact`);
  const state = await droppedOctopi(size);
  tell(`frames with and without recording, in turn, on the ${runs.kind}`);
  const who = runs.kind === 'cpu' ? `untangle, ${runs.workers} workers` : 'untangle, gpu';
  return { who, tetrahedra: state.world.tetCount, ...(await timeRecording(runs, state, rounds)) };
}

const FRAME = 'a frame of octopi-8 in contact';
const RECORDING = 'the hash of all positions and velocities, the row, its line of JSON';

function workloadsOf({ who, tetrahedra, adapter, rounds }: Measured): Workload[] {
  const what = `${FRAME}, ${Math.round(tetrahedra / 1000)} K tetrahedra`;
  const emulated = emulationNote(adapter) ? '; GPU emulated in software' : '';
  const ms = (part: string, note: string, value: (round: Round) => number) =>
    overRounds({ what: `${what}, ${part}`, who, unit: 'ms', note: `${note}${emulated}` }, rounds.map(value));
  const share = (part: string, note: string, value: (round: Round) => number) =>
    overRounds(
      { what: `${what}: ${part}, as a share`, who, unit: "of the frame's steps", note: `${note}${emulated}` },
      shares(rounds, value),
    );
  return [
    ms('its steps', 'without what is measured at its end', ({ steps }) => steps),
    ms('recorded', 'steps, measuring and recording', ({ recorded }) => recorded),
    share('what recording adds', `${RECORDING}: timed apart, since a frame's own spread is larger`, ({ own }) => own),
    share(
      'measuring',
      'energy, depths and overlaps of the surface vertices: at the end of every frame, recorded or not',
      ({ measuring }) => measuring,
    ),
    share(
      'exact counts of overlaps',
      'edges that pierce and interpenetrating vertices: asked for apart from recording',
      ({ counts }) => counts,
    ),
  ];
}

const shares = (rounds: readonly Round[], value: (round: Round) => number): number[] =>
  rounds.map((round) => value(round) / round.steps);

function verdictOf({ who, tetrahedra, adapter, rounds }: Measured): Verdict {
  const middle = (value: (round: Round) => number) => digits(median(rounds.map(value)));
  const on = emulationNote(adapter) ? `${who} (emulated in software)` : who;
  return {
    what: `what recording adds to a frame's steps, octopi-8 of ${Math.round(tetrahedra / 1000)} K tetrahedra, ${on}`,
    value: median(shares(rounds, ({ own }) => own)),
    relation: '<=',
    bound: BOUND,
    why:
      `${RECORDING} take ${middle(({ own }) => own)} ms beside ${middle(({ steps }) => steps)} ms of steps: the hash reads every ` +
      'position and velocity one after another, on one thread, and a GPU hands them over first',
  };
}
