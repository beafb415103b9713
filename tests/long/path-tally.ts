import { isRight, describeQuery, type Truth } from '../fixtures/judged-paths.ts';
import type { PathOracle } from '../fixtures/path-oracle.ts';

/** What came out of many queries of one kind. */
export class Tally {
  queries = 0;
  disagreed = 0;
  ambiguous = 0;
  /** Queries for which it matters that a lifted line is followed to twice the distance only. */
  far = 0;
  /** Candidates at which culling stepped aside. */
  aside = 0;
  /** The first that disagreed, in words. */
  readonly examples: string[] = [];

  constructor(readonly name: string) {}

  /** @param depth [m], NaN where no path was found    @param how what answered, for the message */
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

  /** Methods, with culling and without, have to give the same, whatever is right. */
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

/** A row a tally, and their sum in words. */
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
