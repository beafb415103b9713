import type { SimulationParameters } from '../../parameters.ts';
import type { Pass } from '../../program/pass.ts';
import { FIELD_DATA } from './tables.ts';

export type FieldParameters = Pick<SimulationParameters, 'fieldSource' | 'fieldUpdate'>;

/** Distances of the rest shape, as they are by default. */
export const CARRIED: FieldParameters = { fieldSource: 'second-order', fieldUpdate: 'none' };

/** Returns the pass that writes the distances of all vertices. It runs in the pool: marching goes from point to point. */
export const fillField = ({ fieldSource, fieldUpdate }: FieldParameters): Pass => ({
  name: `distances (${fieldSource}, update ${fieldUpdate})`,
  clock: 'path',
  reads:
    fieldUpdate === 'none' ? [] : fieldUpdate === 'tetrahedra' ? ['positions'] : ['positions', 'queries', 'counters'],
  writes: ['fieldDistances'],
  modelData: fieldUpdate === 'tetrahedra' ? [] : [FIELD_DATA[fieldSource]],
  stages: [{ stage: 'fillField' }],
});
