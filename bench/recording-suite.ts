import { openBackend } from '../src/cli/backends.ts';
import { toJson } from '../src/record/formats.ts';
import type { Recording } from '../src/record/recording.ts';
import { ForeignVertices } from '../src/record/untangled.ts';
import { octopi8 } from '../src/scenes/octopi-8.ts';
import { Simulator } from '../src/simulation/simulator.ts';
import type { FrameRow } from '../src/simulation/statistics.ts';
import { droppedOctopi, type Fallen } from './octopi-states.ts';
import { overRounds } from './spread.ts';
import type { Suite, Workload } from './suite.ts';

/** What recording may cost, as a share of the frame. */
const BOUND = 0.02;
const ROUNDS = 9;
/** Frames that run before any is timed: code is compiled by then. */
const WARM_UP = 2;
/** Recording's own work is done so often in a row, since one time is less than a clock's step is sure of. */
const REPEATS = 20;
const WORKERS = 2;
/** Trees are not rebuilt: every timed frame does the same work. */
const NEVER = 10_000;

export const recordingSuite: Suite = {
  name: 'recording',
  summary:
    'what the recorder adds to a frame of octopi-8, and what its exact counts of overlaps do, which are asked for apart',
  duration: 'a minute',
  async run(tell) {
    tell('octopi-8, dropped until it is in contact');
    const fallen = await droppedOctopi(octopi8.size.default);
    tell('frames with and without recording, in turn');
    const rounds = await timeRounds(fallen);
    const about = { who: `untangle, ${WORKERS} workers`, unit: 'ms' };
    const frame = 'a frame of octopi-8 in contact';
    const share = (part: (round: Round) => number) => rounds.map((round) => part(round) / round.bare);
    const own = overRounds(
      {
        what: `${frame}: what recording adds, as a share`,
        who: about.who,
        unit: 'of the frame',
        note: "the hash of all positions and velocities, the row, its line of JSON: timed apart, since a frame's own spread is larger",
      },
      share((round) => round.own),
    );
    const workloads: Workload[] = [
      overRounds(
        { ...about, what: `${frame}, not recorded` },
        rounds.map(({ bare }) => bare),
      ),
      overRounds(
        { ...about, what: `${frame}, recorded` },
        rounds.map(({ recorded }) => recorded),
      ),
      overRounds(
        {
          what: `${frame}: recorded over not recorded`,
          who: about.who,
          unit: 'times as long',
          note: 'the same frame in turn',
        },
        share(({ recorded }) => recorded),
      ),
      own,
      overRounds(
        {
          what: `${frame}: exact counts of overlaps, as a share`,
          who: about.who,
          unit: 'of the frame',
          note: 'edges that pierce and vertices in foreign tetrahedra: asked for apart from recording',
        },
        share(({ counts }) => counts),
      ),
    ];
    const verdict = {
      what: "recording's share of a frame of octopi-8",
      value: own.median,
      relation: '<=',
      bound: BOUND,
    } as const;
    return { workloads, verdicts: [verdict], details: rounds };
  },
};

/** Milliseconds. */
interface Round {
  /** A frame that isn't recorded, and the same one recorded. */
  readonly bare: number;
  readonly recorded: number;
  /** Recording's own work alone, and the exact counts'. */
  readonly own: number;
  readonly counts: number;
}

async function timeRounds({ world, positions, velocities, parameters }: Fallen): Promise<Round[]> {
  const backend = await openBackend('cpu', world, positions, parameters, WORKERS);
  const simulator = new Simulator(backend, { ...parameters, rebuildInterval: NEVER });
  const foreign = new ForeignVertices(world);
  const again = async () => {
    await backend.write('positions', positions);
    await backend.write('velocities', velocities);
  };
  const frame = async (hash: boolean): Promise<number> => {
    await again();
    return timed(async () => {
      const row = await simulator.frame({ hash });
      if (hash) line(row);
    });
  };
  try {
    const row = await simulator.frame({ hash: true });
    for (let i = 0; i < WARM_UP; i++) await frame(true);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await frame(false);
      const recorded = await frame(true);
      const own = await timed(async () => {
        for (let i = 0; i < REPEATS; i++) line({ ...row, hash: await simulator.hash() });
      });
      const counts = await timed(async () => {
        await backend.countPiercing();
        foreign.count((await backend.read('positions')) as Float32Array);
      });
      rounds.push({ bare, recorded, own: own / REPEATS, counts });
    }
    return rounds;
  } finally {
    await backend.dispose();
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** A row as a recording's file has it, and then some: what made the run, which a file has once. */
const line = (row: FrameRow): string => toJson({ frames: [row] } as unknown as Recording);
