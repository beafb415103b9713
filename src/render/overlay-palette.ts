import { Color } from 'three/webgpu';

// Colours of what is drawn over the bodies on demand. They have a file of their own, since the first frame doesn't need them.

/** Lines of meshes. */
export const MESH_LINE = new Color(0x30343a);
/** Contacts found by continuous collision detection (CCD), and at a single position (discrete, DCD). */
export const CONTACT_CCD = new Color(0xff8a00);
export const CONTACT_DCD = new Color(0xd6006c);

/** Air meshes: the wire, which is visible on a light and on a dark ground, and elements that are inverted. */
export const AIR = { wire: new Color(0x7c8c9a), inverted: new Color(0xe0263c) } as const;

/** Bodies in the plane: their outlines, and the border around the scene. */
export const PLANE = { outline: new Color(0x1c2430), border: new Color(0x55626e) } as const;

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
  /** Answers of the carried distance field, and its lines in a section. So dark that it differs from the others for colour-blind people too. */
  distanceField: new Color(0x5c0a84),
  /** Boundary points that a path query rejected; `own` is the query's own vertex (verdicts in explanation.ts). */
  culled: new Color(0x8b97a3),
  outer: new Color(0x858a00),
  invalid: new Color(0xe0263c),
  own: new Color(0x2f6fed),
  /** Parts of a section where two elements overlap. */
  shared: new Color(0x86a6ee),
  /** Points that lie inside a body. */
  inside: new Color(0x2a62e8),
  /** White, which lightens other colours. */
  paper: new Color(0xffffff),
} as const;

/**
 * Colours of patches of the skin that the test for self-collisions rules out, and of the rest. Each two differ for colour-blind people too
 * (tests/unit/render/patch-tints.test.ts).
 */
export const PATCH = {
  tints: [0xf0c682, 0x6fa8d4, 0xc9f3e6, 0xde8f77, 0xf8ecc2, 0x86def2].map((rgb) => new Color(rgb)),
  rest: new Color(0xa5a5a1),
  /** The plane of projection. */
  plane: new Color(0xdfe4e8),
  /** The cone of normals, and the normals. */
  normals: new Color(0x7b3fe4),
} as const;
