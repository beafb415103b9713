/**
 * Explanation of one shortest-path query, in 2D or 3D: which boundary points the path method tried, in which order, and why it accepted
 * or rejected each. The page and the pictures of the documentation draw it. Here, p is the query point. A ray runs from p towards a
 * boundary point s, from element to element.
 */

import { NONE } from '../../../mesh/topology.ts';
import type { TrialResult } from '../../path-2d/candidate.ts';

/** 2 or 3 coordinates [m]. */
export type Point = readonly number[];

/**
 * Verdict on a boundary point s that was tried:
 * - answer: s is the nearest boundary point with a valid path, so it is the answer.
 * - own: s is the query's own vertex, which is not a candidate.
 * - outer: no path can end at s, since p lies on the outer side of the boundary there. No ray was needed (docs/method.md, the last element).
 * - culled: p lies outside of the feasible region of s, so a boundary point beside s is nearer. No ray was needed (Chen et al. 2023,
 *   section 3.6).
 * - left: there is no valid path to s, since the ray left the mesh before s. This happens only near inverted elements. Elsewhere, the
 *   point where the ray leaves the mesh is nearer than s, so it has been tried before s and is the answer.
 * - elsewhere: there is no valid path to s, since the ray reached the position of s inside other elements: another layer of the body.
 */
export type Verdict = 'answer' | 'own' | 'outer' | 'culled' | 'left' | 'elsewhere';

/** The end of a way out. */
export interface End {
  readonly point: Point;
  /** Distance from p [m]. */
  readonly distance: number;
}

/** A boundary point at which a path may end. */
export interface Foot extends End {
  /** Boundary face (in 2D: segment) that the point lies on. */
  readonly face: number;
  /** Barycentric weights of the face's vertices at the point. */
  readonly weights: readonly number[];
}

/**
 * Reason why the carried distance field gives no answer: p's element is inverted or flat, or all corners of the element lie on the boundary
 * (`skin`), or the field is 0 at p or falls towards no side (`level`).
 */
export type NoField = 'inverted' | 'skin' | 'level';

/** The elements that a ray from p crosses, in order. Each is a neighbour of the element before. */
export interface Crossing {
  readonly elements: readonly number[];
  /** The point where the ray left the mesh [m]; missing if the ray did not leave it. */
  readonly exit?: Point;
}

/** A boundary point that was tried, with the verdict and the elements that the ray to it crosses. */
export interface Candidate extends Foot, Crossing {
  readonly verdict: Verdict;
}

export interface Explanation {
  /** p [m]. */
  readonly point: Point;
  /** The element that contains p. */
  readonly element: number;
  /** p's vertex if p is a vertex of this body, else undefined. */
  readonly vertex: number | undefined;
  /** Position of p in the rest shape [m]: the point with the same barycentric weights in the same element. */
  readonly restPoint: Point;
  /** The method's answer; undefined if no valid path exists. */
  readonly answer: Candidate | undefined;
  /**
   * Boundary points that were tried, near first, the answer last. Of the rejected points, only the nearest are listed: at most a requested
   * number.
   */
  readonly candidates: readonly Candidate[];
  /** Number of boundary points per verdict. `farther` is the number of points that are farther than the answer and were not tried. */
  readonly counts: Readonly<Record<Exclude<Verdict, 'answer'> | 'farther', number>>;
  /** The boundary point nearest to p by Euclidean distance, even if no valid path leads there. */
  readonly euclidean: Candidate | undefined;
  /**
   * The boundary point that is nearest to p in the rest shape: its position in the deformed body, and the elements that a ray from p to
   * this position crosses.
   */
  readonly restShape: (Foot & Crossing) | undefined;
  /**
   * The way out that the carried distance field tells: against its gradient g, as far as it would need to fall from its value d at p to 0. It ends at
   * p - d g/|g|^2, which is no certain boundary point; the depth is d/|g|. Missing if no field is known, as in 2D.
   */
  readonly distanceField?: End | NoField;
}

/** A candidate that hasn't been tried yet: for one boundary face, the point of this face that is closest to p. */
export interface Spot extends Foot {
  /**
   * Identifies the point, which is tried only once: several faces have the same key if their closest points are the same corner, or lie
   * on the same edge.
   */
  readonly key: number;
}

/** The path method's verdict on a boundary point, and the elements that the ray to it crosses. */
export type Judgement = Crossing & Pick<Candidate, 'verdict'>;

/**
 * Returns the verdict on a boundary point that the path method has tried.
 * @param result the method's result; 'farther' if the point is the answer already, found as the closest point of another face
 * @param trace follows the ray to the point
 */
export function judgementOf(result: TrialResult, trace: () => Crossing): Judgement {
  if (result === 'own vertex') return { verdict: 'own', elements: [] };
  if (result === 'outer side') return { verdict: 'outer', elements: [] };
  if (result === 'culled') return { verdict: 'culled', elements: [] };
  const crossing = trace();
  if (result === 'invalid') return { ...crossing, verdict: crossing.exit ? 'left' : 'elsewhere' };
  return { ...crossing, verdict: 'answer' };
}

/**
 * Tries boundary points, near first, until a valid path leads to one of them. This point is the answer (Chen et al. 2023, Theorem 1).
 * @param spots one point per boundary face: the one that is closest to p
 * @param listLength maximum number of rejected candidates listed
 * @param judge returns the verdict on a point, and the elements that a ray to it crosses
 */
export function judgeInOrder<S extends Spot>(
  spots: readonly S[],
  listLength: number,
  judge: (spot: S) => Judgement,
): Pick<Explanation, 'answer' | 'candidates' | 'counts' | 'euclidean'> {
  const ordered = withoutRepetition([...spots].sort(byDistance));
  const counts = { own: 0, outer: 0, culled: 0, left: 0, elsewhere: 0, farther: 0 };
  const candidates: Candidate[] = [];
  let answer: Candidate | undefined;
  let euclidean: Candidate | undefined;
  for (const [i, spot] of ordered.entries()) {
    const { point, face, weights, distance } = spot;
    const candidate: Candidate = { point, face, weights, distance, ...judge(spot) };
    if (candidate.verdict !== 'own') euclidean ??= candidate;
    if (candidate.verdict === 'answer') {
      answer = candidate;
      candidates.push(candidate);
      counts.farther = ordered.length - i - 1;
      break;
    }
    counts[candidate.verdict]++;
    if (candidates.length < listLength) candidates.push(candidate);
  }
  return { answer, candidates, counts, euclidean };
}

/** Compares two points by distance. Ties go to the smaller coordinates, as in the path methods, since face numbers are arbitrary. */
function byDistance(a: Spot, b: Spot): number {
  if (a.distance !== b.distance) return a.distance - b.distance;
  const k = a.point.findIndex((x, i) => x !== b.point[i]);
  return k < 0 ? a.face - b.face : a.point[k] - b.point[k];
}

/** Keeps the first spot of each key. */
function withoutRepetition<S extends Spot>(spots: readonly S[]): S[] {
  const seen = new Set<number>();
  return spots.filter(({ key }) => !seen.has(key) && seen.add(key));
}

/** Returns where the way out that the distance field tells ends; undefined if it tells none. */
export const fieldEnd = ({ distanceField }: Pick<Explanation, 'distanceField'>): End | undefined =>
  typeof distanceField === 'object' ? distanceField : undefined;

export const distanceBetween = (a: Point, b: Point): number => Math.hypot(...a.map((x, k) => x - b[k]));

/** Returns the weighted sum of points. @param weights one per point */
export const combine = (points: readonly Point[], weights: readonly number[]): number[] =>
  points[0].map((_, k) => points.reduce((sum, point, i) => sum + weights[i] * point[k], 0));

/**
 * Returns the elements on the way from the start of a walk to `element`.
 * @param cameFrom for each element reached, the element from which the walk reached it; NONE for the first element
 */
export function chainTo(cameFrom: ReadonlyMap<number, number>, element: number): number[] {
  const chain: number[] = [];
  for (let at = element; at !== NONE; at = cameFrom.get(at)!) chain.unshift(at);
  return chain;
}
