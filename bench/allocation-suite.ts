import v8 from 'node:v8';
import { median } from '../src/cli/answer-paths.ts';
import { CpuBackend } from '../src/cpu/cpu-backend.ts';
import { octopi8 } from '../src/scenes/octopi-8.ts';
import type { Pool } from '../src/simulation/pool.ts';
import { Simulator } from '../src/simulation/simulator.ts';
import { COUNTERS } from '../src/simulation/state.ts';
import { laidOut } from './memory-parts.ts';
import { digits, type Verdict } from './report.ts';
import { overRounds } from './spread.ts';
import type { Suite, Workload } from './suite.ts';
import { threadPool } from './thread-pool.ts';

/** What a step may leave to the garbage collector [bytes]. */
const BOUND = 1024;
/** Tetrahedra a body. */
const SIZES = [1000, octopi8.size.default];
/** Steps until V8 has compiled what a step runs; until then it boxes numbers. */
const WARM_UP = 220;
const STEPS = 30;
/** Downward speed at the start [m/s]: bodies are in contact when steps are counted. */
const SPEED = 15;
/** Of young objects before they are collected [MiB]: seldom, so that what a step leaves can be counted. */
const SEMI_SPACE = 256;

interface Allocated {
  readonly tetrahedra: number;
  readonly contacts: number;
  /** Bytes, a step each. */
  readonly steps: readonly number[];
}

export const allocationSuite: Suite = {
  name: 'allocation',
  summary: 'bytes that a step on the CPU leaves to the garbage collector, of octopi-8 in contact, on one thread',
  duration: 'half a minute',
  async run(tell) {
    v8.setFlagsFromString(`--min-semi-space-size=${SEMI_SPACE}`);
    const all: Allocated[] = [];
    for (const size of SIZES) {
      tell(`octopi-8 of ${size} tetrahedra a body`);
      all.push(await allocated(size));
    }
    return { workloads: all.map(workloadOf), verdicts: all.map(verdictOf), details: all };
  },
};

const used = (): number => v8.getHeapStatistics().used_heap_size;

/** A pool that notes by how many bytes the heap grew in each program. */
function watched(pool: Pool, grown: number[]): Pool {
  return {
    ...pool,
    async run(program) {
      const start = used();
      const looking = used() - start;
      const before = used();
      const done = await pool.run(program);
      grown.push(used() - before - looking);
      return done;
    },
  };
}

async function allocated(size: number): Promise<Allocated> {
  const { world, state, parameters } = laidOut(octopi8, size);
  const grown: number[] = [];
  const backend = new CpuBackend(watched(threadPool(world, state), grown), 'one thread');
  const simulator = new Simulator(backend, { ...parameters, dropSpeed: SPEED });
  for (let i = 0; i < WARM_UP + STEPS; i++) await simulator.frame({ steps: 1 });
  // A frame of one step is two programs: the step, and what is measured at the frame's end.
  const steps = grown.filter((_, i) => i % 2 === 0).slice(-STEPS);
  return { tetrahedra: world.tetCount, contacts: state.counters[COUNTERS.contactsCcd], steps };
}

const about = ({ tetrahedra }: Allocated): string =>
  `allocated in a step, octopi-8 of ${Math.round(tetrahedra / 1000)} K tetrahedra`;

const workloadOf = (one: Allocated): Workload =>
  overRounds(
    {
      what: about(one),
      who: 'untangle, 1 thread',
      unit: 'bytes',
      note: `steps ${WARM_UP + 1} to ${WARM_UP + STEPS}; ${one.contacts} contacts in the last; a collection within a step makes it negative`,
    },
    one.steps,
  );

const verdictOf = (one: Allocated): Verdict => ({
  what: `${about(one)} [bytes]`,
  value: median(one.steps),
  relation: '<=',
  bound: BOUND,
  why: `steps from ${digits(Math.min(...one.steps))} to ${digits(Math.max(...one.steps))}: V8 boxes the numbers that go through a call which it doesn't inline, and decides that by how the calls went before; what it inlines in every run allocates nothing`,
});
