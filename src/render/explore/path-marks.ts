import { Color } from 'three/webgpu';
import {
  type Candidate,
  distanceBetween,
  type Explanation,
  type Foot,
  type Point,
} from '../../simulation/view/explain/explanation.ts';
import { EXPLORE } from '../palette.ts';
import type { ScreenDot } from './screen-dots.ts';
import type { ScreenLine } from './screen-lines.ts';

/** What is drawn of one explanation or several. */
export interface PathMarks {
  readonly lines: ScreenLine[];
  readonly dots: ScreenDot[];
}

/** Candidates whose lines to p are drawn; of the others there are dots. */
const MAX_RAYS = 60;
/** Pixels. */
const WIDTHS = { path: 4.5, other: 3, wrong: 2.5, ray: 1.2, edge: 1.1 } as const;
const SIZES = { point: 15, foot: 14, wrong: 12, candidate: 7 } as const;
/** Of the paths of one place as a point of something else: three are told apart, more repeat. */
const OTHERS = [EXPLORE.other, new Color(0xc2188f), new Color(0x00869b)] as const;
export const otherColour = (i: number): Color => OTHERS[i % OTHERS.length];

/** A dash and its gap, as shares of the path's length. */
const DASH = 0.09;

/** Rejected candidates: small dots in the colour of their reason, and thin lines from p. */
export function candidateMarks({ candidates, point }: Explanation): PathMarks {
  const rejected = candidates.filter(({ verdict }) => verdict !== 'answer');
  const rays = rejected.filter(({ verdict }) => verdict !== 'own').slice(0, MAX_RAYS);
  return {
    lines: rays.flatMap((candidate) => ray(point, candidate)),
    dots: rejected.map(({ point: at, verdict }) => ({
      at,
      colour: colourOf(verdict),
      opacity: 0.9,
      size: SIZES.candidate,
    })),
  };
}

/** The part up to where the ray left the mesh is drawn strongly, what lies beyond faintly. */
function ray(from: Point, { point: to, exit, verdict }: Candidate): ScreenLine[] {
  const isCulled = verdict === 'culled';
  const style = { colour: colourOf(verdict), width: WIDTHS.ray, dash: 0 };
  const opacity = isCulled ? 0.22 : 0.5;
  if (!exit) return [{ from, to, ...style, opacity }];
  return [
    { from, to: exit, ...style, opacity },
    { from: exit, to, ...style, opacity: opacity / 3 },
  ];
}

export const colourOf = (verdict: Candidate['verdict']): Color =>
  verdict === 'answer'
    ? EXPLORE.path
    : verdict === 'culled'
      ? EXPLORE.culled
      : verdict === 'own'
        ? EXPLORE.own
        : EXPLORE.invalid;

/** The three answers: the shortest path, and what the two other ways would say where they say something else. */
export function answerMarks(explanation: Explanation, isFocus: boolean, colour: Color): PathMarks {
  const { point, answer, euclidean, restShape } = explanation;
  const lines: ScreenLine[] = [];
  const dots: ScreenDot[] = [];
  const to = (at: Point, style: { colour: Color; width: number; size: number; dash: number }) => {
    lines.push({ from: point, to: at, opacity: 1, ...style });
    dots.push({ at, opacity: 1, ...style });
  };
  const dash = DASH * (answer?.distance ?? restShape?.distance ?? 0);
  const wrong = { width: WIDTHS.wrong, size: SIZES.wrong, dash };
  if (isFocus && restShape && !(answer && looksSame(restShape, answer)))
    to(restShape.point, { ...wrong, colour: EXPLORE.restShape });
  if (isFocus && euclidean && euclidean.verdict !== 'answer')
    to(euclidean.point, { ...wrong, colour: EXPLORE.euclidean });
  if (answer) to(answer.point, { colour, width: isFocus ? WIDTHS.path : WIDTHS.other, size: SIZES.foot, dash: 0 });
  dots.push({ at: point, colour: EXPLORE.point, opacity: 1, size: SIZES.point });
  return { lines, dots };
}

/** Boundary points closer than this share of the path to them are one: far more than float64 rounds, far less than one sees. */
const SAME = 1e-5;

/** As that, to the eye. */
const LOOKS_SAME = 0.02;

/** Whether two answers are one boundary point; two that are as far aren't. */
export const isSameFoot = (a: Foot, b: Foot): boolean => distanceBetween(a.point, b.point) <= SAME * b.distance;

/** Whether their marks would cover one another. */
export const looksSame = (a: Foot, b: Foot): boolean => distanceBetween(a.point, b.point) <= LOOKS_SAME * b.distance;

/** The edges of elements. @param corners of each */
export function elementEdges(elements: readonly (readonly Point[])[], colour: Color): ScreenLine[] {
  return elements.flatMap((corners) =>
    corners.flatMap((from, i) =>
      corners.slice(i + 1).map((to) => ({ from, to, colour, opacity: 0.55, width: WIDTHS.edge, dash: 0 })),
    ),
  );
}
