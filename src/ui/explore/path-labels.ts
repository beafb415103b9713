import { looksSame } from '../../render/explore/path-marks.ts';
import { EXPLORE } from '../../render/palette.ts';
import type { Explanation, Foot } from '../../simulation/view/explain/explanation.ts';
import type { Label } from './labels.ts';
import { coloursOf, type Owner } from './owners.ts';
import { length } from './words.ts';

/** The lengths of the paths, and the names of the other answers, each place once. */
export function labelsOf(explanations: readonly Explanation[], owners: readonly Owner[], focus: number): Label[] {
  const told = explanations[focus];
  if (!told) return [];
  const labels: { at: Foot; label: Label }[] = [];
  const colours = coloursOf(owners, focus);
  const add = (foot: Foot, text: string, colour: { getHexString(): string }) => {
    if (labels.some(({ label, at }) => label.text === text && looksSame(at, foot))) return;
    const style = { text, colour: `#${colour.getHexString()}`, awayFrom: told.point };
    labels.push({ at: foot, label: { at: foot.point, ...style } });
  };
  const { answer, euclidean, restShape } = told;
  if (answer) add(answer, length(answer.distance), EXPLORE.path);
  for (const [i, { answer: other }] of explanations.entries())
    if (other && i !== focus) add(other, length(other.distance), colours[i]);
  if (euclidean && euclidean !== answer) add(euclidean, 'Euclidean', EXPLORE.euclidean);
  if (restShape && answer && !looksSame(restShape, answer)) add(restShape, 'rest shape', EXPLORE.restShape);
  return labels.map(({ label }) => label);
}
