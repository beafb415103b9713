import { overRounds, millisecondsOf } from '../report/spread.ts';
import { digits, table } from '../report/report.ts';
import { ratio, type Rounds } from '../report/statistics.ts';
import type { Workload } from '../suite.ts';
import type { Division } from './substeps.ts';
import type { WholeRun } from './whole-runs.ts';

/** The materials that are compared: the block of nine rows per tetrahedron, and two scalar constraints. */
export const COMPARED = ['neo-hookean', 'neo-hookean-xpbd'] as const;
export type Compared = (typeof COMPARED)[number];
export const WHO: Readonly<Record<Compared, string>> = {
  'neo-hookean': 'block',
  'neo-hookean-xpbd': 'two constraints',
};

/** Ways of running the kernels: lifted into SIMD, and the TypeScript. */
export const WAYS = ['simd', 'typescript'] as const;
export type Way = (typeof WAYS)[number];
const WAY: Readonly<Record<Way, string>> = { simd: 'SIMD', typescript: 'TypeScript' };

/** Numbers of iterations after which the error is measured. */
export const COUNTS = [1, 2, 3, 5, 8, 15, 40, 100, 300];
export interface StepResult {
  readonly name: string;
  readonly tetrahedra: number;
  /** c dt / cell, with the mean length of the edges for the cell. */
  readonly courant: number;
  /** Iterations of the reference, and its last change. */
  readonly converged: { readonly iterations: number; readonly change: number };
  /** Iterations of the scene's own step. */
  readonly own: number;
  readonly errors: Readonly<Record<Compared, readonly number[]>>;
  /** Time of an iteration in each round [ms]. */
  readonly rounds: Readonly<Record<Compared, Readonly<Record<Way, Rounds>>>>;
}

export interface Shiver {
  readonly iterations: number;
  readonly courant: number;
  readonly energies: Readonly<Record<Compared, number>>;
}

export interface DivisionResult extends Division {
  readonly error: number;
}

export const stepWorkloads = ({ name, errors, rounds, own }: StepResult): Workload[] => [
  ...COMPARED.flatMap((material) =>
    WAYS.map((way) =>
      millisecondsOf(
        { what: `${name}: an iteration`, who: `${WHO[material]}, ${WAY[way]}` },
        { rounds: rounds[material][way] },
      ),
    ),
  ),
  ...COMPARED.map((material) =>
    share(
      `${name}: error after ${own} iterations, of the prediction's`,
      material,
      errors[material][COUNTS.indexOf(own)],
    ),
  ),
];

export const shiverWorkloads = ({ iterations, courant, energies }: Shiver): Workload[] =>
  COMPARED.map((material) => {
    const what = `free cube, c dt / cell = ${courant}, ${iterations} iterations: kinetic energy after 300 steps over that at the start`;
    return overRounds({ what, who: WHO[material], unit: 'times' }, [energies[material]]);
  });

export const divisionWorkloads = (divisions: readonly DivisionResult[]): Workload[] =>
  divisions.map(({ material, substeps, iterations, error }) =>
    share(
      `octopi-8, undamped, without contacts: error of 10 steps, each divided by ${substeps}, with ${iterations} iterations`,
      material,
      error,
    ),
  );

export const runWorkloads = (runs: Readonly<Record<Compared, WholeRun>>): Workload[] =>
  COMPARED.flatMap((material) => [
    share("octopi-8 at rest: kinetic energy, of the start's", material, runs[material].atRest),
    share('octopi-8 at rest: elements inside out', material, runs[material].inverted),
  ]);

const share = (what: string, material: Compared, value: number): Workload =>
  overRounds({ what, who: WHO[material], unit: '%' }, [100 * value]);

/** Error per iteration, and per time: the block's iteration is the unit of time. */
export function stepTable({ name, tetrahedra, courant, converged, errors, rounds }: StepResult): string {
  const cost = Object.fromEntries(
    WAYS.map((way) => [way, ratio(rounds['neo-hookean'][way], rounds['neo-hookean-xpbd'][way])]),
  ) as Record<Way, number>;
  const rows = COUNTS.map((count, i) => [
    count,
    digits(errors['neo-hookean'][i]),
    digits(errors['neo-hookean-xpbd'][i]),
    digits(count * cost.simd),
    digits(count * cost.typescript),
  ]);
  const head = ['iterations', 'block', 'two constraints', 'its time in iterations of the block, SIMD', 'TypeScript'];
  const about = `c dt / cell = ${digits(courant)}; converged in ${converged.iterations} iterations, last change ${converged.change.toExponential(1)}`;
  return table(`${name}, ${tetrahedra} tetrahedra: error left (${about})`, head, rows);
}

export const divisionTable = (divisions: readonly DivisionResult[]): string =>
  table(
    'octopi-8, undamped, 10 steps without contacts: distance from the motion in far shorter steps',
    ['material', 'steps for one of the scene', 'iterations each', 'error'],
    divisions.map(({ material, substeps, iterations, error }) => [WHO[material], substeps, iterations, digits(error)]),
  );

export const shiverTable = (shivers: readonly Shiver[]): string =>
  table(
    "Free cube: kinetic energy after 300 steps, share of the start's",
    ['c dt / cell', 'iterations', 'block', 'two constraints'],
    shivers.map(({ courant, iterations, energies }) => [
      courant,
      iterations,
      energies['neo-hookean'].toExponential(1),
      energies['neo-hookean-xpbd'].toExponential(1),
    ]),
  );
