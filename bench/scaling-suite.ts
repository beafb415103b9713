import { growth } from './exponent.ts';
import { coilPoints, type ContactPoint, contactCost, contactExponents, fallPoints } from './contact-growth.ts';
import { droppedOctopi, manyOctopi, octopiInContact } from './octopi-states.ts';
import type { Verdict } from './report.ts';
import { type Point, type Series, seriesTimes, timePoint, WHOLE_STEP } from './scaling-series.ts';
import { overRounds } from './spread.ts';
import type { SceneState } from './step-runner.ts';
import type { Suite, SuiteResults, Workload } from './suite.ts';

/** Sizes of octopi-8 with ever finer octopi [tetrahedra a body]: 10 K to 1 M together. */
const FINER = [1250, 4000, 12_500, 25_000, 50_000, 125_000];
/** Octopi of the same size, ever more of them [tetrahedra a body, boxes of eight]: 10 K to 1 M too. */
const EACH = 1250;
const BOXES = [1, 3, 10, 20, 40, 100];
/** With this variable set, 10 M too: that takes 6 GB of memory and six minutes more. */
const LARGEST = 'UNTANGLE_BENCH_LARGEST';
const LARGEST_BOXES = 1000;
/** Octopi whose fall is looked at: time against contacts where only these grow [tetrahedra a body]. */
const FALL = 12_000;

/** From here up the exponent is fitted [tetrahedra], and what it may be. */
const FITTED_FROM = 0.9e5;
const MOST = 1.1;
/** Contacts of the first moment of a fall: with fewer, a few that go deep decide. */
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
      { name: 'more octopi: paths, colouring, projection', points: contactPoints(more), why: PAST_CACHE },
      {
        name: 'moments of a fall of eight octopi: paths, colouring, projection, on one thread',
        points: await fallPoints(await droppedOctopi(FALL), CONTACTS_FROM),
      },
      { name: 'ever longer noodles, coiled into themselves: paths, on one thread', points: await coilPoints() },
    ];
    return results([finer, more], contacts);
  },
};

interface ContactSeries {
  readonly name: string;
  readonly points: readonly ContactPoint[];
  /** Why its bound is missed, where it is. */
  readonly why?: string;
}

/** Measured on one thread of the machine in bench/results. */
const PAST_CACHE =
  "a pass over contacts outgrows a core's second-level cache: 0.3 to 0.4 us a contact up to 1,000 of them, 0.6 to 0.7 us from " +
  '9,000 on, since each of four vertices is in five arrays; reading ahead gained nothing; colouring and colliders stay linear';

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
  const overContacts = contacts.map(({ name, points }) =>
    exponentOver(`exponent over contacts, ${name}`, contactExponents(points)),
  );
  const verdicts = [
    ...exponents.filter(({ what }) => what.endsWith(WHOLE_STEP)).map((whole) => bounded(whole)),
    ...overContacts.map((exponent, i) => bounded(exponent, contacts[i].why)),
  ];
  return { workloads: [...times, ...exponents, ...overContacts], verdicts, details: { series, contacts } };
}

const bounded = ({ what, median }: Workload, why?: string): Verdict => ({
  what,
  value: median,
  relation: '<=',
  bound: MOST,
  ...(why && { why }),
});

const WHO = 'untangle, 2 workers';

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

/** Of the whole step and of each stage: the exponent in each round, from FITTED_FROM up. */
function exponentWorkloads({ name, points }: Series): Workload[] {
  const fitted = points.filter(isFitted);
  return seriesTimes(fitted).map(({ part, rounds }) =>
    exponentOver(
      `exponent over tetrahedra, ${name}: ${part}`,
      rounds.map(
        (times) =>
          growth(
            fitted.map(({ tetrahedra }) => tetrahedra),
            times,
          ).exponent,
      ),
    ),
  );
}

const exponentOver = (what: string, exponents: readonly number[]): Workload =>
  overRounds({ what, who: WHO, unit: 'exponent' }, exponents);
