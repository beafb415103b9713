import { BOX_STRIDE } from '../../bvh/tree.ts';

// Numbers that stand for cases in the state's arrays and in the arguments of stages, and offsets in short arrays. Kernels get them as constants.

/**
 * Kinds of contacts: `none` (empty slot), point in a body (`dcd`), CCD of a vertex and a face, CCD of two edges, `external`, and `field`: point in a
 * body whose depth was read from a distance field. `external` is a contact with something that isn't a body: the sum of its weights needn't be 0,
 * since only the body gets an impulse.
 */
export const CONTACT_KINDS = { none: 0, dcd: 1, vertexFace: 2, edgeEdge: 3, external: 4, field: 5 } as const;

/** Tests whether a contact was made by discrete collision detection. */
export const isDcd = (kind: number): boolean => kind === CONTACT_KINDS.dcd || kind === CONTACT_KINDS.field;

/**
 * Value of `PATH.face` if a search could not finish, because a list of fixed size was full or the search reached its step limit. Another
 * kernel or the pool must answer the query.
 */
export const PATH_OVERFLOW = 0xffff_fffe;
/** Value of `PATH.face` of an answer by the method `distance-field`: it has a depth and a direction, but no boundary face. */
export const IN_FIELD = 0xffff_fffd;
/**
 * Value of `PATH.feature` where a deep region's direction has replaced the shortest path (contacts/regions): `PATH.point` is then the unit direction in
 * which the point leaves, and `PATH.depth` the greatest speed at which it does [m/s].
 */
export const DIRECTED = 7;
/** A penetration counts as deep if its depth exceeds this share of Model.thickness. */
export const DEEP_SHARE = 0.01;
/** A point counts as inside a tetrahedron if all its barycentric coordinates exceed this. */
export const INSIDE_MARGIN = 1e-6;
/**
 * Arguments of the stages `containment` and `edgeContainment`:
 * - `classify`: write the class of each point (POINT_CLASS);
 * - `inside`, `all`: list (point, tetrahedron) pairs for contacts, of all points that aren't of class POINT_CLASS.outside, or of all points;
 * - `measured`: list the pairs of the surface vertices for measuring, including those with inverted tetrahedra.
 */
export const CONTAINMENT = { classify: 0, inside: 1, all: 2, measured: 3 } as const;
/**
 * Class of a point at the step's start: `outside` all tetrahedra (the paper's P_out); `inside` (P_in); or `inverted`, if the point is
 * inside inverted (inside-out) parts of its own body only. An `inverted` point makes no contacts within its body (inverted-boundary.ts).
 * With other bodies it makes CCD contacts and, like P_in, shortest-path contacts. (With CCD contacts alone, two balls that collide
 * ended up stretched several times as far.) A larger number makes fewer CCD contacts.
 * An inner point that lies in other bodies and in no element of its own one is `insideOthers`: its own body isn't searched again in the step. If it enters that
 * later in the step, the next step finds it.
 */
export const POINT_CLASS = { outside: 0, inverted: 1, inside: 2, insideOthers: 3 } as const;
/** Arguments of the stage `refitFaces`: `all` refits the boxes; `paths` does so only if the path method needs them. */
export const FACES = { all: 0, paths: 1 } as const;
/**
 * Argument of the stages `springs`, `neoHookean` and `neoHookeanXpbd`: solve only bodies whose own kind of constraints (Body.kind) is the
 * stage's. Bodies whose kind the scene's parameters select are left out.
 */
export const OWN_KIND = 2;
/**
 * Words of the array `sweep`: how often CCD's BVHs were fitted; 1 if the present detection uses the boxes of an earlier one; 1 if these
 * have margins; 1 if they are complete, and not left behind by a worker that died; how many vertices, edges and faces have left them; and
 * the scale of coordinates.
 */
export const SWEEP = {
  serial: 0,
  isKept: 1,
  hasMargins: 2,
  areFitted: 3,
  escapedVertices: 4,
  escapedEdges: 5,
  escapedFaces: 6,
  /** Bits of a float32: the greatest absolute coordinate of all motions [m]. */
  scale: 7,
  stride: 8,
} as const;
/**
 * Offsets in a box of CCD (motionBoxes): lower and upper corner [m]; the class of the vertex or edge, one of POINT_CLASS; 1 if a vertex has left
 * its box in reachBoxes.
 */
export const MOTION_BOX = { lower: 0, class: 3, upper: 4, escaped: 7, stride: BOX_STRIDE } as const;
/** Arguments of CCD's stages: the step's only detection, the first of several, or a later one from the same x0. */
export const DETECTIONS = { only: 0, first: 1, again: 2 } as const;
export type Detection = keyof typeof DETECTIONS;
/**
 * Bits of the argument of CCD's kernels: points have classes (POINT_CLASS); edges have contact points of their own; edges that are crossed at x0
 * are parted (contacts/ccd/crossed-edges.ts).
 */
export const CCD_FLAG = { classes: 1, edgePoints: 2, partsCrossed: 4 } as const;
/** Argument of CCD's stages that prepare a look of the guarantee (contacts/guarantee). It is no detection. */
export const GUARANTEE_SWEEP = 3;
/** Arguments of the stage `queries`: list the queries of all points, or of the surface vertices only (for measuring). */
export const QUERIES = { points: 0, measured: 1 } as const;
/** Arguments of the stage `shortestPath`: answer every query, or only those marked PATH_OVERFLOW. */
export const PATHS = { all: 0, overflowed: 1 } as const;
