/**
 * Scratch of a query of continuous collision detection (CCD); owned by the caller, so that no query allocates. Notation (r, A, B, u, v)
 * as in relative-motion.ts.
 */
export interface ImpactScratch {
  readonly motion: RelativeMotion;
  readonly nearest: NearestParameters;
  readonly separation: Separation;
  /** Result of findFirstContact. It is an object, since V8 would allocate a number returned by a call that isn't inlined. */
  readonly found: { t: number };
}

/**
 * The motion of a query, and data derived from it for one interval of time: MOTION_LENGTH numbers, at the offsets listed in
 * relative-motion.ts. It is one array, since V8 loads the memory address and length of every array anew in each function.
 */
export type RelativeMotion = Float64Array;
const MOTION_LENGTH = 90;

/** Scratch of closestParameters. */
export interface NearestParameters {
  /** The best parameters (u, v) so far, and the squared length of r - u A + v B there. */
  readonly best: { u: number; v: number; squared: number };
  /** Ends of a side of the domain. */
  readonly from: Place;
  readonly to: Place;
  /** The parameters that are being tried. */
  readonly tried: Place;
}

/**
 * Parameters (u, v), and the vector (x, y, z) = r - u A + v B there. Functions take this object, since V8 would allocate numbers passed
 * to a call that isn't inlined.
 */
export interface Place {
  u: number;
  v: number;
  x: number;
  y: number;
  z: number;
}

/** Scratch of separating-axis.ts. */
export interface Separation {
  /** The axis, not normalised. */
  readonly axis: Float64Array;
  /** Barycentric weights of the face's corners f1 and f2 at the face's point closest to the vertex. */
  readonly weights: { f1: number; f2: number };
  /** Bound on the absolute coordinates of the queries, if the caller knows one; else infinity. A finite bound makes the test faster. */
  scale: number;
}

/** Creates the numbers as fractions, so that V8 stores them as doubles in place from the start. */
export const createImpactScratch = (): ImpactScratch => ({
  motion: new Float64Array(MOTION_LENGTH),
  nearest: {
    best: { u: 0.5, v: 0.5, squared: Infinity },
    from: createPlace(),
    to: createPlace(),
    tried: createPlace(),
  },
  separation: { axis: new Float64Array(3), weights: { f1: 0.5, f2: 0.5 }, scale: Infinity },
  found: { t: 0.5 },
});

const createPlace = (): Place => ({ u: 0.5, v: 0.5, x: 0.5, y: 0.5, z: 0.5 });
