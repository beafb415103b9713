import { median } from '../../math/statistics.ts';
import { markdownTable } from '../../record/markdown-table.ts';
import { FREE_SHARE } from './judge.ts';
import { METHODS, REFERENCE } from './methods.ts';
import { percent } from './percent.ts';
import type { Result } from './results-file.ts';
import type { Outcome } from './trial.ts';

/** Outcomes other than coming apart, in the order of the table. */
const FAILURES = ['tangled', 'crushed', 'broken', 'out of time'] as const satisfies Outcome[];

/** Writes what became of all starts, in Markdown: a line per method, then a line per start. */
export function report(results: readonly Result[]): string[] {
  const names = METHODS.map(({ name }) => name).filter((name) => results.some(({ method }) => method === name));
  const methods = METHODS.filter(({ name }) => names.includes(name)).map(({ name, what }) => `- \`${name}\`: ${what}.`);
  return [
    ...methodsTable(names, results),
    '',
    ...methods,
    '',
    ...reasons(names, results),
    ...startsTable(names, results),
  ];
}

const HEADER = [
  'method',
  'come apart',
  ...FAILURES,
  'time until apart [s]',
  'least volume on the way',
  'peak speed [sizes/s]',
  'peak energy [J/kg]',
  'time per step [ms]',
  `over ${REFERENCE}`,
];

function methodsTable(names: readonly string[], results: readonly Result[]): string[] {
  const rows = names.flatMap((name) => {
    const own = results.filter(({ method, outcome }) => method === name && outcome !== "doesn't apply");
    return own.length === 0 ? [] : [methodRow(name, own, results)];
  });
  const right = HEADER.map((_, i) => i).slice(1);
  return rows.length === 0 ? [] : markdownTable(HEADER, rows, right);
}

/** Returns a method's row. Times until apart are those of starts that come apart; the other figures are of all. */
function methodRow(name: string, own: readonly Result[], results: readonly Result[]): (string | number)[] {
  const counted = (outcome: Outcome) => own.filter((result) => result.outcome === outcome);
  const apart = counted('apart');
  const costs = own.flatMap(({ start, stepTime }) => {
    const reference = results.find((other) => other.start === start && other.method === REFERENCE);
    return reference && reference.stepTime > 0 && stepTime > 0 ? [stepTime / reference.stepTime] : [];
  });
  return [
    `\`${name}\``,
    `${apart.length} of ${own.length} (${Math.floor((100 * apart.length) / own.length)} %)`,
    ...FAILURES.map((outcome) => counted(outcome).length),
    apart.length === 0
      ? ''
      : spread(
          apart.map(({ time }) => time ?? Number.NaN),
          2,
        ),
    spread(
      own.map(({ leastOnTheWay }) => -leastOnTheWay),
      2,
      -1,
    ),
    spread(
      own.map(({ peakSpeed }) => peakSpeed),
      1,
    ),
    spread(
      own.map(({ peakEnergy }) => peakEnergy),
      1,
    ),
    median(own.map(({ stepTime }) => stepTime)).toFixed(1),
    costs.length === 0 ? '' : median(costs).toFixed(2),
  ];
}

/** Writes the median of some figures, and the greatest. @param sign -1 if the figures stand for their opposites */
const spread = (values: readonly number[], digits: number, sign = 1): string => {
  const text = (value: number) => (sign * value).toFixed(digits);
  return `${text(median(values))} (${text(Math.max(...values))})`;
};

/** Says of each method that can't begin in some starts in how many, and why in the first of them. */
function reasons(names: readonly string[], results: readonly Result[]): string[] {
  return names.flatMap((name) => {
    const own = results.filter(({ method, outcome }) => method === name && outcome === "doesn't apply");
    if (own.length === 0) return [];
    const starts = own.length === 1 ? '1 start' : `${own.length} starts`;
    return [`\`${name}\` doesn't apply to ${starts}. Why, in *${own[0].start}*: ${own[0].why}.`, ''];
  });
}

function startsTable(names: readonly string[], results: readonly Result[]): string[] {
  const starts = [...new Set(results.map(({ start }) => start))];
  const rows = starts.map((start) => {
    const own = results.filter((result) => result.start === start);
    const cells = names.map((name) => {
      const result = own.find(({ method }) => method === name);
      return result ? cell(result) : '';
    });
    return [start, percent(own[0].sharedAtStart), ...cells];
  });
  return markdownTable(['start', 'shared', ...names.map((name) => `\`${name}\``)], rows, [1]);
}

/** Tells in a few words what became of a start. */
export function cell({ outcome, time, sharedAtEnd, endedAt, leastVolume, greatestVolume }: Result): string {
  const farthest = 1 - leastVolume > greatestVolume - 1 ? leastVolume : greatestVolume;
  const state = sharedAtEnd < FREE_SHARE ? `volume ${farthest.toFixed(2)}` : `${percent(sharedAtEnd)} shared`;
  switch (outcome) {
    case 'apart':
      return `apart after ${(time ?? endedAt).toFixed(2)} s`;
    case 'tangled':
    case 'crushed':
      return state;
    case 'broken':
      return `broken at ${endedAt.toFixed(2)} s`;
    case 'out of time':
      return `${state}, out of time at ${endedAt.toFixed(2)} s`;
    case "doesn't apply":
      return outcome;
  }
}
