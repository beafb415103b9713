import { isSameFoot, looksSame, otherColour } from '../../render/explore/path-marks.ts';
import {
  type Candidate,
  distanceBetween,
  type End,
  type Explanation,
  fieldEnd,
  type NoField,
} from '../../simulation/view/explain/explanation.ts';
import { EXPLORE } from '../../render/overlay-palette.ts';
import { bodyColour, type Colour } from '../../render/palette.ts';
import type { Body } from '../../simulation/world/world.ts';
import type { PathQuery } from './still-frame.ts';
import type { Label } from './labels.ts';

/** Formats a length in m, cm or mm, whichever reads best. @param metres [m] */
export function length(metres: number): string {
  if (metres >= 1) return `${metres.toFixed(2)} m`;
  if (metres >= 0.1) return `${(100 * metres).toFixed(1)} cm`;
  return `${(1000 * metres).toFixed(metres < 0.01 ? 2 : 1)} mm`;
}

/** Formats a round length, without zeros at its end, such as '5 mm'. @param metres [m] */
export const roundLength = (metres: number): string => length(metres).replace(/\.?0+(?= )/, '');

/** Formats a number with its noun, such as '1 triangle' or '1,200 triangles'. */
export const count = (n: number, thing: string): string => `${n.toLocaleString('en')} ${thing}${n === 1 ? '' : 's'}`;

/**
 * Per verdict: a name for the boundary points that a path query rejects with it, and the reason, with the term of Chen et al. 2023 in
 * brackets.
 */
export const REASONS: Readonly<
  Record<Exclude<Candidate['verdict'], 'answer' | 'own'>, { readonly name: string; readonly why: string }>
> = {
  outer: { name: 'outer side', why: 'no way out can end there: the point lies on its outer side' },
  culled: { name: 'culled', why: 'a neighbouring point is nearer, so the way to this one is not followed' },
  elsewhere: { name: 'another layer', why: 'the way to it ends elsewhere in the body (invalid)' },
  left: { name: 'outside', why: 'the way to it leaves the body (invalid)' },
};

const EUCLIDEAN_VERDICTS: Readonly<Record<Candidate['verdict'], string>> = {
  answer: 'the same point',
  own: 'none',
  outer: 'wrong: the point lies on its outer side',
  culled: 'wrong: no valid path leads there',
  elsewhere: 'wrong: it lies on another layer',
  left: 'wrong: the way to it leaves the body',
};

/** Says whether the Euclidean closest boundary point is the answer, and if not, why it is wrong. */
export function euclideanVerdict({ euclidean }: Explanation): string {
  if (!euclidean) return 'none';
  return EUCLIDEAN_VERDICTS[euclidean.verdict];
}

/** Says how far the closest boundary point of the rest shape lies from the answer. */
export function restShapeVerdict({ restShape, answer }: Explanation): string {
  if (!restShape || !answer) return 'none';
  if (isSameFoot(restShape, answer)) return 'the same point';
  // The answer is the nearest boundary point to which a valid path leads.
  if (restShape.distance < answer.distance) return 'another point, and no valid path leads there';
  const ratio = restShape.distance / answer.distance;
  const distance = length(distanceBetween(restShape.point, answer.point));
  return `${distance} off, ${ratio < 10 ? ratio.toFixed(2) : Math.round(ratio)} × as far`;
}

const NO_FIELD_REASONS: Readonly<Record<NoField, string>> = {
  inverted: 'nothing: its element is inverted',
  skin: 'nothing: all corners of its element lie on the skin',
  level: 'nothing: the field is 0 or level here',
};
/** From this ratio of depths on, the ratio is told instead of percents. */
const MANY_TIMES = 3;

/** Says how much the depth and the direction that the distance field tells differ from those of the answer. */
export function fieldVerdict(explanation: Explanation): string {
  const { distanceField, answer, point } = explanation;
  if (typeof distanceField === 'string') return NO_FIELD_REASONS[distanceField];
  const end = fieldEnd(explanation);
  if (!end || !answer || answer.distance === 0) return 'none';
  const ratio = end.distance / answer.distance;
  const percent = Math.round(100 * Math.abs(ratio - 1));
  const depth =
    ratio >= MANY_TIMES
      ? `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)} × as deep`
      : percent === 0
        ? 'the same depth'
        : `${percent} % too ${ratio > 1 ? 'deep' : 'shallow'}`;
  const cosine =
    point.reduce((sum, x, k) => sum + (end.point[k] - x) * (answer.point[k] - x), 0) / (end.distance * answer.distance);
  const angle = Math.round((Math.acos(Math.max(-1, Math.min(1, cosine))) * 180) / Math.PI);
  return `${depth}, ${angle === 0 ? 'in the same direction' : `${angle}° off`}`;
}

/** The body, layer or triangle that a path leads out of. A point in an overlap has several owners, and a path per owner. */
export interface Owner {
  /** Text such as 'out of body 2, layer 1'. If owners have the same name, only one of their explanations is shown. */
  readonly name: string;
  /** The body's colour in the picture; undefined if there is only one body. */
  readonly body?: Colour;
}

/**
 * Names the owner of each explanation: the body and, if several layers of the body lie at the point, the layer. Elements count as one
 * layer if their path lengths are equal once formatted.
 */
export function ownersOf(
  queries: readonly PathQuery[],
  explanations: readonly Explanation[],
  bodies: readonly Pick<Body, 'skin'>[],
): Owner[] {
  const keys = explanations.map(({ answer }, i) => `${queries[i].body} ${answer ? length(answer.distance) : ''}`);
  return queries.map(({ body }, i) => {
    const layers = [...new Set(keys.filter((_, k) => queries[k].body === body))];
    const layer = layers.length > 1 ? `, layer ${layers.indexOf(keys[i]) + 1}` : '';
    return { name: `out of body ${body + 1}${layer}`, body: bodyColour(body, bodies[body]?.skin) };
  });
}

/** Returns a colour per explanation. @param focus index of the explanation in focus, which gets the colour of the shortest path */
export function coloursOf(owners: readonly Owner[], focus: number): Colour[] {
  const others = [...new Set(owners.map(({ name }) => name))].filter((name) => name !== owners[focus]?.name);
  return owners.map(({ name }) => (name === owners[focus].name ? EXPLORE.path : otherColour(others.indexOf(name))));
}

/** Returns the index of the next owner with another name, cyclically. */
export function nextOwner(owners: readonly Owner[], focus: number): number {
  const order = owners.map((_, i) => (focus + 1 + i) % owners.length);
  return order.find((i) => owners[i].name !== owners[focus].name) ?? focus;
}

/**
 * Returns the labels in the picture: lengths of the paths, and the names of the other methods' answers. The same text is not
 * shown twice at one place.
 */
export function labelsOf(explanations: readonly Explanation[], owners: readonly Owner[], focus: number): Label[] {
  const focused = explanations[focus];
  if (!focused) return [];
  const labels: { at: End; label: Label }[] = [];
  const colours = coloursOf(owners, focus);
  const add = (foot: End, text: string, colour: { getHexString(): string }) => {
    if (labels.some(({ label, at }) => label.text === text && looksSame(at, foot))) return;
    const style = { text, colour: `#${colour.getHexString()}`, awayFrom: focused.point };
    labels.push({ at: foot, label: { at: foot.point, ...style } });
  };
  const { answer, euclidean, restShape } = focused;
  if (answer) add(answer, length(answer.distance), EXPLORE.path);
  for (const [i, { answer: other }] of explanations.entries())
    if (other && i !== focus) add(other, length(other.distance), colours[i]);
  if (euclidean && euclidean !== answer) add(euclidean, 'Euclidean', EXPLORE.euclidean);
  if (restShape && answer && !looksSame(restShape, answer)) add(restShape, 'rest shape', EXPLORE.restShape);
  const field = fieldEnd(focused);
  if (field && !(answer && looksSame(field, answer))) add(field, 'distance field', EXPLORE.distanceField);
  return labels.map(({ label }) => label);
}

export const IN_NO_BODY = 'This point of the skin lies in no body: there is nothing to resolve.';
export const CLICK = 'Click a blue point: it lies inside a body, and you see its way out. The deeper the bluer.';
export const NOTHING_INSIDE = 'Nothing lies inside anything now: there is nothing to resolve.';

/**
 * Returns instructions for a cut, and says what it shows.
 * @param hasOverlaps whether the body overlaps itself in this cut
 * @param isOverlapFree whether no body overlaps itself anywhere
 * @param isOff whether the collision mode is off
 */
export function aboutCut(hasOverlaps: boolean, isOverlapFree: boolean, isOff: boolean): string {
  const move = 'Move over the cut: every place in it shows its way out.';
  if (hasOverlaps) return `${move} Where it is blue, two parts of the body share a place.`;
  if (!isOverlapFree)
    return `${move} The body doesn’t overlap itself in this cut: move the slider, or choose another axis or body.`;
  const drag = isOff
    ? 'drag one part of a body into another'
    : 'set the mode to Off and drag one part of a body into another';
  return `${move} Nothing overlaps now. Parts overlap in the scene ‘A ball pressed into itself, then untangled’, from about frame 20 on; or go back (Esc) and ${drag}.`;
}

/** Says what lines of equal depth show. @param spacing step of depth between them [m] */
export const aboutLines = (spacing: number): string =>
  `A line every ${roundLength(spacing)} of depth. Both agree near the skin and where the body keeps its shape. They part where it is squeezed or bent, and where its elements are large.`;

/** Says where a place in a cut lies. */
export function aboutPlace([{ body }]: readonly PathQuery[], owners: readonly Owner[]): string {
  const layers = new Set(owners.map(({ name }) => name)).size;
  const here = `A place in the cut of body ${body + 1}.`;
  if (layers === 1) return here;
  return `${here} ${layers} layers of the body lie here, so it counts as ${layers} points of the body, each with its own way out.`;
}

/** Says where a boundary vertex lies. @param owner the body that the vertex belongs to */
export function aboutPoint(queries: readonly PathQuery[], owner: number): string {
  const holders = [...new Set(queries.map(({ body }) => body))].map((body) =>
    body === owner ? 'its own body' : `body ${body + 1}`,
  );
  return `A point of the skin of body ${owner + 1}. It lies inside ${holders.join(' and ')}.`;
}
