import { isSameFoot } from '../../render/explore/path-marks.ts';
import { EXPLORE } from '../../render/palette.ts';
import { distanceBetween, type Explanation, type Foot } from '../../simulation/path/explanation.ts';
import type { Label } from './labels.ts';
import { coloursOf, type Owner } from './owners.ts';
import { length } from './words.ts';

/** Labels of one text nearer to one another than this share of a path are one. */
const SAME = 0.02;

/** The lengths of the paths, and the names of the other answers, each place once. */
export function labelsOf(explanations: readonly Explanation[], owners: readonly Owner[], focus: number): Label[] {
  const told = explanations[focus];
  if (!told) return [];
  const labels: Label[] = [];
  const colours = coloursOf(owners, focus);
  const add = (foot: Foot, text: string, colour: { getHexString(): string }) => {
    const isThere = (label: Label) =>
      label.text === text && distanceBetween(label.at, foot.point) < SAME * foot.distance;
    if (labels.some(isThere)) return;
    labels.push({ at: foot.point, text, colour: `#${colour.getHexString()}`, awayFrom: told.point });
  };
  const { answer, euclidean, restShape } = told;
  if (answer) add(answer, length(answer.distance), EXPLORE.path);
  for (const [i, { answer: other }] of explanations.entries())
    if (other && i !== focus) add(other, length(other.distance), colours[i]);
  if (euclidean && euclidean !== answer) add(euclidean, 'Euclidean', EXPLORE.euclidean);
  if (restShape && answer && !isSameFoot(restShape, answer)) add(restShape, 'rest shape', EXPLORE.restShape);
  return labels;
}
