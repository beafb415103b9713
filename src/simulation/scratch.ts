import { createPathScratch, type PathScratch } from './path/scratch.ts';

/**
 * What stages write while they work and nobody reads afterwards: one a worker, made once and handed on (Context.scratch), so that
 * steps allocate nothing and no module keeps a state of its own. Each folder says what its own files need.
 */
export interface Scratch {
  readonly path: PathScratch;
}

export const createScratch = (): Scratch => ({ path: createPathScratch() });
