import { Color } from 'three/webgpu';

/** Type of this folder's colours, for modules that only pass colours on and don't import three.js. */
export type Colour = Color;

/**
 * Body colours: corals, ambers, a green, cream and brown. They differ from one another and from the blue of penetrating skin.
 */
const BODY_COLOURS = [0xf0604d, 0xf7b23b, 0x7fb800, 0xd6558f, 0xf1d9b0, 0xf58b3c, 0xa8643f, 0xe8d44d];

export const bodyColour = (body: number): Color => new Color(BODY_COLOURS[body % BODY_COLOURS.length]);

/** Penetrating skin and vertices. */
export const INTERSECTION = new Color(0x0b3bff);
export const BACKGROUND = new Color(0xe9edf0);
export const GROUND = new Color(0xf6f0e4);
/** Background and ground where the person's system asks for dark colours. */
export const DARK_BACKGROUND = new Color(0x2b3138);
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
export const MESH_LINE = new Color(0x30343a);
/** Contacts found by continuous collision detection (CCD), and at a single position (discrete, DCD). */
export const CONTACT_CCD = new Color(0xff8a00);
export const CONTACT_DCD = new Color(0xd6006c);
export const EYE_WHITE = new Color(0xfffdf6);
export const EYE_LID = new Color(0x5b3a36);
export const PUPIL = new Color(0x15161c);

/** Colours of pulls: a pull's line and ends, pins, and the held part of the surface. */
export const HAND = { pull: new Color(0x1c2430), pin: new Color(0xb3261e), held: new Color(0x1c2430) } as const;

/** Colours of 'explore paths'. Each means one thing in the picture and in its legend. */
export const EXPLORE = {
  /** The query point, and thin lines of meshes. */
  point: new Color(0x1c2430),
  path: new Color(0x008a63),
  /** A second path from the clicked place: if the place lies in several elements, each element has its own path. */
  other: new Color(0x7b3fe4),
  euclidean: new Color(0xf07800),
  restShape: new Color(0x8d5a2b),
  /** Boundary points that a path query rejected; `own` is the query's own vertex (verdicts in explanation.ts). */
  culled: new Color(0x8b97a3),
  invalid: new Color(0xe0263c),
  own: new Color(0x2f6fed),
  /** Parts of a section where two elements overlap. */
  shared: new Color(0x86a6ee),
  /** Points that lie inside a body. */
  inside: new Color(0x2a62e8),
  /** White, which lightens other colours. */
  paper: new Color(0xffffff),
} as const;
