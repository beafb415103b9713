/** A benchmark: `npm run bench -- NAME`. */
export interface Bench {
  readonly name: string;
  readonly summary: string;
  /** How long it takes, on two cores. */
  readonly duration: string;
  /** Prints its figures and writes them to bench/results. @returns how many bounds were missed */
  run(): Promise<number>;
}
