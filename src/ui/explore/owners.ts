import { otherColour } from '../../render/explore/path-marks.ts';
import { bodyColour, type Colour, EXPLORE } from '../../render/palette.ts';
import type { Explanation } from '../../simulation/view/explain/explanation.ts';
import type { Asked } from './still-frame.ts';
import { length } from './words.ts';

/** Of what a place is a point: its way out is the way out of that. */
export interface Owner {
  /** Two explanations of one name are read as one. */
  readonly name: string;
  /** The body's colour in the picture, where there are bodies to tell apart. */
  readonly body?: Colour;
}

/** Bodies, and of a body that lies there more than once its layers: elements with paths of one length are one layer. */
export function ownersOf(asked: readonly Asked[], explanations: readonly Explanation[]): Owner[] {
  const keys = explanations.map(({ answer }, i) => `${asked[i].body} ${answer ? length(answer.distance) : ''}`);
  return asked.map(({ body }, i) => {
    const layers = [...new Set(keys.filter((_, k) => asked[k].body === body))];
    const layer = layers.length > 1 ? `, layer ${layers.indexOf(keys[i]) + 1}` : '';
    return { name: `out of body ${body + 1}${layer}`, body: bodyColour(body) };
  });
}

/** A colour for each owner: the told one's is that of the shortest path. */
export function coloursOf(owners: readonly Owner[], focus: number): Colour[] {
  const others = [...new Set(owners.map(({ name }) => name))].filter((name) => name !== owners[focus]?.name);
  return owners.map(({ name }) => (name === owners[focus].name ? EXPLORE.path : otherColour(others.indexOf(name))));
}

/** The next one with another name, around. */
export function nextOwner(owners: readonly Owner[], focus: number): number {
  const order = owners.map((_, i) => (focus + 1 + i) % owners.length);
  return order.find((i) => owners[i].name !== owners[focus].name) ?? focus;
}
