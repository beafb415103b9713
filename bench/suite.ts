import type { Verdict } from './report/report.ts';

/** One figure of a benchmark: what was measured, whose, and how it spread over interleaved rounds. */
export interface Workload {
  /** Names the work and its size; the same of ours and of a peer, so that a table sets them side by side. */
  readonly what: string;
  /** `untangle` or a peer's package name; with how it ran where that differs, such as `untangle, 2 workers`, `untangle, gpu`. */
  readonly who: string;
  /** Such as `constraints/s`, `ms`, `queries/s`. */
  readonly unit: string;
  /** Median over the rounds, and the extremes. */
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** What differs from the others' work, or what the reader has to know. */
  readonly note?: string;
}

export interface SuiteResults {
  readonly workloads: readonly Workload[];
  /** Figures with bounds; `why` says why one is missed. */
  readonly verdicts: readonly Verdict[];
  /** Whatever else a report or a chart is made from; plain JSON. */
  readonly details?: unknown;
  /** What the suite needs and this machine lacks: it wasn't run, which ends with an exit code of its own. */
  readonly missing?: string;
  /** More for who looks on, in Markdown; printed, and not kept. */
  readonly tables?: readonly string[];
}

/** A part of the benchmark: `npm run bench -- NAME`; without a name all run, one after another. */
export interface Suite {
  readonly name: string;
  readonly summary: string;
  /** How long it takes, on two cores. */
  readonly duration: string;
  /** @param tell shows progress    @returns what is written to bench/results/<machine>.json under the suite's name */
  run(tell: (what: string) => void): Promise<SuiteResults>;
}
