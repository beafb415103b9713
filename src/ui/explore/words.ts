import type { Candidate, Explanation } from '../../simulation/path/explanation.ts';

/** Metres in the unit that people would take. */
export function length(metres: number): string {
  if (metres >= 1) return `${metres.toFixed(2)} m`;
  if (metres >= 0.1) return `${(100 * metres).toFixed(1)} cm`;
  return `${(1000 * metres).toFixed(metres < 0.01 ? 2 : 1)} mm`;
}

export const count = (n: number, thing: string): string => `${n.toLocaleString('en')} ${thing}${n === 1 ? '' : 's'}`;

/** Why a boundary point isn't the answer. */
export const REASONS: Readonly<Record<Exclude<Candidate['verdict'], 'answer'>, string>> = {
  own: 'the point itself',
  culled: 'a nearer point lies beside it, so no ray was needed',
  elsewhere: 'the ray came there inside another layer of the body',
  left: 'the ray left the body on its way',
};

/** What the nearest boundary point by plain distance would do. */
export function euclideanVerdict({ euclidean }: Explanation): string {
  if (!euclidean) return 'none';
  if (euclidean.verdict === 'answer') return 'the same point';
  return euclidean.verdict === 'left' ? 'no way: the ray leaves the body' : 'no way: it lies on another layer';
}

export function restShapeVerdict({ restShape, answer }: Explanation): string {
  if (!restShape || !answer) return 'none';
  const ratio = restShape.distance / answer.distance;
  return ratio < 1.005 ? 'the same point' : `${ratio < 10 ? ratio.toFixed(2) : Math.round(ratio)} × as far`;
}
