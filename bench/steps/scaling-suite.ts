import { growth } from '../report/statistics.ts';
import {
  coilPoints,
  type ContactPoint,
  contactCost,
  contactExponents,
  costEach,
  fallPoints,
} from './contact-growth.ts';
import { PREDICTED } from '../collision/contact-thread.ts';
import { droppedOctopi, manyOctopi, octopiInContact } from './octopi-states.ts';
import { digits, type Verdict } from '../report/report.ts';
import { type Point, type Series, seriesTimes, timePoint, WHOLE_STEP } from './scaling-series.ts';
import { overRounds } from '../report/spread.ts';
import type { SceneState } from '../measure/step-runner.ts';
import type { Suite, SuiteResults, Workload } from '../suite.ts';

/** Sizes of octopi-8 for the series with finer octopi [tetrahedra per body]: 10 K to 1 M in total. */
const FINER = [1250, 4000, 12_500, 25_000, 50_000, 125_000];
/** Series with more octopi of the same size [tetrahedra per body, number of boxes of eight]: 10 K to 1 M in total. */
const EACH = 1250;
const BOXES = [1, 3, 10, 20, 40, 100];
/** Environment variable that adds a size of 10 M tetrahedra, which takes 6 GB of memory and six minutes more. */
const LARGEST = 'UNTANGLE_BENCH_LARGEST';
const LARGEST_BOXES = 1000;
/** Size of the octopi of the series over contacts, where only contacts grow [tetrahedra per body]. */
const FALL = 12_000;

/** Minimum size that the exponent is fitted to [tetrahedra], and the bound of the exponent. */
const FITTED_FROM = 0.9e5;
const MOST = 1.1;
/** Minimum number of contacts at a moment that is used. With fewer contacts, a few deep ones dominate. */
const CONTACTS_FROM = 100;

export const scalingSuite: Suite = {
  name: 'scaling',
  summary: `time of a step against tetrahedra, 10 K to 1 M (with ${LARGEST}=1 in the environment 10 M), and against contacts`,
  duration: 'three minutes',
  async run(tell) {
    const finer = await timeSeries('finer octopi', FINER, octopiInContact, tell);
    const boxes = process.env[LARGEST] ? [...BOXES, LARGEST_BOXES] : BOXES;
    const more = await timeSeries('more octopi', boxes, (count) => manyOctopi(EACH, count), tell);
    tell('contacts');
    const contacts = [
      {
        name: 'more octopi, whose vertices grow alike: clocks of paths and projection, with colliders over all vertices and what a mesh prepares',
        who: WHO,
        points: contactPoints(more),
        reason: PAST_CACHE,
      },
      {
        name: 'moments of a fall of eight octopi: paths, colouring, projection',
        who: ONE_THREAD,
        note: PREDICTED,
        points: await fallPoints(await droppedOctopi(FALL), CONTACTS_FROM),
        reason: PAST_CACHE,
      },
      { name: 'ever longer noodles, coiled into themselves: paths', who: ONE_THREAD, points: await coilPoints() },
    ];
    return results([finer, more], contacts);
  },
};

interface ContactSeries {
  readonly name: string;
  readonly who: string;
  readonly note?: string;
  readonly points: readonly ContactPoint[];
  /** If the series misses its bound: the reason. */
  readonly reason?: string;
}

const PAST_CACHE =
  "a pass over contacts outgrows a core's second-level cache, since each of four vertices is in five arrays";

const contactPoints = ({ points }: Series): ContactPoint[] =>
  points.filter(isFitted).map(({ rounds }) => ({ contacts: rounds[0].contacts, rounds: rounds.map(contactCost) }));

async function timeSeries(
  name: string,
  sizes: readonly number[],
  state: (size: number) => Promise<SceneState>,
  tell: (what: string) => void,
): Promise<Series> {
  const points: Point[] = [];
  for (const size of sizes) {
    const given = await state(size);
    tell(`${name}: ${given.world.tetCount} tetrahedra`);
    points.push(await timePoint(given));
  }
  return { name, points };
}

function results(series: readonly Series[], contacts: readonly ContactSeries[]): SuiteResults {
  const times = series.flatMap((one) => one.points.map((point) => stepWorkload(one.name, point)));
  const exponents = series.flatMap(exponentWorkloads);
  const overContacts = contacts.map(({ name, who, note, points }) =>
    exponentOver(
      { what: `exponent over contacts, ${name}`, who, note: both(costEach(points), note) },
      contactExponents(points),
    ),
  );
  const verdicts = [
    ...series.flatMap((one) => stepVerdict(exponentWorkloads(one))),
    ...overContacts.map((exponent, i) => bounded(exponent, both(costEach(contacts[i].points), contacts[i].reason))),
  ];
  return { workloads: [...times, ...exponents, ...overContacts], verdicts, details: { series, contacts } };
}

/** Judges the whole step. If it misses the bound, the stages that grow faster, and their shares of the step, give the reason. */
function stepVerdict(exponents: readonly Workload[]): Verdict[] {
  const faster = exponents
    .filter(({ what, median }) => !what.endsWith(WHOLE_STEP) && median > MOST)
    .map(({ what, median }) => `${what.split(': ').at(-1)} ${digits(median)}`);
  const stages = faster.length > 0 ? `stages above it: ${faster.join(', ')}` : 'no stage alone is above it';
  return exponents
    .filter(({ what }) => what.endsWith(WHOLE_STEP))
    .map((whole) => bounded(whole, `${stages}; ${GATHERS}`));
}

const GATHERS =
  'what a larger world loads here and there, through lists of ids, fits ever less into caches; its arithmetic grows as its elements do';

const bounded = ({ what, median }: Workload, why?: string): Verdict => ({
  what,
  value: median,
  relation: '<=',
  bound: MOST,
  ...(why && median > MOST && { why }),
});

const WHO = 'untangle, 2 workers';
const ONE_THREAD = 'untangle, 1 thread';

const both = (cost: string, more: string | undefined): string => (more ? `${cost}; ${more}` : cost);

const stepWorkload = (name: string, { tetrahedra, bodies, rounds }: Point): Workload =>
  overRounds(
    {
      what: `a step, ${name}: ${Math.round(tetrahedra / 1000)} K tetrahedra`,
      who: WHO,
      unit: 'ms',
      note: `${bodies} bodies`,
    },
    rounds.map(({ ms }) => ms),
  );

const isFitted = ({ tetrahedra }: Point): boolean => tetrahedra >= FITTED_FROM;

/** Returns the exponents of the whole step and of each stage in each round, from size FITTED_FROM up. */
function exponentWorkloads({ name, points }: Series): Workload[] {
  const fitted = points.filter(isFitted);
  return seriesTimes(fitted).map(({ part, rounds }) =>
    exponentOver(
      { what: `exponent over tetrahedra, ${name}: ${part}`, who: WHO },
      rounds.map((times) =>
        growth(
          fitted.map(({ tetrahedra }) => tetrahedra),
          times,
        ),
      ),
    ),
  );
}

const exponentOver = (about: Pick<Workload, 'what' | 'who' | 'note'>, exponents: readonly number[]): Workload =>
  overRounds({ ...about, unit: 'exponent' }, exponents);
