import { digits, type Verdict } from './report.ts';

/**
 * Why a figure that rounds have misses its bound. Where the best of them holds it, the code can do it: what else ran on the machine
 * took the others' time. Else what is known of the work itself.
 * @param rounds the figure in each round    @param reason of the work
 */
export function whyByRounds(
  rounds: readonly number[],
  { relation, bound }: Pick<Verdict, 'relation' | 'bound'>,
  reason: string,
): string {
  const [least, most] = [Math.min(...rounds), Math.max(...rounds)];
  const holdsOnce = relation === '>=' ? most >= bound : least <= bound;
  const range = `rounds from ${digits(least)} to ${digits(most)}`;
  return holdsOnce
    ? `${range}: some hold, so what else ran on the machine tells, and the bound is near what the work takes: ${reason}`
    : `${range}: ${reason}`;
}

/** Of two workers over one, by the ratio in each round. */
export const whyTwoWorkers = (rounds: readonly number[], bound: number): string =>
  whyByRounds(
    rounds,
    { relation: '>=', bound },
    'both workers load from the cache and memory that they share, and where a part of the work ends the earlier one waits for the later: what else runs on either core slows both',
  );
