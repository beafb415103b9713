import { EXPLORE } from '../../render/palette.ts';
import type { Explanation } from '../../simulation/path/explanation.ts';
import { count, euclideanVerdict, length, REASONS, restShapeVerdict } from './words.ts';

/** What is told of a query. */
export interface Told {
  /** Where the point is, in words. */
  readonly where: string;
  readonly explanations: readonly Explanation[];
  readonly focus: number;
}

/** What elements and boundary are called. */
export interface Nouns {
  readonly element: string;
  readonly boundary: string;
}

/** The legend of the picture, with its numbers. @param next tells another of the explanations in full */
export function tellInto(
  host: HTMLElement,
  { where, explanations, focus }: Told,
  nouns: Nouns,
  next: () => void,
): void {
  const explanation = explanations[focus];
  const others = explanations.filter((_, i) => i !== focus);
  host.innerHTML = `<p class="where"></p><dl>${answers(explanation, others, nouns)}</dl>${considered(explanation, nouns)}`;
  host.querySelector('p')!.textContent = where;
  if (others.length === 0) return;
  const button = document.createElement('button');
  button.className = 'next';
  button.textContent = 'tell the other one (or click)';
  button.onclick = next;
  host.querySelector('dl')!.after(button);
}

const swatch = (colour: { getHexString(): string }, shape: 'line' | 'dashed' | 'dot') =>
  `<i class="${shape}" style="--mark: #${colour.getHexString()}"></i>`;

const row = (mark: string, name: string, value: string, note: string) =>
  `<dt>${mark}${name}</dt><dd>${value}</dd><dd class="note">${note}</dd>`;

function answers(explanation: Explanation, others: readonly Explanation[], { element }: Nouns): string {
  const { euclidean, restShape } = explanation;
  const way = ({ answer }: Explanation) =>
    [
      answer ? length(answer.distance) : '–',
      answer ? `through ${count(answer.elements.length, element)}` : 'no valid path leads out',
    ] as const;
  const closest = (foot: Explanation['restShape']) => (foot ? length(foot.distance) : '–');
  return [
    row(swatch(EXPLORE.path, 'line'), 'shortest path', ...way(explanation)),
    ...grouped(others).map(([other, times]) => {
      const name = times === 1 ? `as the other ${element}` : `as ${times} other ${element}s`;
      return row(swatch(EXPLORE.other, 'line'), name, ...way(other));
    }),
    row(swatch(EXPLORE.euclidean, 'dashed'), 'Euclidean closest', closest(euclidean), euclideanVerdict(explanation)),
    row(swatch(EXPLORE.restShape, 'dashed'), 'rest-shape closest', closest(restShape), restShapeVerdict(explanation)),
  ].join('');
}

/** Explanations with paths of one length, and how many they are. */
function grouped(explanations: readonly Explanation[]): (readonly [Explanation, number])[] {
  const lengths = explanations.map(({ answer }) => (answer ? length(answer.distance) : ''));
  const isFirst = (_: Explanation, i: number) => lengths.indexOf(lengths[i]) === i;
  return explanations.filter(isFirst).map((explanation) => {
    const own = lengths[explanations.indexOf(explanation)];
    return [explanation, lengths.filter((other) => other === own).length] as const;
  });
}

const REJECTED = [
  ['elsewhere', 'invalid', EXPLORE.invalid],
  ['left', 'invalid', EXPLORE.invalid],
  ['culled', 'culled', EXPLORE.culled],
  ['own', 'own vertex', EXPLORE.own],
] as const;

function considered({ counts, candidates, answer }: Explanation, { boundary }: Nouns): string {
  const nearer = counts.own + counts.culled + counts.left + counts.elsewhere;
  const lines = REJECTED.filter(([verdict]) => counts[verdict] > 0).map(([verdict, name, colour]) =>
    row(swatch(colour, 'dot'), name, counts[verdict].toLocaleString('en'), REASONS[verdict]),
  );
  const drawn = candidates.length - (answer ? 1 : 0);
  const listed = drawn < nearer ? ` (the nearest ${drawn} are drawn)` : '';
  const head =
    nearer === 0
      ? `The nearest point of the ${boundary} is the answer: the first one looked at.`
      : `${count(nearer, 'point')} of the ${boundary} ${nearer === 1 ? 'is nearer, and was' : 'are nearer, and were'} rejected${listed}:`;
  return `<p class="head">${head}</p><dl>${lines.join('')}</dl>
    <p class="farther">${count(counts.farther, 'other')} farther away ${counts.farther === 1 ? 'was' : 'were'} never looked at.</p>`;
}
