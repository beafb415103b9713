import { MAX_LENGTH_RATIO } from '../exit-faces.ts';
import { BRANCHES, RING, TRAVERSAL_LIMITS } from '../limits.ts';

/** Settings of a walk as published (traverse.ts). */
export interface PaperSettings {
  /** Number of visited elements that a walk remembers and does not visit again: at most RING, or Infinity for all, which grows all lists. */
  readonly ring: number;
  /** Maximum number of faces that wait to be passed: at most BRANCHES, or Infinity if `ring` is Infinity. */
  readonly branches: number;
  /** Maximum number of elements that a walk visits. */
  readonly steps: number;
  /** If a body has inverted elements, a walk ends at this multiple of |p - s|; Infinity lets it run to the boundary. */
  readonly reach: number;
  /** Factor of the tolerance for lines that pass just outside a face. */
  readonly tolerance: number;
}

/** The static version: fixed-size lists. Source: Chen et al. 2023, supplement, 1.2; the paper doesn't give the other sizes. */
export const STATIC_WALK: PaperSettings = {
  ring: RING,
  branches: BRANCHES,
  steps: TRAVERSAL_LIMITS.steps,
  reach: MAX_LENGTH_RATIO,
  tolerance: 1,
};

/** The dynamic version, without limits, for walks that overflow the lists of the static version (supplement, 1.2). */
export const DYNAMIC_WALK: PaperSettings = { ...STATIC_WALK, ring: Infinity, branches: Infinity, steps: Infinity };

/** Settings of the method `paper`. */
export interface PaperSearch {
  /** The first try, with fixed-size lists. */
  readonly walk: PaperSettings;
  /** The second try, after an overflow. */
  readonly again: PaperSettings;
}
export const AS_PUBLISHED: PaperSearch = { walk: STATIC_WALK, again: DYNAMIC_WALK };
