import type { Owner } from './owners.ts';
import type { Asked } from './still-frame.ts';

export const IN_NO_BODY = 'This point of the skin lies in no body: there is nothing to resolve.';
export const CLICK = 'Click a blue point: it lies inside a body, and you see its way out. The deeper the bluer.';
export const NOTHING_INSIDE = 'Nothing lies inside anything now: there is nothing to resolve.';

/** What a cut shows. @param hasOverlaps whether this one has any; if not @param areNone whether no body has @param isOff the mode */
export function aboutCut(hasOverlaps: boolean, areNone: boolean, isOff: boolean): string {
  const move = 'Move over the cut: every place in it shows its way out.';
  if (hasOverlaps) return `${move} Where it is blue, two parts of the body share a place.`;
  if (!areNone)
    return `${move} The body doesn’t overlap itself in this cut: move the slider, or choose another axis or body.`;
  const drag = isOff
    ? 'drag one part of a body into another'
    : 'set the mode to off and drag one part of a body into another';
  return `${move} No body overlaps itself now. One does where the scene tangled-ball starts; or go back (Esc) and ${drag}.`;
}

/** Where a place of a cut is. */
export function aboutPlace([{ body }]: readonly Asked[], owners: readonly Owner[]): string {
  const layers = new Set(owners.map(({ name }) => name)).size;
  const here = `A place in the cut of body ${body + 1}.`;
  if (layers === 1) return here;
  return `${here} ${layers} layers of the body lie here, so it is ${layers} points of it, each with its own way out.`;
}

/** Where a point of a skin is. @param owner the body whose skin it is */
export function aboutPoint(asked: readonly Asked[], owner: number): string {
  const holders = [...new Set(asked.map(({ body }) => body))].map((body) =>
    body === owner ? 'its own body' : `body ${body + 1}`,
  );
  return `A point of the skin of body ${owner + 1}. It lies inside ${holders.join(' and ')}.`;
}
