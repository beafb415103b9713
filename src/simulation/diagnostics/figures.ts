import { answerPaths, preparePaths } from '../path/passes.ts';
import type { PathMethod } from '../path/tables.ts';
import { findQueries } from '../detect/passes.ts';
import type { Pass } from '../pass.ts';
import { CONTAINMENT, type StateArray } from '../state.ts';
import { COUNT_PIERCING, DEPTHS, ENERGY } from './passes.ts';

/** A figure of the current positions. Its passes change nothing that a step starts from; its counters are sums over all bodies. */
export interface Figure {
  readonly name: string;
  readonly passes: readonly Pass[];
  /** Arrays with the result per vertex or chunk, for the caller to read. */
  readonly results: readonly StateArray[];
}

/** Path method for depths, which are exact whatever method the steps use. */
export const EXACT: PathMethod = 'flood';

/** Penetration depth of each surface vertex, by DCD and shortest paths. */
const PENETRATION: Figure = {
  name: 'depths',
  passes: [...findQueries(CONTAINMENT.measured), ...preparePaths(EXACT), answerPaths(EXACT), DEPTHS],
  results: ['depths'],
};

const KINETIC_ENERGY: Figure = { name: 'energy', passes: [ENERGY], results: ['energies'] };

/** Figures that every frame measures. */
export const FRAME_FIGURES: readonly Figure[] = [PENETRATION, KINETIC_ENERGY];

/** Number of surface edges that intersect a triangle: measured on demand, since it is slow. */
export const PIERCING: Figure = { name: 'piercing', passes: COUNT_PIERCING, results: [] };
