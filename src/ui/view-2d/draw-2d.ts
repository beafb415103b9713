import { EXPLORE } from '../../render/overlay-palette.ts';
import {
  type Candidate,
  combine,
  type Crossing,
  distanceBetween,
  type Explanation,
  type Foot,
  type Point,
} from '../../simulation/view/explain/explanation.ts';
import { mapPointToShape, pointOf, type StillBody2d } from '../../simulation/view/explain/explain-path-2d.ts';
import type { PathBody2d } from '../../simulation/path-2d/path-body.ts';
import { length } from '../explore/words.ts';
import { extentOf, type Mapping } from './layout.ts';
import { inLanes, liftPath, runsBackward } from './lift-path.ts';
import type { Picture } from './picture.ts';
import type { Place } from './place-labels.ts';

/**
 * A body, and two mappings to the picture: one for its deformed shape (`now`), one for its rest shape. As in the paper, p is the query
 * point, and s is the boundary point where p's path ends. A bar over a letter (p̄, s̄) marks the same point in the rest shape.
 */
export interface Shapes {
  readonly body: StillBody2d;
  readonly now: Mapping;
  readonly rest: Mapping;
  /** Inverted triangles. */
  readonly inverted: ReadonlySet<number>;
}

const css = (colour: { getHexString(): string }) => `#${colour.getHexString()}`;
export const INK = {
  point: css(EXPLORE.point),
  path: css(EXPLORE.path),
  other: css(EXPLORE.other),
  euclidean: css(EXPLORE.euclidean),
  restShape: css(EXPLORE.restShape),
  outer: css(EXPLORE.outer),
  culled: css(EXPLORE.culled),
  invalid: css(EXPLORE.invalid),
  own: css(EXPLORE.own),
  region: css(EXPLORE.own),
  /** The image of the rest shape's boundary. */
  image: '#a3123a',
  /** A body that is no part of the mesh. */
  guest: '#414c57',
} as const;
/** Colour of each boundary point that was tried, by the verdict on its path. */
const VERDICT_INK: Readonly<Record<Candidate['verdict'], string>> = {
  answer: INK.path,
  own: INK.own,
  outer: INK.outer,
  culled: INK.culled,
  left: INK.invalid,
  elsewhere: INK.invalid,
};

/** Hues at the left and the right end of the rest shape [degrees]. */
const HUES = { begin: 20, end: 290 } as const;
/** Colour of inverted triangles. */
const INVERTED_COLOUR = '#9aa1a9';
/** Two boundary points count as the same if their distance is below this share of the path's length. */
const SAME_POINT = 0.02;

const SHAPES = ['now', 'rest'] as const;

const cornersOf = ({ topology, positions }: PathBody2d, triangle: number) =>
  [0, 1, 2].map((k) => pointOf(positions, topology.triangles[3 * triangle + k]));

/** Draws the triangles and the boundary of both shapes. A triangle's colour shows its place in the rest shape. */
export function drawMesh(picture: Picture, { body, inverted, ...mappings }: Shapes): void {
  const { topology } = body.now;
  const [x0, , x1] = extentOf(body.rest.positions);
  const fillOf = (triangle: number) => {
    if (inverted.has(triangle)) return INVERTED_COLOUR;
    const middle = cornersOf(body.rest, triangle).reduce((sum, [x]) => sum + x / 3, 0);
    return `oklch(0.9 0.07 ${(HUES.begin + ((HUES.end - HUES.begin) * (middle - x0)) / (x1 - x0)).toFixed(0)})`;
  };
  const all = Array.from({ length: topology.triangleCount }, (_, triangle) => triangle);
  // Inverted triangles are drawn over those that they cover.
  const order = [...all.filter((triangle) => !inverted.has(triangle)), ...inverted];
  for (const shape of SHAPES) {
    for (const triangle of order) {
      const corners = cornersOf(body[shape], triangle).map(mappings[shape].toPicture);
      picture.polygon('mesh', corners, { fill: fillOf(triangle), class: 'triangle' });
    }
    for (let i = 0; i < topology.segments.length; i += 2) {
      const ends = Array.from(topology.segments.subarray(i, i + 2), (v) => pointOf(body[shape].positions, v));
      picture.line('mesh', ends.map(mappings[shape].toPicture), { class: 'outline' });
    }
  }
}

/** Highlights the triangles that a path passes, in both shapes. */
function drawElements(
  picture: Picture,
  { body, inverted, ...mappings }: Shapes,
  elements: readonly number[],
  ink: string,
): void {
  for (const shape of SHAPES)
    for (const element of elements) {
      const corners = cornersOf(body[shape], element).map(mappings[shape].toPicture);
      const fill = inverted.has(element) ? 'none' : ink;
      picture.polygon('elements', corners, { fill, stroke: ink, class: 'crossed' });
    }
}

/** Returns the place of a boundary point in the rest shape [m]. */
export function footInRest({ rest }: StillBody2d, { face, weights }: Foot): number[] {
  const ends = rest.topology.segments.subarray(2 * face, 2 * face + 2);
  return combine(
    Array.from(ends, (v) => pointOf(rest.positions, v)),
    weights,
  );
}

/** Labels of an explanation. */
export interface Names {
  /** Label of p's place in the rest shape. */
  readonly p: string;
  /** Label of the boundary point where the path ends, beside the path's length; empty if s means another point. */
  readonly s: '' | 's';
}

/**
 * Draws one explanation in both shapes: the shortest path, and for the explanation in focus also the points that were rejected.
 * @param detail for the explanation in focus: whether to draw the rejected points, and the answers of simpler methods too
 */
export function drawExplanation(
  picture: Picture,
  shapes: Shapes,
  explanation: Explanation,
  isFocus: boolean,
  names: Names,
  detail: 'path' | 'rejected' | 'all',
): void {
  const ink = isFocus ? INK.path : INK.other;
  drawElements(picture, shapes, explanation.answer?.elements ?? [], ink);
  if (isFocus && detail !== 'path') drawRejected(picture, shapes, explanation);
  if (isFocus && detail === 'all') drawWrongAnswers(picture, shapes, explanation);
  drawAnswer(picture, shapes, explanation, ink, names);
}

function drawAnswer(
  picture: Picture,
  { body, now, rest }: Shapes,
  { answer, point, restPoint }: Explanation,
  ink: string,
  names: Names,
): void {
  const restPlace = rest.toPicture(restPoint);
  picture.dot(restPlace, 6.5, INK.point);
  if (!answer) {
    picture.label(restPlace, names.p, ink);
    return;
  }
  const end = footInRest(body, answer);
  const lifted = liftPath(body, [point, restPoint], answer.elements, [answer.point, end]);
  const places = lifted.now.map(now.toPicture);
  const line = { stroke: ink, 'stroke-width': 4 };
  // A path through inverted triangles turns back over itself, so its runs are drawn beside one another.
  picture.line('paths', runsBackward(lifted) ? inLanes(places) : [places[0], places.at(-1)!], line);
  picture.line('paths', lifted.rest.map(rest.toPicture), line);
  picture.dot(now.toPicture(answer.point), 7, ink);
  picture.dot(rest.toPicture(end), 6, ink);
  picture.label(now.toPicture(answer.point), `${names.s && `${names.s} · `}${length(answer.distance)}`, ink);
  picture.label(restPlace, names.p, ink);
}

function drawRejected(picture: Picture, { body, now, rest }: Shapes, { candidates, point }: Explanation): void {
  for (const candidate of candidates) {
    const { point: tried, verdict } = candidate;
    if (verdict === 'answer') continue;
    const ink = VERDICT_INK[verdict];
    const opacity = verdict === 'culled' || verdict === 'outer' ? 0.5 : 0.8;
    picture.line('rays', [now.toPicture(point), now.toPicture(tried)], { stroke: ink, 'stroke-width': 1.4, opacity });
    picture.dot(now.toPicture(tried), 4.5, ink);
    picture.dot(rest.toPicture(footInRest(body, candidate)), 4, ink);
  }
}

/**
 * Draws the answers of two simpler methods, each only if it differs from the shortest path: the boundary point at the least Euclidean
 * distance, and the boundary point that is nearest in the rest shape.
 */
function drawWrongAnswers(
  picture: Picture,
  { body, now, rest }: Shapes,
  { answer, euclidean, restShape, point, restPoint }: Explanation,
): void {
  const add = (foot: Foot, ink: string, name: string, isStraightInRest: boolean) => {
    const line = { stroke: ink, 'stroke-width': 2.5, 'stroke-dasharray': '7 6' };
    const [from, to] = [now.toPicture(point), now.toPicture(foot.point)];
    const restPlace = rest.toPicture(footInRest(body, foot));
    picture.line('paths', [from, to], line);
    if (isStraightInRest) picture.line('paths', [rest.toPicture(restPoint), restPlace], line);
    picture.dot(to, 6, ink);
    picture.dot(restPlace, 5, ink);
    picture.label(to, name, ink);
  };
  const isDifferent = (foot: Foot) =>
    !answer || distanceBetween(foot.point, answer.point) > SAME_POINT * answer.distance;
  if (restShape && isDifferent(restShape)) add(restShape, INK.restShape, 'rest shape', true);
  if (euclidean && isDifferent(euclidean)) add(euclidean, INK.euclidean, 'Euclidean', false);
}

/** Half the side of the cross where a segment leaves the body [pixels]. */
const HALF_CROSS = 6;

/**
 * Draws the segment from p to a boundary point s. If the segment leaves the body, the part outside is dotted.
 * @param triangle the triangle that contains p
 * @param foot the boundary point s
 * @param trace the triangles that the segment crosses, whether the last one contains s, and where the segment leaves the body
 */
export function drawSegment(
  picture: Picture,
  shapes: Shapes,
  p: Point,
  triangle: number,
  foot: Foot,
  trace: Crossing & { reached: boolean },
): void {
  const { body, now, rest } = shapes;
  const ink = trace.reached ? INK.path : INK.invalid;
  const [from, to] = [now.toPicture(p), now.toPicture(foot.point)];
  const restPlace = mapPointToShape(body.now, body.rest, triangle, p);
  const end = footInRest(body, foot);
  drawElements(picture, shapes, trace.elements, ink);
  picture.line('paths', [from, trace.exit ? now.toPicture(trace.exit) : to], { stroke: ink, 'stroke-width': 4 });
  if (trace.exit) drawExit(picture, now.toPicture(trace.exit), to);
  const lifted = liftPath(body, [p, restPlace], trace.elements, [foot.point, end]).rest;
  const drawnPart = trace.reached ? lifted : lifted.slice(0, -1);
  picture.line('paths', drawnPart.map(rest.toPicture), { stroke: ink, 'stroke-width': 4 });
  picture.dot(to, 7, ink);
  picture.label(to, 's', ink);
  picture.dot(from, 7.5, INK.point);
  picture.label(from, 'p', INK.point);
  picture.dot(rest.toPicture(end), 6, ink);
  picture.label(rest.toPicture(end), 's̄', ink);
  picture.dot(rest.toPicture(restPlace), 6.5, INK.point);
  picture.label(rest.toPicture(restPlace), 'p̄', INK.point);
}

/** Draws the part of a segment outside the body, dotted, and a cross at the place where the segment leaves the body. */
function drawExit(picture: Picture, [x, y]: Place, to: Place): void {
  picture.line('paths', [[x, y], to], { stroke: INK.invalid, 'stroke-width': 2.5, 'stroke-dasharray': '2 8' });
  for (const sign of [1, -1])
    picture.line(
      'paths',
      [
        [x - HALF_CROSS, y - HALF_CROSS * sign],
        [x + HALF_CROSS, y + HALF_CROSS * sign],
      ],
      {
        stroke: INK.invalid,
        'stroke-width': 3,
      },
    );
}
