import { isRight, describeQuery, type Truth } from '../fixtures/judged-paths.ts';
import type { PathOracle } from '../fixtures/path-oracle.ts';

/** Counts of results of many queries of one kind. */
export class Tally {
  queries = 0;
  disagreed = 0;
  ambiguous = 0;
  /** Queries whose answer depends on following a lifted line to twice the distance only. */
  far = 0;
  /** Candidates that culling left unjudged. */
  aside = 0;
  /** Description of the first disagreement. */
  readonly examples: string[] = [];

  constructor(readonly name: string) {}

  /** @param depth [m], NaN if no path was found    @param how the method that answered, for the message */
  judge(
    truth: Truth,
    depth: number,
    oracle: PathOracle,
    { tolerances, rounding }: { readonly tolerances: readonly number[]; readonly rounding: number },
    how: string,
  ): void {
    this.queries++;
    if (truth.isFar) this.far++;
    if (truth.isAmbiguous) {
      this.ambiguous++;
      return;
    }
    if (isRight(truth, depth, oracle, tolerances, rounding)) return;
    this.fail(`${how}: ${describeQuery(truth, depth)}`);
  }

  /** Checks that all methods, with culling and without, give the same answer, even if the right one is ambiguous. */
  compare(truth: Truth, depths: readonly number[], bound: number): void {
    if (depths.every(Number.isNaN) || Math.max(...depths) - Math.min(...depths) <= bound) return;
    this.fail(`methods differ, ${depths}: ${describeQuery(truth, depths[0])}`);
  }

  private fail(example: string): void {
    this.disagreed++;
    if (this.examples.length < EXAMPLES) this.examples.push(example);
  }
}

const EXAMPLES = 3;

const COLUMNS = ['queries', 'disagreed', 'ambiguous', 'far', 'aside'] as const;
const share = (part: number, all: number) => `${((100 * part) / Math.max(1, all)).toFixed(3)} %`;

/** One row per tally, and their sum, as text. */
export function tableOf(tallies: readonly Tally[]): string {
  const width = Math.max(...tallies.map(({ name }) => name.length));
  const row = (name: string, cells: readonly string[]) =>
    [name.padEnd(width), ...cells.map((cell) => cell.padStart(16))].join('');
  const rows = tallies.map((tally) =>
    row(
      tally.name,
      COLUMNS.map((column) =>
        column === 'ambiguous' || column === 'far'
          ? `${tally[column]} (${share(tally[column], tally.queries)})`
          : `${tally[column]}`,
      ),
    ),
  );
  return [row('case', COLUMNS), ...rows, totalOf(tallies)].join('\n');
}

export function totalOf(tallies: readonly Tally[]): string {
  const sum = (column: (typeof COLUMNS)[number]) => tallies.reduce((all, tally) => all + tally[column], 0);
  const [queries, ambiguous] = [sum('queries'), sum('ambiguous')];
  return `${queries} queries, ${sum('disagreed')} disagreed, ${ambiguous} ambiguous (${share(ambiguous, queries)})`;
}
