import { blankMaterial } from '../../material.ts';
import { createPointSource, type PointSource } from '../../points.ts';

import type { FrictionScratch } from './friction.ts';

/**
 * Scratch of projection: one per worker, made once and passed along, so that a step allocates nothing. Fields that hold fractions
 * are initialised with a fraction, so that V8 stores them as doubles in place from the start.
 */
export interface ProjectScratch {
  readonly colouring: Colouring;
  readonly pathContact: PathContactScratch;
  readonly projection: Projection;
  readonly collision: ColliderCollision;
  readonly friction: FrictionScratch;
}

/** Scratch of the stage `colour`. */
export interface Colouring {
  /** Per colour: its number of contacts, and the index in `contactOrder` at which its next contact is written. */
  sizes: Uint32Array;
  next: Uint32Array;
  /** The contacts' priorities. */
  priorities: Uint32Array;
  /** First the number of keys per digit, then the index at which the next key with that digit is written (sortKeys). */
  readonly places: Uint32Array;
}

/** Scratch of the stage `pathContacts`. */
export interface PathContactScratch {
  readonly source: PointSource;
  readonly normal: Float64Array;
  /**
   * Numbers of paths that made no contact: `skipped` counts those that touch inverted elements, `givenUp` those without a normal or with
   * too small an own weight (path-contacts.ts).
   */
  skipped: number;
  givenUp: number;
}

/** Scratch of the stage `contacts`. These are arrays, since numbers passed to calls that aren't inlined would be boxed. */
export interface Projection {
  /** Weighted sum over the contact's vertices [m]: of their positions (the gap between its two sides) or of their displacements. */
  readonly gap: Float64Array;
  /** The impulse times dt that `move` applies [kg m], and half the moment about x0 that it causes [kg m^2]. */
  readonly impulse: Float64Array;
  readonly moment: Float64Array;
}

/** Collision of a vertex with a collider: the collider's unit normal at the vertex, and the vertex's depth in the collider [m], not positive if it is outside. */
export interface ColliderCollision {
  nx: number;
  ny: number;
  nz: number;
  depth: number;
}

/** Base of the digits in sortKeys. */
export const DIGITS = 256;

export const createProjectScratch = (): ProjectScratch => ({
  colouring: {
    sizes: new Uint32Array(0),
    next: new Uint32Array(0),
    priorities: new Uint32Array(0),
    places: new Uint32Array(DIGITS),
  },
  pathContact: { source: createPointSource(), normal: new Float64Array(3), skipped: 0, givenUp: 0 },
  projection: { gap: new Float64Array(3), impulse: new Float64Array(3), moment: new Float64Array(3) },
  collision: { nx: 0.5, ny: 0.5, nz: 0.5, depth: 0.5 },
  friction: {
    first: blankMaterial(),
    second: blankMaterial(),
    between: { staticFriction: 0.5, dynamicFriction: 0.5 },
  },
});
