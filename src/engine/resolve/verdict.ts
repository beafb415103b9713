import { isWhole, type Judged, LEAST_VOLUME, sharesVolume } from './judge.ts';
import { isApart } from './overlap.ts';

const plural = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`;
const tetrahedra = (count: number): string => plural(count, 'tetrahedron', 'tetrahedra');

/** Digits of percentages. */
const DIGITS = 3;
const percent = (share: number): string => String(Number((100 * share).toPrecision(DIGITS)));

/** Says what a tangled pose is like, and what keeps the pose that was found from being free: what was found, what was expected, and what helps. */
export function describeTangles(
  start: Judged,
  end: Judged,
  { steps, mostSteps }: { readonly steps: number; readonly mostSteps: number },
): string[] {
  const notes: string[] = [];
  if (end.free) return notes;
  notes.push(`Not free: ${reasonsOf(end).join('; ')}.`);
  if (start.overlap.inverted > 0)
    notes.push(
      `The given pose has ${tetrahedra(start.overlap.inverted)} flat or turned inside out: contacts push nothing there until the material has turned them back. If it can't, they have to be repaired first.`,
    );
  notes.push(
    steps >= mostSteps
      ? `The greatest number of steps, ${mostSteps}, was reached: more may help (mostSteps, on the command line --steps).`
      : `The overlap stopped falling after ${plural(steps, 'step')}: more won't help. Start from a pose that is less tangled or less deformed, or move the pieces apart by hand.`,
  );
  return notes;
}

/** Names each condition of a free pose that isn't met, with what was found and what was expected. */
function reasonsOf({ overlap, volumes }: Judged): string[] {
  const { inside, piercing, buried, inverted } = overlap;
  const reasons: string[] = [];
  if (!isApart(overlap))
    reasons.push(
      `${plural(inside, 'vertex', 'vertices')} inside, ${tetrahedra(buried)} with the middle inside, ${plural(piercing, 'edge')} through faces, expected none`,
    );
  if (sharesVolume(volumes))
    reasons.push(`a volume of ${percent(volumes.shared)} % of the smallest piece is shared, expected none`);
  if (inverted > 0) reasons.push(`${tetrahedra(inverted)} flat or turned inside out, expected none`);
  if (!isWhole(volumes))
    reasons.push(`a piece has ${volumes.least.toFixed(2)} of its rest volume, expected at least ${LEAST_VOLUME}`);
  return reasons;
}
