import type { Verdict } from './report/report.ts';

/** One figure of a benchmark: the work, who did it, and the spread over interleaved rounds. */
export interface Workload {
  /** Name of the work and its size; the same for ours and a competitor's, so that a table shows them side by side. */
  readonly what: string;
  /**
   * `untangle` or a competitor's package name, with the way it ran if there are several: `untangle, 2 workers`, `untangle, gpu`.
   */
  readonly who: string;
  /** Such as `constraints/s`, `ms`, `queries/s`. */
  readonly unit: string;
  /** Median over the rounds, and least and greatest value. */
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Differences from the others' work, and other caveats. */
  readonly note?: string;
}

export interface SuiteResults {
  readonly workloads: readonly Workload[];
  /** Figures with bounds; `why` explains a missed one. */
  readonly verdicts: readonly Verdict[];
  /** Other data for reports or charts; plain JSON. */
  readonly details?: unknown;
  /** Missing requirement of the suite on this machine, in which case it was not run. It has an exit code of its own. */
  readonly missing?: string;
  /** Further tables in Markdown, printed but not stored. */
  readonly tables?: readonly string[];
}

/** A suite of benchmarks: `npm run bench -- NAME`. Without a name, all suites run one after another. */
export interface Suite {
  readonly name: string;
  readonly summary: string;
  /** Approximate duration on two cores. */
  readonly duration: string;
  /**
   * @param tell shows progress
   * @returns the results, which are written to bench/results/<machine>.json under the suite's name
   */
  run(tell: (what: string) => void): Promise<SuiteResults>;
}
