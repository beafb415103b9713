/** Scratch of a CCD query; owned by the caller, so that no query allocates. */
export interface ImpactScratch {
  readonly motion: RelativeMotion;
  readonly nearest: NearestParameters;
  readonly separation: Separation;
  /** Result of findFirstContact. An object, since a call that isn't inlined would box a number. */
  readonly found: { t: number };
}

/**
 * The motion of a query, and data derived for one interval of time: MOTION_LENGTH numbers (relative-motion.ts). It is one array, since
 * V8 loads the memory address and length of each array anew in every function.
 */
export type RelativeMotion = Float64Array;
const MOTION_LENGTH = 90;

/** Scratch of closestParameters. */
export interface NearestParameters {
  /** The best (u, v) so far, and the squared length of r - u A + v B there. */
  readonly best: { u: number; v: number; squared: number };
  /** Ends of a side of the domain, and the place that is being tried. */
  readonly from: Place;
  readonly to: Place;
  readonly tried: Place;
}

/** A (u, v), and the vector r - u A + v B there. Numbers are passed in it, since a call that isn't inlined would box them. */
export interface Place {
  u: number;
  v: number;
  x: number;
  y: number;
  z: number;
}

/** Scratch of separating-axis.ts: the axis, and the barycentric weights of f1 and f2 at a face's closest point. */
export interface Separation {
  readonly axis: Float64Array;
  readonly weights: { v: number; w: number };
}

/** Numbers are initialised with fractions, so that V8 stores them as doubles in place from the start. */
export const createImpactScratch = (): ImpactScratch => ({
  motion: new Float64Array(MOTION_LENGTH),
  nearest: {
    best: { u: 0.5, v: 0.5, squared: Infinity },
    from: createPlace(),
    to: createPlace(),
    tried: createPlace(),
  },
  separation: { axis: new Float64Array(3), weights: { v: 0.5, w: 0.5 } },
  found: { t: 0.5 },
});

const createPlace = (): Place => ({ u: 0.5, v: 0.5, x: 0.5, y: 0.5, z: 0.5 });
