import { Color } from 'three/webgpu';
import {
  type Candidate,
  distanceBetween,
  type End,
  type Explanation,
  fieldEnd,
  type Point,
} from '../../simulation/view/explain/explanation.ts';
import { EXPLORE } from '../overlay-palette.ts';
import type { ScreenDot } from '../screen/screen-dots.ts';
import type { ScreenLine } from '../screen/screen-lines.ts';

/** Lines and dots that explain shortest-path queries. */
export interface PathMarks {
  readonly lines: ScreenLine[];
  readonly dots: ScreenDot[];
}

/** Maximum number of rejected candidates (boundary points that are not the answer) that get a line; the others get only a dot. */
const MAX_RAYS = 60;
/** Line widths and dot diameters [pixels]. `wrong` is for answers of other methods, `foot` for the boundary point where a path ends. */
const WIDTHS = { path: 4.5, other: 3, wrong: 2.5, ray: 1.2, edge: 1.1 } as const;
const SIZES = { point: 15, foot: 14, wrong: 12, candidate: 7 } as const;
/**
 * Colours of the other paths from the clicked place. If the place lies in several elements, there is one query per element, and so one
 * path. From the fourth other path on, colours repeat.
 */
const OTHER_COLOURS = [EXPLORE.other, new Color(0xc2188f), new Color(0x00869b)] as const;
export const otherColour = (i: number): Color => OTHER_COLOURS[i % OTHER_COLOURS.length];

/** Length of a dash together with the gap after it, as a share of the path's length. */
const DASH_SHARE = 0.09;

/** Returns the marks of rejected candidates: small dots in the colour of the reason, and thin lines from the query point. */
export function candidateMarks({ candidates, point }: Explanation): PathMarks {
  const rejected = candidates.filter(({ verdict }) => verdict !== 'answer');
  const candidatesWithLine = rejected.filter(({ verdict }) => verdict !== 'own').slice(0, MAX_RAYS);
  return {
    lines: candidatesWithLine.flatMap((candidate) => linesToCandidate(point, candidate)),
    dots: rejected.map(({ point: at, verdict }) => ({
      at,
      colour: VERDICT_COLOURS[verdict],
      opacity: 0.9,
      size: SIZES.candidate,
    })),
  };
}

/** Returns the line to a candidate. If the line leaves the body at `exit`, the part beyond is drawn more faintly. */
function linesToCandidate(from: Point, { point: to, exit, verdict }: Candidate): ScreenLine[] {
  const hasRay = verdict === 'left' || verdict === 'elsewhere';
  const style = { colour: VERDICT_COLOURS[verdict], width: WIDTHS.ray, dash: 0 };
  const opacity = hasRay ? 0.5 : 0.22;
  if (!exit) return [{ from, to, ...style, opacity }];
  return [
    { from, to: exit, ...style, opacity },
    { from: exit, to, ...style, opacity: opacity / 3 },
  ];
}

const VERDICT_COLOURS: Readonly<Record<Candidate['verdict'], Color>> = {
  answer: EXPLORE.path,
  own: EXPLORE.own,
  outer: EXPLORE.outer,
  culled: EXPLORE.culled,
  left: EXPLORE.invalid,
  elsewhere: EXPLORE.invalid,
};

/**
 * Returns the marks of a query's answers: the shortest path, and the answers of the Euclidean method, the rest-shape method and the distance
 * field if they differ from the shortest path.
 * @param isFocus whether the query is in focus; if not, only its shortest path is marked
 */
export function answerMarks(explanation: Explanation, isFocus: boolean, colour: Color): PathMarks {
  const { point, answer, euclidean, restShape } = explanation;
  const field = fieldEnd(explanation);
  const lines: ScreenLine[] = [];
  const dots: ScreenDot[] = [];
  const addAnswer = (at: Point, style: { colour: Color; width: number; size: number; dash: number }) => {
    lines.push({ from: point, to: at, opacity: 1, ...style });
    dots.push({ at, opacity: 1, ...style });
  };
  const dash = DASH_SHARE * (answer?.distance ?? restShape?.distance ?? 0);
  const wrongStyle = { width: WIDTHS.wrong, size: SIZES.wrong, dash };
  if (isFocus && restShape && !(answer && looksSame(restShape, answer)))
    addAnswer(restShape.point, { ...wrongStyle, colour: EXPLORE.restShape });
  if (isFocus && field && !(answer && looksSame(field, answer)))
    addAnswer(field.point, { ...wrongStyle, colour: EXPLORE.distanceField });
  if (isFocus && euclidean && euclidean.verdict !== 'answer')
    addAnswer(euclidean.point, { ...wrongStyle, colour: EXPLORE.euclidean });
  if (answer)
    addAnswer(answer.point, { colour, width: isFocus ? WIDTHS.path : WIDTHS.other, size: SIZES.foot, dash: 0 });
  dots.push({ at: point, colour: EXPLORE.point, opacity: 1, size: SIZES.point });
  return { lines, dots };
}

/**
 * Two boundary points count as the same if their distance is at most this share of the path's length. The share is far above float64's
 * rounding errors and far below visible distances.
 */
const SAME_POINT_SHARE = 1e-5;

/** Two boundary points look the same if their distance is at most this share of the path's length. */
const SAME_LOOK_SHARE = 0.02;

/** Returns whether two paths end at the same boundary point. Two different points at the same distance from the query are not the same. */
export const isSameFoot = (a: End, b: End): boolean =>
  distanceBetween(a.point, b.point) <= SAME_POINT_SHARE * b.distance;

/** Returns whether the marks of two answers would cover one another. */
export const looksSame = (a: End, b: End): boolean => distanceBetween(a.point, b.point) <= SAME_LOOK_SHARE * b.distance;

/**
 * Returns lines along the six edges of each element.
 * @param elements corners of each element (tetrahedron), 4 points per element
 */
export function elementEdges(elements: readonly (readonly Point[])[], colour: Color): ScreenLine[] {
  return elements.flatMap((corners) =>
    corners.flatMap((from, i) =>
      corners.slice(i + 1).map((to) => ({ from, to, colour, opacity: 0.55, width: WIDTHS.edge, dash: 0 })),
    ),
  );
}
