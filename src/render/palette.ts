import { Color } from 'three/webgpu';
import { bodyColour as bodyColourNumber } from '../simulation/world/body-colour.ts';
import type { Skin } from '../simulation/world/world.ts';

/** Type of this folder's colours, for modules that only pass colours on and don't import three.js. */
export type Colour = Color;

/** @param rgb red, green and blue, as 0xrrggbb */
export const colourOf = (rgb: number): Color => new Color(rgb);

/** Returns the colour of a body. @param skin the body's own, if it has one */
export const bodyColour = (body: number, skin?: Skin): Color => new Color(bodyColourNumber(body, skin));

/** Penetrating skin and vertices. */
export const INTERSECTION = new Color(0x0b3bff);
/** The sky straight above and at the horizon, and the ground. */
export const ZENITH = new Color(0x9db8d2);
export const HORIZON = new Color(0xe2e7ea);
export const GROUND = new Color(0xc0bab0);
/** The same where the person's system asks for dark colours. */
export const DARK_ZENITH = new Color(0x171c23);
export const DARK_HORIZON = new Color(0x3a424b);
export const DARK_GROUND = new Color(0x40454b);
/** Stripes of the hatch on penetrating skin. */
export const HATCH = new Color(0xc3d0ff);
/** A bowl's inside. */
export const CERAMIC = new Color(0xe9e4dc);
export const GLASS = new Color(0xbfd4dc);
export const GLASS_EDGE = new Color(0x4a6673);
/** Blocks that clamp the ends of bodies: less striking than the bodies. */
export const CLAMP = new Color(0x4b545c);
/** A plate's glass: a faint green-blue, just enough to show that the pane is there. */
export const PLATE = new Color(0x7fb3bd);
export const EYE_WHITE = new Color(0xfffdf6);
export const EYE_LID = new Color(0x5b3a36);
export const PUPIL = new Color(0x15161c);
