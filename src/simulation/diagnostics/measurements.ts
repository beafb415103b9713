import { answerPaths, preparePaths } from '../path/passes.ts';
import type { PathMethod } from '../path/tables.ts';
import { findQueries } from '../detect/passes.ts';
import type { Pass } from '../pass.ts';
import { CONTAINMENT, type StateArray } from '../state.ts';
import { COUNT_PIERCING, DEPTHS, ENERGY } from './passes.ts';

/** A measurement of the current positions. Its passes change nothing that a step starts from; its counters hold sums over all bodies. */
export interface Measurement {
  readonly name: string;
  readonly passes: readonly Pass[];
  /** Arrays that its passes fill, for the caller to read. */
  readonly results: readonly StateArray[];
}

/** Path method of measured depths: an exact one, independent of the method of the steps. */
export const EXACT: PathMethod = 'flood';

/** Penetration depth of each surface vertex, by DCD and shortest paths. */
const PENETRATION: Measurement = {
  name: 'depths',
  passes: [...findQueries(CONTAINMENT.measured), ...preparePaths(EXACT), answerPaths(EXACT), DEPTHS],
  results: ['depths'],
};

const KINETIC_ENERGY: Measurement = { name: 'energy', passes: [ENERGY], results: ['energies'] };

/** Measurements that every frame takes. */
export const FRAME_MEASUREMENTS: readonly Measurement[] = [PENETRATION, KINETIC_ENERGY];

/** Number of surface edges that intersect a triangle (edge-triangle intersection). On demand only, because it takes long. */
export const PIERCING: Measurement = { name: 'piercing', passes: COUNT_PIERCING, results: [] };
