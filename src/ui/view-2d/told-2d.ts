import { type FlatFigure, PAPER_LINK } from '../../scenes/figures/figures.ts';
import type { Crossing, Explanation, Judgement, Point } from '../../simulation/view/explain/explanation.ts';
import { pointOf } from '../../simulation/view/explain/explain-path-2d.ts';
import { count, length } from '../explore/words.ts';
import { colourSwatches, swatchColour } from '../swatches.ts';
import type { Shapes } from './draw-2d.ts';
import { ahead, feasibleRegion } from './feasible-region.ts';
import { boundaryNeighbours } from './places.ts';

/** Messages on the 2D figures for keys that have nothing to do there. */
export const IDLE_KEYS = {
  move: 'Nothing moves in the figures, so there is nothing to pause or to start again. Press g for scenes that move.',
  chart: 'The figures are not simulated, so they have no frame times to chart. Press g for scenes that have.',
  timeline:
    'The figures don’t change by themselves, so there is nothing to look back at. Press g for scenes that move.',
  explore: 'This page explores paths already.',
} as const;

/** Instructions for a figure, in one or two sentences. */
export const INSTRUCTIONS: Readonly<Record<FlatFigure['kind'], string>> = {
  paths:
    'Move the pointer over either shape: p follows it. Where two triangles contain p, click to switch between them.',
  segment: 'Follow the outline with the pointer: s follows it. Click inside to move p.',
  notation: 'Follow the outline of either shape with the pointer: s follows it from vertex to vertex.',
  region: 'Move the pointer over either shape: p follows it. Click a vertex of the outline to choose s.',
};

const REST_PLACES = '<b>p̄, s̄</b> their places in the rest shape';
const LETTERS: Readonly<Record<FlatFigure['kind'], string>> = {
  paths: `<b>p</b> the point whose way out is sought · <b>s</b> the boundary point where its shortest path ends · ${REST_PLACES}`,
  segment: `<b>p</b> the point whose way out is sought · <b>s</b> the boundary point that is tried · ${REST_PLACES}`,
  notation:
    '<b>∂M̄</b> the boundary of the rest shape · <b>Ψ(∂M̄)</b> its image · <b>s̄</b> a point of the boundary · <b>p̄</b> an inner point at the same place',
  region: `<b>p</b> the point whose way out is sought · <b>s</b> a boundary vertex · <b>v₁, v₂</b> its neighbours · ${REST_PLACES}`,
};

/** Returns the line that explains the letters of a figure. */
export const keyMarkup = ({ kind }: FlatFigure): string =>
  `${LETTERS[kind]} · <a href="${PAPER_LINK}" target="_blank" rel="noopener">the paper</a>`;

const SUBSCRIPTS = ['₁', '₂', '₃', '₄'] as const;

/** Names the places of p in the rest shape, of which there may be several. @param i number of the place    @param places how many there are */
export const restName = (i: number, places: number): string => (places > 1 ? `p̄${SUBSCRIPTS[i] ?? i + 1}` : 'p̄');

/** Says how many points of the body lie at p. @param elements the triangles that contain p */
export function aboutPlace2d({ inverted, body }: Shapes, elements: readonly number[]): string {
  const { neighbours, triangleCount } = body.now.topology;
  // True if p lies in an inverted triangle at the boundary. A side without a neighbour is a boundary segment.
  const isAmbiguous = elements.some(
    (e) => inverted.has(e) && neighbours.subarray(3 * e, 3 * e + 3).some((n) => n >= triangleCount),
  );
  if (isAmbiguous) return 'Here the folded boundary covers the inside, so the closest boundary point is ambiguous.';
  return elements.length > 1
    ? `${count(elements.length, 'triangle')} contain this place, so it counts as ${elements.length} points of the body.`
    : 'One triangle contains this place: it is one point of the body.';
}

/** Says whether the segment from p to s stays in the body. @param trace the triangles that the segment crosses, and whether it reaches s */
export function aboutSegment(trace: Crossing & { readonly reached: boolean }): string {
  const triangles = count(trace.elements.length, 'triangle');
  if (trace.reached)
    return `Valid: the segment passes ${triangles}, each a neighbour of the one before. The last one contains s.`;
  return trace.exit
    ? `Invalid: after ${triangles} the segment leaves the body through the boundary.`
    : `Invalid: the segment passes ${triangles}, but none of them contains s: s lies on another layer of the body.`;
}

/** Says which points Ψ maps to the place of a boundary point s̄. @param inner number of inner points among them */
export function aboutImages(inner: number): string {
  if (inner === 0) return 'Nothing overlaps at s: Ψ maps only the boundary point s̄ to this place.';
  const names = Array.from({ length: inner }, (_, i) => restName(i, inner)).join(', ');
  return `Ψ maps ${inner + 1} points of the rest shape to this place: the boundary point s̄, and inside ${names}.`;
}

/**
 * Says whether culling rejects the boundary vertex s for p, and if not, how the segment from p to s ends.
 * @param p as a point of the triangle of `explanation`
 * @param judgement the path method's verdict on s; undefined if s is not the point closest to p of any of its edges
 */
export function aboutRegion(
  { body }: Pick<Shapes, 'body'>,
  vertex: number,
  { point: p, answer }: Pick<Explanation, 'point' | 'answer'>,
  judgement: Judgement | undefined,
): string {
  const placeOf = (v: number): Point => pointOf(body.now.positions, v);
  const names = boundaryNeighbours(body.now, vertex).flatMap((n, i) =>
    ahead(p, placeOf(vertex), placeOf(n)) > 0 ? [`v${SUBSCRIPTS[i]}`] : [],
  );
  const isEmpty = feasibleRegion(body, vertex).length === 0;
  const start = isEmpty
    ? 'The vertex s sticks out, so its feasible region lies outside of the body, and p outside of the region'
    : 'p lies outside of the feasible region (blue)';
  if (!judgement) return `${start}: both edges of s have points that are nearer to p. So s is no candidate.`;
  if (judgement.verdict === 'culled')
    return `${start}: the edge from s to ${names[0]} has points that are nearer to p. So s is culled, without following the segment.`;
  const inside = 'p lies in the feasible region (blue), so s is not culled. The segment to s';
  if (judgement.verdict === 'left') return `${inside} leaves the body: invalid.`;
  if (judgement.verdict !== 'answer') return `${inside} ends in another layer of the body: invalid.`;
  const s = placeOf(vertex);
  const isShortest = answer !== undefined && Math.hypot(p[0] - s[0], p[1] - s[1]) <= answer.distance;
  return `${inside} is a valid path${isShortest ? ', and the shortest one.' : ', but another boundary point is nearer.'}`;
}

/** A line of a legend. */
export interface Row {
  readonly ink: string;
  readonly name: string;
  /** Length [m]. */
  readonly length: number | undefined;
}

/** Fills `host` with a sentence and the lengths of drawn lines. */
export function showRows(host: HTMLElement, sentence: string, rows: readonly Row[]): void {
  const lines = rows.map(
    ({ ink, name, length: metres }) =>
      `<dt><i class="line" ${swatchColour(ink)}></i>${name}</dt><dd>${metres === undefined ? '–' : length(metres)}</dd>`,
  );
  host.innerHTML = `<p class="where"></p><dl>${lines.join('')}</dl>`;
  colourSwatches(host);
  host.querySelector('p')!.textContent = sentence;
}
