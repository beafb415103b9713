import { blankMaterial } from '../../material.ts';
import { createPointSource, type PointSource } from '../../points.ts';

import type { FrictionScratch } from './friction.ts';

/**
 * Scratch of projection: one per worker, made once and handed on, so that a step allocates nothing. Fields that hold
 * fractions begin with one, so that V8 keeps their numbers in place from the first on.
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
  /** For each colour its contacts, and where its next one goes in the order. */
  sizes: Uint32Array;
  next: Uint32Array;
  /** The contacts' priorities. */
  priorities: Uint32Array;
  /** How many keys have each digit, then where the next of them goes (sort-keys.ts). */
  readonly places: Uint32Array;
}

/** Scratch of the stage `pathContacts`. */
export interface MadeContacts {
  readonly source: PointSource;
  readonly normal: Float64Array;
  /** Paths that make no contact: they touch inverted elements, or have no normal. */
  skipped: number;
  givenUp: number;
}

/** Scratch of the stage `contacts`: arrays, since numbers would be boxed for calls that aren't inlined. */
export interface Projection {
  readonly gap: Float64Array;
  /** The impulse that `move` applies [kg m], and the moment that it leaves. */
  readonly impulse: Float64Array;
  readonly moment: Float64Array;
}

/** The collider at hand at a vertex: unit normal, and how deep [m]. */
export interface MetCollider {
  nx: number;
  ny: number;
  nz: number;
  depth: number;
}

/** Values of a sort's digit. */
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
