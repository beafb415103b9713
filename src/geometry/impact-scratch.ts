/** Scratch of a query of continuous collision detection. The caller's, so that no query allocates. */
export interface ImpactScratch {
  readonly motion: RelativeMotion;
  readonly nearest: NearestParameters;
  readonly separation: Separation;
  /** Result of findFirstContact; an object, since a call that isn't inlined would box the number. */
  readonly found: { t: number };
}

/** The motion that is asked about, and what is known of one interval of time (relative-motion.ts). */
export interface RelativeMotion {
  /** r, A, B at t = 0 and t = 1. */
  readonly ends: Float64Array;
  /** r, A, B at the interval's start and end. */
  readonly interval: Float64Array;
  /** Bernstein coefficients of A x B, r x B and r x A: 3 vectors each, the middle one doubled. */
  readonly crosses: Float64Array;
  /** Bernstein coefficients of the coplanarity cubic r . (A x B); the two in the middle tripled. */
  readonly cubic: Float64Array;
  /** Error bounds: components of a corner, the cubic, the quadratics per unit of |m|_1; the largest |A| and |B|. */
  readonly bounds: Float64Array;
  /** The largest components of r, A and B. */
  readonly sizes: Float64Array;
  /** Bernstein coefficients of D and of u D, v D and (1 - u - v) D, then their error bound. */
  readonly weights: Float64Array;
  /** The interval of time that is asked for; an object, since a call that isn't inlined would box its numbers. */
  readonly span: { start: number; end: number };
}

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
  motion: {
    ends: new Float64Array(18),
    interval: new Float64Array(18),
    crosses: new Float64Array(27),
    cubic: new Float64Array(4),
    bounds: new Float64Array(5),
    sizes: new Float64Array(3),
    weights: new Float64Array(13),
    span: { start: 0.5, end: 0.5 },
  },
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
