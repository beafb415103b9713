import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Verdict } from './report.ts';
import type { Suite, SuiteResults } from './suite.ts';

/** Openings of each way. */
const ROUNDS = 5;
/** [ms], and [KB gzipped] of all scripts that are fetched until then, workers' too. */
const FIRST_FRAME = 5000;
const WEIGHT = 400;
/** What a script may take to open the page so often [ms]: a software GPU compiles its kernels anew each time. */
const PATIENCE = 20 * 60_000;

/** What bin/first-frame.mjs prints. */
interface Opened {
  readonly way: string;
  readonly bytes: number;
  /** Medians from the opening on [ms]. */
  readonly milestones: Readonly<Record<string, number>>;
  readonly shown: { readonly median: number; readonly low: number; readonly high: number };
}

export const pageSuite: Suite = {
  name: 'page',
  summary:
    'Opens the built page in a headless browser: the time to octopi-8’s first frame, and what its scripts weigh.',
  duration: 'three minutes',
  async run(tell): Promise<SuiteResults> {
    tell(`opening the page ${ROUNDS} times on each backend`);
    // Playwright and vite are loaded as their authors publish them: in a process of its own, not in the benchmark's bundle.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['bin/first-frame.mjs', '--rounds', String(ROUNDS), '--json'],
      { timeout: PATIENCE },
    );
    const opened: Opened[] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1));
    return {
      workloads: opened.map(({ way, shown }) => ({
        what: 'first frame of octopi-8, from opening the page',
        who: `untangle, ${way}`,
        unit: 'ms',
        ...shown,
      })),
      verdicts: opened.flatMap(verdictsOf),
      details: opened,
    };
  },
};

const verdictsOf = ({ way, bytes, milestones, shown }: Opened): readonly Verdict[] => [
  {
    what: `first frame of octopi-8, ${way} [ms]`,
    value: Math.round(shown.median),
    relation: '<=',
    bound: FIRST_FRAME,
    why:
      `of it ${milestones.backend - milestones.built} ms opened the backend and ` +
      `${milestones['first-frame'] - milestones.stage} ms drew and simulated the first frame; without a GPU its shaders are compiled by software`,
  },
  {
    what: `scripts fetched until the first frame, ${way} [KB, gzip -9]`,
    value: Math.round(bytes / 100) / 10,
    relation: '<=',
    bound: WEIGHT,
  },
];
