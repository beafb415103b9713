/** Scratch memory of a CCD query. The caller creates it once, so that no query allocates. */
export interface ImpactScratch {
  readonly motion: RelativeMotion;
  readonly nearest: NearestParameters;
  readonly separation: Separation;
  /** Result of findFirstContact. It is an object because a call that isn't inlined would allocate a returned number. */
  readonly found: { t: number };
}

/**
 * The motion of a query, and data computed for one interval of time: MOTION_LENGTH numbers, whose offsets are in relative-motion.ts.
 * They are in one array because V8 loads the address and length of each array anew in every function.
 */
export type RelativeMotion = Float64Array;
const MOTION_LENGTH = 90;

/** Scratch memory of closestParameters. */
export interface NearestParameters {
  /** The best (u, v) so far, and the squared length of r - u A + v B there. */
  readonly best: { u: number; v: number; squared: number };
  /** Ends of a side of the domain, and the (u, v) that is being tried. */
  readonly from: Place;
  readonly to: Place;
  readonly tried: Place;
}

/** Parameters (u, v), and as x, y, z the vector r - u A + v B there. Passed as an object, since numbers would be allocated. */
export interface Place {
  u: number;
  v: number;
  x: number;
  y: number;
  z: number;
}

/** Scratch memory of separating-axis.ts: the axis, and the barycentric weights of f1 and f2 at a face's closest point. */
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
