/**
 * One shortest-path query with all that one would draw of it, in 2D and in 3D alike: what the method looked at, in which
 * order, and why it took what it took.
 */

/** 2 or 3 coordinates [m]. */
export type Point = readonly number[];

/**
 * What became of a boundary point that was looked at:
 * - answer: the nearest one that a valid path leads to
 * - own: the very vertex that asks
 * - culled: p lies outside its feasible region, so that a nearer point lies beside it; no ray was needed (section 3.6)
 * - left: invalid, the ray left the mesh on its way. Near first this happens past inverted elements only: elsewhere the
 *   point where a ray leaves is itself a nearer way out
 * - elsewhere: invalid, the ray came to that place inside other elements: another layer of the body lies there
 */
export type Verdict = 'answer' | 'own' | 'culled' | 'left' | 'elsewhere';

/** A point of the boundary. */
export interface Foot {
  readonly point: Point;
  /** Boundary face (in 2D: edge) that holds it, and the weights of that face's vertices. */
  readonly face: number;
  readonly weights: readonly number[];
  /** From p [m]. */
  readonly distance: number;
}

/** The elements that a ray from p passes, in order: each is a neighbour of the one before. */
export interface Crossing {
  readonly elements: readonly number[];
  /** Where the ray left the mesh, if it did [m]. */
  readonly exit?: Point;
}

export interface Candidate extends Foot, Crossing {
  readonly verdict: Verdict;
}

export interface Explanation {
  /** p [m], the element that it is a point of, and its own vertex if it is one of this body's. */
  readonly point: Point;
  readonly element: number;
  readonly vertex: number | undefined;
  /** Where p lies in the rest shape, as a point of its element [m]. */
  readonly restPoint: Point;
  /** Undefined where no valid path exists. */
  readonly answer: Candidate | undefined;
  /** Near first, up to and with the answer; of the rejected ones at most so many as were asked for. */
  readonly candidates: readonly Candidate[];
  /** How many points of the boundary met which verdict; `farther` were never looked at. */
  readonly counts: Readonly<Record<Exclude<Verdict, 'answer'> | 'farther', number>>;
  /** The nearest boundary point by plain distance, whatever lies between. */
  readonly euclidean: Candidate | undefined;
  /** The boundary point nearest to p's place in the rest shape, as it lies now, and what a ray to it passes. */
  readonly restShape: (Foot & Crossing) | undefined;
}

/** A boundary point by its distance, before anything is known of it. */
export interface Spot extends Foot {
  /** The same for the points that several faces share: a corner, an edge. */
  readonly key: number;
  readonly isOwn: boolean;
}

export type Judgement = Crossing & { readonly verdict: Exclude<Verdict, 'own'> };

/**
 * Looks at boundary points near first until a valid path leads to one: the nearest candidate that a valid path leads to is
 * the answer (Chen et al. 2023, Theorem 1).
 * @param spots the closest point of every boundary face    @param kept how many rejected candidates are listed at most
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

/** Ties go to the smaller coordinates, as in the methods: a face's number means nothing. */
function byDistance(a: Spot, b: Spot): number {
  if (a.distance !== b.distance) return a.distance - b.distance;
  const k = a.point.findIndex((x, i) => x !== b.point[i]);
  return k < 0 ? a.face - b.face : a.point[k] - b.point[k];
}

function once<S extends Spot>(spots: readonly S[]): S[] {
  const seen = new Set<number>();
  return spots.filter(({ key }) => !seen.has(key) && seen.add(key));
}

export const distanceBetween = (a: Point, b: Point): number => Math.hypot(...a.map((x, k) => x - b[k]));

/** @param rows points    @param weights one a row */
export const combine = (rows: readonly Point[], weights: readonly number[]): number[] =>
  rows[0].map((_, k) => rows.reduce((sum, row, i) => sum + weights[i] * row[k], 0));
