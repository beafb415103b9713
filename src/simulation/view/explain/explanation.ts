/**
 * Explanation of one shortest-path query, in 2D and in 3D alike: the boundary points that the method tried, in which order, and why
 * it rejected or took each. The page and pictures draw it.
 */

import { NONE } from '../../../mesh/topology.ts';

/** 2 or 3 coordinates [m]. */
export type Point = readonly number[];

/**
 * Verdict on a boundary point that was tried:
 * - answer: the nearest one that a valid path leads to
 * - own: the query's own vertex, which is no candidate
 * - culled: p lies outside its feasible region, so that another boundary point beside it is nearer; no ray was needed (section 3.6)
 * - left: invalid, the ray left the mesh on its way. With points tried near first, this happens only past inverted elements:
 *   elsewhere the point where a ray leaves is itself a nearer answer
 * - elsewhere: invalid, the ray reached that place inside other elements: another layer of the body lies there
 */
export type Verdict = 'answer' | 'own' | 'culled' | 'left' | 'elsewhere';

/** A point of the boundary that a path may lead to. */
export interface Foot {
  readonly point: Point;
  /** Boundary face (in 2D: segment) that holds it, and the barycentric weights of that face's vertices. */
  readonly face: number;
  readonly weights: readonly number[];
  /** Distance from p [m]. */
  readonly distance: number;
}

/** The elements that a ray from p crosses, in order: each is a neighbour of the one before. */
export interface Crossing {
  readonly elements: readonly number[];
  /** The point where the ray left the mesh, if it did [m]. */
  readonly exit?: Point;
}

export interface Candidate extends Foot, Crossing {
  readonly verdict: Verdict;
}

export interface Explanation {
  /** p [m], the element that holds it, and its own vertex if it is one of this body's. */
  readonly point: Point;
  readonly element: number;
  readonly vertex: number | undefined;
  /** p's place in the rest shape [m], as a point of its element. */
  readonly restPoint: Point;
  /** The method's answer; undefined if no valid path exists. */
  readonly answer: Candidate | undefined;
  /** Points tried, near first, up to and including the answer; of the rejected ones at most the requested number. */
  readonly candidates: readonly Candidate[];
  /** Number of boundary points per verdict; `farther` counts those that were not tried. */
  readonly counts: Readonly<Record<Exclude<Verdict, 'answer'> | 'farther', number>>;
  /** The boundary point nearest to p by Euclidean distance, even if no valid path leads there. */
  readonly euclidean: Candidate | undefined;
  /** The boundary point nearest to p in the rest shape, at its current place, and the elements that a ray to it crosses. */
  readonly restShape: (Foot & Crossing) | undefined;
}

/** A boundary point with its distance, before it is tried. */
export interface Spot extends Foot {
  /** Equal for points that several faces share: a corner or a point of an edge. */
  readonly key: number;
  readonly isOwn: boolean;
}

export type Judgement = Crossing & { readonly verdict: Exclude<Verdict, 'own'> };

/**
 * Tries boundary points near first until a valid path leads to one: the nearest candidate with a valid path is the answer (Chen et
 * al. 2023, Theorem 1).
 * @param spots the closest point of every boundary face    @param kept most rejected candidates listed
 * @param judge gives the verdict on a point, and the elements that a ray to it crosses
 */
export function judgeInOrder<S extends Spot>(
  spots: readonly S[],
  kept: number,
  judge: (spot: S) => Judgement,
): Pick<Explanation, 'answer' | 'candidates' | 'counts' | 'euclidean'> {
  const ordered = once([...spots].sort(byDistance));
  const counts = { own: 0, culled: 0, left: 0, elsewhere: 0, farther: 0 };
  const candidates: Candidate[] = [];
  let answer: Candidate | undefined;
  let euclidean: Candidate | undefined;
  for (const [i, spot] of ordered.entries()) {
    const { point, face, weights, distance } = spot;
    const judgement = spot.isOwn ? ({ verdict: 'own', elements: [] } as const) : judge(spot);
    const candidate: Candidate = { point, face, weights, distance, ...judgement };
    if (!spot.isOwn) euclidean ??= candidate;
    if (candidate.verdict === 'answer') {
      answer = candidate;
      candidates.push(candidate);
      counts.farther = ordered.length - i - 1;
      break;
    }
    counts[candidate.verdict]++;
    if (candidates.length < kept) candidates.push(candidate);
  }
  return { answer, candidates, counts, euclidean };
}

/** Ties go to the smaller coordinates, as in the methods, since face numbers are arbitrary. */
function byDistance(a: Spot, b: Spot): number {
  if (a.distance !== b.distance) return a.distance - b.distance;
  const k = a.point.findIndex((x, i) => x !== b.point[i]);
  return k < 0 ? a.face - b.face : a.point[k] - b.point[k];
}

/** Keeps the first spot of each key. */
function once<S extends Spot>(spots: readonly S[]): S[] {
  const seen = new Set<number>();
  return spots.filter(({ key }) => !seen.has(key) && seen.add(key));
}

export const distanceBetween = (a: Point, b: Point): number => Math.hypot(...a.map((x, k) => x - b[k]));

/** Weighted sum of points. @param rows points    @param weights one per point */
export const combine = (rows: readonly Point[], weights: readonly number[]): number[] =>
  rows[0].map((_, k) => rows.reduce((sum, row, i) => sum + weights[i] * row[k], 0));

/** The elements from the start of a walk to an element, given the one from which each was reached (NONE at the start). */
export function chainTo(cameFrom: ReadonlyMap<number, number>, element: number): number[] {
  const chain: number[] = [];
  for (let at = element; at !== NONE; at = cameFrom.get(at)!) chain.unshift(at);
  return chain;
}
