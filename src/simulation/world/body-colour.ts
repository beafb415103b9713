import type { Skin } from './world.ts';

/** Body colours: corals, ambers, a green, cream and brown. They differ from one another and from the blue of penetrating skin. */
const BODY_COLOURS = [0xf0604d, 0xf7b23b, 0x7fb800, 0xd6558f, 0xf1d9b0, 0xf58b3c, 0xa8643f, 0xe8d44d];

/** Returns the colour of a body, as 0xrrggbb in sRGB. @param skin the body's own, if it has one */
export const bodyColour = (body: number, skin?: Pick<Skin, 'colour'>): number =>
  skin?.colour ?? BODY_COLOURS[body % BODY_COLOURS.length];
