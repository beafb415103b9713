import { isSameFoot } from '../../render/explore/path-marks.ts';
import { type Candidate, distanceBetween, type Explanation } from '../../simulation/view/explain/explanation.ts';

/** Metres in the unit that people would take. */
export function length(metres: number): string {
  if (metres >= 1) return `${metres.toFixed(2)} m`;
  if (metres >= 0.1) return `${(100 * metres).toFixed(1)} cm`;
  return `${(1000 * metres).toFixed(metres < 0.01 ? 2 : 1)} mm`;
}

export const count = (n: number, thing: string): string => `${n.toLocaleString('en')} ${thing}${n === 1 ? '' : 's'}`;

/** What the ways to boundary points that aren't the answer are called, and why they aren't; the paper's terms in brackets. */
export const REASONS: Readonly<
  Record<Exclude<Candidate['verdict'], 'answer' | 'own'>, { readonly name: string; readonly why: string }>
> = {
  culled: { name: 'skipped', why: 'a neighbour is nearer, so its way needn’t be followed (culled)' },
  elsewhere: { name: 'another layer', why: 'the way there ends elsewhere in the body (invalid)' },
  left: { name: 'outside', why: 'the way there leaves the body (invalid)' },
};

/** What the nearest boundary point by plain distance would do. */
export function euclideanVerdict({ euclidean }: Explanation): string {
  if (!euclidean) return 'none';
  if (euclidean.verdict === 'answer') return 'the same point';
  return euclidean.verdict === 'left' ? 'wrong: the way there leaves the body' : 'wrong: it lies on another layer';
}

export function restShapeVerdict({ restShape, answer }: Explanation): string {
  if (!restShape || !answer) return 'none';
  if (isSameFoot(restShape, answer)) return 'the same point';
  // Nearer than the shortest path: then no path leads there.
  if (restShape.distance < answer.distance) return 'another point, and no valid path leads there';
  const ratio = restShape.distance / answer.distance;
  const off = length(distanceBetween(restShape.point, answer.point));
  return `${off} off, ${ratio < 10 ? ratio.toFixed(2) : Math.round(ratio)} × as far`;
}
