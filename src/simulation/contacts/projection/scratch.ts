import { blankMaterial } from '../../material.ts';
import { createPointSource, type PointSource } from '../../points.ts';

import type { FrictionScratch } from './friction.ts';

/**
 * Scratch of projection: one per worker, made once and passed along, so that a step allocates nothing. Fields that hold fractions
 * are initialised with a fraction, so that V8 stores them as doubles in place from the start.
 */
export interface ProjectScratch {
  readonly colouring: Colouring;
  readonly made: MadeContacts;
  readonly projection: Projection;
  readonly met: MetCollider;
  readonly friction: FrictionScratch;
}

/** Scratch of the stage `colour`. */
export interface Colouring {
  /** Per colour: its number of contacts, and the place of its next one in the order. */
  sizes: Uint32Array;
  next: Uint32Array;
  /** The contacts' priorities. */
  priorities: Uint32Array;
  /** Number of keys per digit, then the place of the next key with that digit (sortKeys). */
  readonly places: Uint32Array;
}

/** Scratch of the stage `pathContacts`. */
export interface MadeContacts {
  readonly source: PointSource;
  readonly normal: Float64Array;
  /** Paths without a contact: skipped because they touch inverted elements, or given up for lack of a normal or of own weight. */
  skipped: number;
  givenUp: number;
}

/** Scratch of the stage `contacts`. These are arrays, since numbers passed to calls that aren't inlined would be boxed. */
export interface Projection {
  /** The contact's vertices summed by weight: its gap, or its relative displacement [m]. */
  readonly gap: Float64Array;
  /** The impulse times dt that `move` applies [kg m], and the moment that it leaves. */
  readonly impulse: Float64Array;
  readonly moment: Float64Array;
}

/** A collider that a vertex is in: unit normal, and depth [m]. */
export interface MetCollider {
  nx: number;
  ny: number;
  nz: number;
  depth: number;
}

/** Number of values of a digit in sortKeys. */
export const DIGITS = 256;

export const createProjectScratch = (): ProjectScratch => ({
  colouring: {
    sizes: new Uint32Array(0),
    next: new Uint32Array(0),
    priorities: new Uint32Array(0),
    places: new Uint32Array(DIGITS),
  },
  made: { source: createPointSource(), normal: new Float64Array(3), skipped: 0, givenUp: 0 },
  projection: { gap: new Float64Array(3), impulse: new Float64Array(3), moment: new Float64Array(3) },
  met: { nx: 0.5, ny: 0.5, nz: 0.5, depth: 0.5 },
  friction: {
    first: blankMaterial(),
    second: blankMaterial(),
    between: { staticFriction: 0.5, dynamicFriction: 0.5 },
  },
});
