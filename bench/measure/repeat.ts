/** How often something is repeated. */
export interface Repetitions {
  readonly fewest: number;
  readonly most: number;
  /** Time after which no further repetition begins, once there are `fewest` [s]. */
  readonly seconds: number;
}

/** Repeats something that takes an unknown time. @returns the results in order */
export async function repeat<T>({ fewest, most, seconds }: Repetitions, act: () => Promise<T>): Promise<T[]> {
  const end = performance.now() + 1000 * seconds;
  const results: T[] = [];
  while (results.length < most && (results.length < fewest || performance.now() < end)) results.push(await act());
  return results;
}
