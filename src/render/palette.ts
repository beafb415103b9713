import { Color } from 'three/webgpu';

/** Eight corals, ambers and sea greens: far from the blue that marks intersections. */
const BODY_COLOURS = [0xf2705d, 0xf6a04d, 0xf3c969, 0x9fc66b, 0x4fae8a, 0xe58ab0, 0xc96a8a, 0xd98e5f];

export const bodyColour = (body: number): Color => new Color(BODY_COLOURS[body % BODY_COLOURS.length]);

/** Intersecting geometry. */
export const INTERSECTION = new Color(0x1746ff);
export const BACKGROUND = new Color(0xe9edf0);
export const GROUND = new Color(0xf4f1ea);
export const GLASS = new Color(0xbfd4dc);
export const CONTACT_CCD = new Color(0x2b2b33);
export const CONTACT_DCD = new Color(0xd81e5b);
