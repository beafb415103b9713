import { blankMaterial } from '../../world/material.ts';
import { createPointSource, type PointSource } from '../../world/points.ts';

import type { FrictionScratch } from './friction.ts';

/**
 * Scratch memory of contact projection. Each worker makes one such object and reuses it, so that a step allocates nothing. Fields that
 * will hold fractions are initialised with a fraction (0.5), so that V8 stores them as unboxed doubles from the start.
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
  /** Number of contacts per colour. */
  sizes: Uint32Array;
  /** Index in `contactOrder` at which the next contact is written, per colour. */
  next: Uint32Array;
  /** The contacts' priorities. */
  priorities: Uint32Array;
  /** Scratch of sortKeys, per value of a digit: first the number of keys, then the index at which the next key is written. */
  readonly places: Uint32Array;
}

/** Scratch of the stage `pathContacts`. */
export interface PathContactScratch {
  readonly source: PointSource;
  readonly normal: Float64Array;
  /** Vertices of the side that the point touches, and their weights (writeSides). */
  readonly otherVertices: Uint32Array;
  readonly otherWeights: Float64Array;
  /** Number of points without a contact: their path touches inverted elements (path-contacts.ts), or a field says nothing (field-contacts.ts). */
  skipped: number;
  /** Number of paths that made no contact because there is no normal or the point's own weight is too small (path-contacts.ts). */
  givenUp: number;
}

/** Scratch of the stage `contacts`. The fields are arrays of 3, since V8 boxes numbers that are passed to calls that it doesn't inline. */
export interface Projection {
  /**
   * Weighted sum over the contact's vertices [m]. `projectContact` sums their displacements since x0 (the positions at the step's
   * start): how far one side has moved relative to the other. `move` sums their positions at x0: the gap between the two sides.
   */
  readonly gap: Float64Array;
  /** The impulse times dt that `move` applies [kg m]. */
  readonly impulse: Float64Array;
  /** Half the moment about x0 that this impulse causes, times dt [kg m^2]. */
  readonly moment: Float64Array;
}

/** Collision of a vertex with a collider. */
export interface ColliderCollision {
  /** The collider's unit normal at the vertex. */
  nx: number;
  ny: number;
  nz: number;
  /** Depth of the vertex inside the collider [m]; zero or negative if the vertex is outside. */
  depth: number;
  /** How much of a depth that was there at the step's start the step may undo [m]; Infinity for all. */
  reach: number;
  /** The vertex' position at the step's start, as it would be if the collider had already moved [m]. */
  readonly before: Float32Array;
}

/** Number of values of a digit in sortKeys (radix sort). */
export const DIGITS = 256;

export const createProjectScratch = (): ProjectScratch => ({
  colouring: {
    sizes: new Uint32Array(0),
    next: new Uint32Array(0),
    priorities: new Uint32Array(0),
    places: new Uint32Array(DIGITS),
  },
  pathContact: {
    source: createPointSource(),
    normal: new Float64Array(3),
    otherVertices: new Uint32Array(4),
    otherWeights: new Float64Array(4),
    skipped: 0,
    givenUp: 0,
  },
  projection: { gap: new Float64Array(3), impulse: new Float64Array(3), moment: new Float64Array(3) },
  collision: { nx: 0.5, ny: 0.5, nz: 0.5, depth: 0.5, reach: 0.5, before: new Float32Array(3) },
  friction: {
    first: blankMaterial(),
    second: blankMaterial(),
    between: { staticFriction: 0.5, dynamicFriction: 0.5 },
  },
});
