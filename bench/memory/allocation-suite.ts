import { median } from '../../src/math/statistics.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { type Allocated, allocatedInSteps, STEPS, WARM_UP } from './allocation.ts';
import { digits, type Verdict } from '../report/report.ts';
import { overRounds } from '../report/spread.ts';
import type { Suite, Workload } from '../suite.ts';

/** Maximum garbage per step on the JavaScript heap [bytes]. */
const BOUND = 1024;
/** Sizes of octopi-8 [tetrahedra per body]. */
const SIZES = [1000, 2000, octopi8.size.default];
const WORKER = new URL('./allocation.worker.js', import.meta.url);

export const allocationSuite: Suite = {
  name: 'allocation',
  summary: 'bytes that a step on the CPU leaves to the garbage collector, of octopi-8 in contact, on one worker',
  duration: 'half a minute',
  async run(tell) {
    const all: Allocated[] = [];
    for (const size of SIZES) {
      tell(`octopi-8 of ${size} tetrahedra per body`);
      all.push(await allocatedInSteps(size, WORKER));
    }
    return { workloads: all.map(workloadOf), verdicts: all.map(verdictOf), details: all };
  },
};

const about = ({ tetrahedra }: Allocated): string =>
  `allocated in a step, octopi-8 of ${Math.round(tetrahedra / 1000)} K tetrahedra`;

const workloadOf = (one: Allocated): Workload =>
  overRounds(
    {
      what: about(one),
      who: 'untangle, 1 worker',
      unit: 'bytes',
      note: `steps ${WARM_UP + 1} to ${WARM_UP + STEPS}, with at least ${one.contacts} contacts by CCD`,
    },
    one.steps,
  );

const verdictOf = (one: Allocated): Verdict => ({
  what: `${about(one)} [bytes]`,
  value: median(one.steps),
  relation: '<=',
  bound: BOUND,
  why: `steps from ${digits(Math.min(...one.steps))} to ${digits(Math.max(...one.steps))}: code that runs seldom, such as shortest paths where few points are inside, isn't optimised yet after so many steps, and V8 boxes the numbers of such code; a step without it leaves the least, by the counts of stages' elements and the reading of their clock`,
});
