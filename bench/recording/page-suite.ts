import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Verdict } from '../report/report.ts';
import { notRun } from '../report/spread.ts';
import type { Suite, SuiteResults } from '../suite.ts';

/** Openings of each way. */
const ROUNDS = 5;
/** [ms], and [KB gzipped] of all scripts that are fetched until then, workers' too. */
const FIRST_FRAME = 5000;
const WEIGHT = 400;
/** What a script may take to open the page so often [ms]: a software GPU compiles its kernels anew each time. */
const PATIENCE = 20 * 60_000;

const WHAT = 'first frame of octopi-8, from opening the page';

/** What bin/first-frame.mjs prints. */
interface Opened {
  readonly way: string;
  readonly bytes: number;
  /** The largest of the scripts, and their bytes. */
  readonly largest: readonly { readonly name: string; readonly bytes: number }[];
  /** Medians from the opening on [ms]. */
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
    // Playwright and vite are loaded as their authors publish them: in a process of its own, not in the benchmark's bundle.
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

/** @returns the line that says that this machine has no browser @throws what else went wrong */
function browserMissing(error: Error & { readonly stderr?: string }): string {
  const missing = error.stderr?.match(/no Chromium on .*/);
  if (!missing) throw error;
  return missing[0];
}

const kilobytes = (bytes: number): number => Math.round(bytes / 100) / 10;

/** The verdicts of one way, each with what its figure is made of. */
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

/** What came between two milestones, by the second's name. */
const PHASES: Readonly<Record<string, string>> = {
  scripts: 'until scripts ran',
  built: 'for the scene',
  backend: 'for the backend',
  view: 'for the view',
  'first-frame': "for the first frame's steps and drawing",
  shown: 'until it was shown',
};

/** Of the median times at which milestones were reached, in their order. */
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
