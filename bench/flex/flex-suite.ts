import { createFlexCase, type FlexCase, SPEED, STEPS } from './flex-case.ts';
import { type FlexOutcome, type FlexRunner, openMujoco, openUntangle, runOnce, timeOnce } from './flex-runs.ts';
import { MUJOCO_CONTACTS, type MujocoContacts, TOLERANCE } from './mujoco-model.ts';
import { millisecondsOf, overRounds } from '../report/spread.ts';
import type { Rounds } from '../report/statistics.ts';
import type { Suite, Workload } from '../suite.ts';

const ROUNDS = 5;

/** A simulator's result: mean times of a step in each round [ms], and the outcome of its run. */
export interface FlexResult extends FlexOutcome {
  readonly who: string;
  readonly note: string;
  readonly rounds: Rounds;
}

const oursOf = ({ parameters }: FlexCase): string =>
  `XPBD, ${parameters.iterations} iterations, which don't converge, over stable Neo-Hookean tetrahedra; any number of contacts, with ` +
  'friction, found twice a step by continuous and discrete detection and shortest paths; state in float32';
const THEIRS =
  `a linearised implicit step, solved to ${TOLERANCE.toExponential()} by conjugate gradients, over Saint Venant-Kirchhoff tetrahedra; ` +
  'contacts where surfaces overlap when a step begins, at most 50 of the body with itself and 50 with the floor; in float64';
/** Per way of MuJoCo: its name in the table, and what its contacts are. */
const MUJOCO: Readonly<Record<MujocoContacts, { readonly who: string; readonly note: string }>> = {
  penalty: {
    who: '@mujoco/mujoco, passive contacts',
    note: 'contacts are forces that grow with depth, without friction',
  },
  constraints: { who: '@mujoco/mujoco, contact constraints', note: 'contacts are soft constraints, with friction' },
};

export const flexSuite: Suite = {
  name: 'flex',
  summary: "whole steps of a body that falls onto itself, beside MuJoCo's flex, on one thread",
  duration: 'a minute',
  async run(tell) {
    const flexCase = createFlexCase();
    const { tetCount } = flexCase.world;
    const runners: FlexRunner[] = [];
    try {
      runners.push(await openUntangle(flexCase));
      for (const contacts of MUJOCO_CONTACTS) runners.push(await openMujoco(flexCase, contacts));
      tell(`${STEPS} steps of an octopus of ${tetCount} tetrahedra`);
      const outcomes: FlexOutcome[] = [];
      for (const runner of runners) outcomes.push(await runOnce(flexCase, runner));
      const rounds = runners.map((): number[] => []);
      for (let round = 0; round < ROUNDS; round++) {
        tell(`round ${round + 1} of ${ROUNDS}`);
        for (const [r, runner] of runners.entries()) rounds[r].push(await timeOnce(runner));
      }
      const results = namesOf(flexCase).map((name, r) => ({ ...name, ...outcomes[r], rounds: rounds[r] }));
      return { workloads: flexWorkloads(tetCount, results), verdicts: [], details: { tetrahedra: tetCount, results } };
    } finally {
      for (const runner of runners) await runner.dispose();
    }
  },
};

const namesOf = (flexCase: FlexCase) => [
  { who: 'untangle, 1 worker', note: oursOf(flexCase) },
  ...MUJOCO_CONTACTS.map((contacts) => ({
    who: MUJOCO[contacts].who,
    note: `${THEIRS}; ${MUJOCO[contacts].note}`,
  })),
];

/** Returns the times of a step, and what the runs left, which shows how far they solve the same problem. */
export function flexWorkloads(tetrahedra: number, results: readonly FlexResult[]): Workload[] {
  const body = `an octopus of ${tetrahedra.toLocaleString('en-US')} tetrahedra falls onto itself at ${SPEED} m/s`;
  const outcome = (what: string, unit: string, value: (result: FlexResult) => number) =>
    results.map((result) => overRounds({ what: `${body}: ${what}`, who: result.who, unit }, [value(result)]));
  return [
    ...results.map(({ who, note, rounds, selfContacts }) => {
      const most = `at most ${selfContacts} contacts with itself`;
      return millisecondsOf(
        { what: `${body}: a step`, who, note: `mean of ${STEPS} steps; ${note}; ${most}` },
        { rounds },
      );
    }),
    ...outcome('depth below the floor', 'mm', ({ belowFloor }) => 1000 * belowFloor),
    ...outcome('surface vertices inside it at the end', 'vertices', ({ penetrating }) => penetrating),
    ...outcome('tetrahedra inside out at the end', 'tetrahedra', ({ inverted }) => inverted),
  ];
}
