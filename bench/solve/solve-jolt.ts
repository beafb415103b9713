import { JoltBodies } from './jolt.ts';
import type { JoltBuild, JoltConstraints } from './jolt-setup.ts';
import { type Contestant, interleave, type Timing } from '../measure/interleave.ts';
import { perIteration, type Rounds } from '../report/statistics.ts';
import type { SolveCase } from './solve-case.ts';

/** Numbers of iterations of the two compared updates. The difference of their times contains only iterations. */
export const FEW = 4;
export const MANY = 36;

/** Sets of constraints that Jolt's bodies have in turn; the first one is empty. */
const SETS = {
  none: { edges: false, volumes: false },
  edges: { edges: true, volumes: false },
  volumes: { edges: false, volumes: true },
  both: { edges: true, volumes: true },
} as const satisfies Record<string, JoltConstraints>;
export type JoltSet = keyof typeof SETS;
const SET_NAMES = Object.keys(SETS) as JoltSet[];

/** Times in each round [ms]. */
export interface JoltTimes {
  /** One iteration, including moving the vertices. */
  readonly iteration: Readonly<Record<JoltSet, Rounds>>;
  /** An update of FEW iterations, including everything around them. */
  readonly update: Readonly<Record<JoltSet, Rounds>>;
}

export interface JoltWay {
  readonly build: JoltBuild;
  /** Number of threads besides the calling one. */
  readonly threads: number;
}

/** Times Jolt's variants in turn with other contestants. @returns the others' timings, and one entry per variant */
export async function timeBesideJolt(
  solveCase: SolveCase,
  ways: readonly JoltWay[],
  others: readonly Contestant[],
): Promise<{ others: Timing[]; jolt: JoltTimes[] }> {
  const bodies: JoltBodies[] = [];
  try {
    for (const way of ways)
      for (const name of SET_NAMES) bodies.push(await JoltBodies.open(solveCase, { ...way, constraints: SETS[name] }));
    const timings = await interleave([...others, ...bodies.flatMap(contestantsOf)]);
    const own = timings.slice(others.length);
    const perWay = 2 * SET_NAMES.length;
    return {
      others: timings.slice(0, others.length),
      jolt: ways.map((_, i) => timesOf(own.slice(perWay * i, perWay * (i + 1)))),
    };
  } finally {
    for (const each of bodies) each.dispose();
  }
}

const contestantsOf = (bodies: JoltBodies): Contestant[] =>
  [FEW, MANY].map((iterations) => ({
    name: `${iterations} iterations`,
    runElsewhere: async () => bodies.time(iterations),
  }));

/** Groups timings by set of constraints. @param timings two per set, of FEW and of MANY iterations */
function timesOf(timings: readonly Timing[]): JoltTimes {
  const bySet = <T>(value: (few: Timing, many: Timing) => T) =>
    Object.fromEntries(SET_NAMES.map((name, i) => [name, value(timings[2 * i], timings[2 * i + 1])])) as Record<
      JoltSet,
      T
    >;
  return {
    iteration: bySet((few, many) => perIteration(few.rounds, many.rounds, MANY - FEW)),
    update: bySet((few) => few.rounds),
  };
}
