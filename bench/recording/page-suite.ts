import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Verdict } from '../report/report.ts';
import { notRun } from '../report/spread.ts';
import type { Suite, SuiteResults } from '../suite.ts';

/** Number of times that the page is opened per configuration. */
const ROUNDS = 5;
/** Bounds: time until the first frame [ms], and size of all scripts fetched until then, workers' included [KB gzipped]. */
const FIRST_FRAME = 5000;
const WEIGHT = 400;
/** Timeout for all openings [ms]. A software GPU compiles its kernels anew each time. */
const PATIENCE = 20 * 60_000;

const WHAT = 'first frame of octopi-8, from opening the page';

/** Output of bin/first-frame.mjs for one configuration. */
interface Opened {
  readonly way: string;
  readonly bytes: number;
  /** The largest scripts and their sizes [bytes]. */
  readonly largest: readonly { readonly name: string; readonly bytes: number }[];
  /** Median times since the opening [ms]. */
  readonly milestones: Readonly<Record<string, number>>;
  readonly shown: { readonly median: number; readonly low: number; readonly high: number };
}

export const pageSuite: Suite = {
  name: 'page',
  summary:
    "opens the built page in a headless browser: the time to octopi-8's first frame on each backend, and what its scripts weigh",
  duration: 'a minute and a half',
  async run(tell): Promise<SuiteResults> {
    tell(`opening the page ${ROUNDS} times on each backend`);
    // The page is opened in a separate process, because Playwright and vite must be loaded as published, not from the benchmark's bundle.
    const words = ['bin/first-frame.mjs', '--rounds', String(ROUNDS), '--json'];
    const outcome = await promisify(execFile)(process.execPath, words, { timeout: PATIENCE }).catch(browserMissing);
    if (typeof outcome === 'string') {
      const row = notRun({ what: WHAT, who: 'untangle', unit: 'ms', note: `not run: ${outcome}` });
      return { workloads: [row], verdicts: [], missing: outcome };
    }
    const { stdout } = outcome;
    const opened: Opened[] = JSON.parse(stdout.slice(stdout.lastIndexOf('\n[') + 1));
    return {
      workloads: opened.map(({ way, shown }) => ({
        what: WHAT,
        who: `untangle, ${way}`,
        unit: 'ms',
        ...shown,
      })),
      verdicts: opened.flatMap(verdictsOf),
      details: opened,
    };
  },
};

/** Finds out whether an error says that this machine has no browser. @returns the error's message @throws any other error */
function browserMissing(error: Error & { readonly stderr?: string }): string {
  const missing = error.stderr?.match(/no Chromium on .*/);
  if (!missing) throw error;
  return missing[0];
}

const kilobytes = (bytes: number): number => Math.round(bytes / 100) / 10;

/** Returns the verdicts on one configuration, with the parts of each figure. */
export const verdictsOf = ({ way, bytes, largest, milestones, shown }: Opened): readonly Verdict[] => [
  {
    what: `first frame of octopi-8, ${way} [ms]`,
    value: Math.round(shown.median),
    relation: '<=',
    bound: FIRST_FRAME,
    why: `${phases(milestones)}${way.includes('in software') ? '; there is no GPU: shaders are compiled for the processor and run on it' : ''}`,
  },
  {
    what: `scripts fetched until the first frame, ${way} [KB, gzip -9]`,
    value: kilobytes(bytes),
    relation: '<=',
    bound: WEIGHT,
    why: `the largest: ${largest.map(({ name, bytes }) => `${name} ${kilobytes(bytes)} KB`).join(', ')}`,
  },
];

/** Per milestone: the name of the phase that ends with it. */
const PHASES: Readonly<Record<string, string>> = {
  scripts: 'until scripts ran',
  built: 'for the scene',
  backend: 'for the backend',
  view: 'for the view',
  'first-frame': "for the first frame's steps and drawing",
  shown: 'until it was shown',
};

/** Returns the durations of the phases, as differences of the milestones' median times. */
function phases(milestones: Opened['milestones']): string {
  let before = 0;
  const parts = Object.entries(PHASES).flatMap(([name, what]) => {
    const at = milestones[name];
    if (at === undefined) return [];
    const ms = Math.round(at - before);
    before = at;
    return [`${ms} ms ${what}`];
  });
  return parts.join(', ');
}
