import { type Arguments, wholeNumber } from '../cli/command.ts';
import { defaultWorkers } from '../cli/commands/run.ts';
import { EXIT, UsageError } from '../node/errors.ts';
import { print } from '../node/print.ts';
import type { Figure } from '../scenes/check.ts';
import { flattenedBall } from '../scenes/flattened-ball.ts';
import { turnedStart } from '../scenes/parts/turned-start.ts';
import { holds, valueText } from './check-results.ts';
import { runCheck } from './run-check.ts';

const DEFAULT_SEEDS = '1-14';
/** Share of the starts that must come free: of those with the default seeds, with which the scene was mended, and of others. */
const LEAST_SHARE = { default: 12 / 14, others: 10 / 14 } as const;
const LARGEST_SEED = 999_999;

/**
 * Runs the check of flattened-ball from many starts, each turned by 1e-3 rad about a random axis (turned-start.ts), and counts those that
 * come free: that meet every bound of the check. As many checks run at once as there are cores, each with one worker.
 * @returns the exit code
 */
export async function acceptStarts(args: Arguments): Promise<number> {
  const seedText = args.text('seeds') ?? DEFAULT_SEEDS;
  const seeds = parseSeeds(seedText);
  const waitingSeeds = [...seeds];
  let freeCount = 0;
  const runWaitingSeeds = async () => {
    for (let seed = waitingSeeds.shift(); seed !== undefined; seed = waitingSeeds.shift()) {
      const missed = await missedFigures(seed);
      if (missed.length === 0) freeCount++;
      print(`seed ${seed}: ${missed.length === 0 ? 'free' : missed.map(missedText).join('; ')}\n`);
    }
  };
  await Promise.all(Array.from({ length: defaultWorkers() }, runWaitingSeeds));
  const least = Math.ceil(LEAST_SHARE[seedText === DEFAULT_SEEDS ? 'default' : 'others'] * seeds.length);
  const isMet = freeCount >= least;
  print(`${isMet ? 'holds ' : 'MISSED'} ${freeCount} of ${seeds.length} starts come free, >= ${least}\n`);
  return isMet ? EXIT.ok : EXIT.failed;
}

/** Returns the figures of flattened-ball's check that miss their bounds from one start. */
async function missedFigures(seed: number): Promise<readonly Figure[]> {
  const scene = turnedStart(flattenedBall, seed);
  const figures = await runCheck({ scene, size: scene.size.small, backend: 'cpu', workers: 1 });
  return figures.filter((figure) => holds(figure) === false);
}

const missedText = ({ name, value, unit, relation, bound = Number.NaN }: Figure): string =>
  `${name} is ${valueText(value, unit)}, expected ${relation} ${valueText(bound, unit)}`;

/** Parses a seed, or the first and last one of a range, such as '1-14'. */
function parseSeeds(text: string): number[] {
  const [firstText = '', lastText = firstText, ...rest] = text.split('-');
  if (rest.length > 0)
    throw new UsageError(`--seeds is '${text}'; expected a number, or two with a dash: first and last`);
  const first = wholeNumber('--seeds', firstText, 0, LARGEST_SEED);
  const last = wholeNumber('--seeds', lastText, first, LARGEST_SEED);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
