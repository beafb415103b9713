import { answerPaths, preparePaths } from '../path/passes.ts';
import type { PathMethod } from '../path/tables.ts';
import { findQueries } from '../detect/passes.ts';
import type { Pass } from '../pass.ts';
import { CONTAINMENT, type StateArray } from '../state.ts';
import { COUNT_PIERCING, DEPTHS, ENERGY } from './passes.ts';

/** A figure of the positions of now. Its passes change nothing that a step starts from; its counters tell sums over all bodies. */
export interface Measurement {
  readonly name: string;
  readonly passes: readonly Pass[];
  /** Arrays that its passes leave for whoever asked. */
  readonly results: readonly StateArray[];
}

/** Depths are exact, whatever the steps' own method is. */
export const EXACT: PathMethod = 'flood';

/** How deep each surface vertex penetrates, by DCD and shortest paths. */
const PENETRATION: Measurement = {
  name: 'depths',
  passes: [...findQueries(CONTAINMENT.measured), ...preparePaths(EXACT), answerPaths(EXACT), DEPTHS],
  results: ['depths'],
};

const KINETIC_ENERGY: Measurement = { name: 'energy', passes: [ENERGY], results: ['energies'] };

/** Figures of every frame. */
export const FRAME_MEASUREMENTS: readonly Measurement[] = [PENETRATION, KINETIC_ENERGY];

/** How many surface edges pierce a triangle: on demand, since it takes long. */
export const PIERCING: Measurement = { name: 'piercing', passes: COUNT_PIERCING, results: [] };
