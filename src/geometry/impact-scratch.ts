/** Scratch of a query of continuous collision detection. The caller's, so that no query allocates. */
export interface ImpactScratch {
  readonly motion: RelativeMotion;
  readonly nearest: NearestParameters;
  readonly separation: Separation;
  /** Result of findFirstContact; an object, since a call that isn't inlined would box the number. */
  readonly found: { t: number };
}

/**
 * The motion that is asked about, and what is known of one interval of time: MOTION_LENGTH numbers (relative-motion.ts). One array,
 * since V8 looks up the memory and length of each anew in every function.
 */
export type RelativeMotion = Float64Array;
export const MOTION_LENGTH = 90;

/** Scratch of closestParameters. */
export interface NearestParameters {
  /** The (u, v) found, and the squared length of r - u A + v B there. */
  readonly best: { u: number; v: number; squared: number };
  /** Ends of a side, and what is tried. */
  readonly from: Place;
  readonly to: Place;
  readonly tried: Place;
}

/** A (u, v), and the vector between the two points there. Numbers travel in it, since a call that isn't inlined would box them. */
export interface Place {
  u: number;
  v: number;
  x: number;
  y: number;
  z: number;
}

/** Scratch of separating-axis.ts: the axis, and the weights of f1 and f2 at the closest point of a face. */
export interface Separation {
  readonly axis: Float64Array;
  readonly weights: { v: number; w: number };
}

/** Numbers begin as fractions, so that V8 keeps them in place from the first on. */
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
