import { didYouMean } from '../../cli/did-you-mean.ts';
import { quoted } from '../../math/text.ts';
import { UsageError } from '../../node/errors.ts';
import { judge } from './judge.ts';
import { publicStarts } from './public-starts.ts';
import { randomStarts, woundBars } from './random-starts.ts';
import { idOf, type Start } from './start.ts';
import { namedStarts } from './starts.ts';

/** Which random starts a suite has. */
export interface RandomChoice {
  readonly seed: number;
  /** Numbers of starts of two or three shapes, and of bars wound into themselves. */
  readonly random: number;
  readonly wound: number;
}

export const DEFAULT_CHOICE: RandomChoice = { seed: 1, random: 12, wound: 6 };

/** Starts for a quick look: each kind of overlap once, of few elements. */
export const QUICK: readonly string[] = [
  'box 45 %',
  '6 tets dy 0',
  '1 tet, shifted',
  'small in large, centred',
  'rod through block, centred',
  'rods at 90 deg, 0',
  'folded slab',
  'ten cubes in a handful',
];

/** A start counts as tangled if more than this share of its smallest body is shared. */
const TANGLED_SHARE = 0.01;
/** Starts that are drawn for each that is kept: most share volume. */
const DRAWN = 4;

/** Returns the benchmark's starts: the named ones, public shapes, and random ones by seed. */
export const suite = (choice: RandomChoice = DEFAULT_CHOICE): Start[] => parts(choice).flatMap((part) => part());

/** The parts of a suite, the least costly one first: it takes seconds to find random starts that are tangled. */
const parts = ({ seed, random, wound }: RandomChoice): readonly (() => Start[])[] => [
  namedStarts,
  publicStarts,
  () => tangled(randomStarts(DRAWN * random, seed), random),
  () => tangled(woundBars(DRAWN * wound, seed), wound),
];

/** Whether a start is meant by a word: its name, its name in files, or its group. */
const isMeant = (start: Start, word: string): boolean => [start.name, idOf(start), start.group].includes(word);

/**
 * Returns those starts of a suite that some words mean, each once.
 * @throws UsageError that names the starts if a word means none
 */
export function startsNamed(words: readonly string[], choice: RandomChoice): Start[] {
  const all: Start[] = [];
  const isKnown = (word: string) => all.some((start) => isMeant(start, word));
  for (const part of parts(choice)) {
    all.push(...part());
    if (words.every(isKnown)) return all.filter((start) => words.some((word) => isMeant(start, word)));
  }
  const unknown = words.find((word) => !isKnown(word)) ?? '';
  const names = [...all.map(idOf), ...new Set(all.map(({ group }) => group))];
  throw new UsageError(
    `--start is ${quoted(unknown)}; allowed are ${names.join(', ')}, and the starts' names${didYouMean(unknown, names)}`,
  );
}

/** Returns the first starts that are tangled. @param count of those returned */
function tangled(starts: readonly Start[], count: number): Start[] {
  const found: Start[] = [];
  for (const start of starts) {
    if (found.length === count) break;
    const { shared } = judge(
      start.bodies.map(({ mesh }) => mesh),
      start.bodies.map(({ positions }) => positions),
    );
    if (shared > TANGLED_SHARE) found.push(start);
  }
  return found;
}
