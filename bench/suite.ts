import type { Verdict } from './report/report.ts';

/** One figure of a benchmark: the work, the program that did it, and median and range over several rounds. */
export interface Workload {
  /** Name of the work and its size; the same for ours and a competitor's, so that a table shows them side by side. */
  readonly what: string;
  /**
   * `untangle` or a competitor's package name, with the way it ran if there are several: `untangle, 2 workers`, `untangle, gpu`.
   */
  readonly who: string;
  /** Unit of the figure, such as `constraints/s`, `ms`, `queries/s`. */
  readonly unit: string;
  /** Median, least and greatest value of the rounds. */
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** Differences from the others' work, and other caveats. */
  readonly note?: string;
}

export interface SuiteResults {
  readonly workloads: readonly Workload[];
  /** Figures with bounds. If a bound is missed, `why` gives the reason. */
  readonly verdicts: readonly Verdict[];
  /** Other data for reports or charts; plain JSON. */
  readonly details?: unknown;
  /** If the suite was not run: the requirement that this machine lacks. The benchmark then ends with EXIT.lacking. */
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
