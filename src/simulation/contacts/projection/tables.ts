import { ONLY_XPBD } from '../../integrators/tables.ts';
import type { CounterTable, ParameterTable } from '../../tables/table-definitions.ts';

/** Parameters of the projection of contacts. */
export const PROJECTION = {
  staticFriction: {
    kind: 'number',
    group: 'contact',
    default: 0.3,
    min: 0,
    max: 2,
    unit: '',
  },
  dynamicFriction: {
    kind: 'number',
    group: 'contact',
    default: 0.2,
    min: 0,
    max: 2,
    unit: '',
  },
  contactOffset: {
    kind: 'number',
    group: 'contact',
    default: 0,
    min: 0,
    max: 0.1,
    unit: 'm',
  },
  contactPasses: {
    kind: 'integer',
    group: 'contact',
    default: 3,
    min: 1,
    max: 50,
    unit: '',
    ...ONLY_XPBD,
  },
  depenetrationSpeed: {
    kind: 'number',
    group: 'contact',
    default: 0,
    min: 0,
    max: 1000,
    unit: 'm/s',
  },
} as const satisfies ParameterTable;

/** Counters of contacts. */
export const PROJECTION_COUNTERS = {
  /** CCD contacts of the step's last detection. */
  contactsCcd: { kind: 'length', inFrame: 'per step' },
  /** Shortest-path contacts of the step's last detection. */
  contactsDcd: { kind: 'length', inFrame: 'per step' },
  /** Contacts dropped because a list was full, summed over the step's detections. */
  contactsDropped: { kind: 'sum', inFrame: 'per step' },
  /** Contacts of the last detection that were not projected, because they needed more colours than the capacity. */
  contactsUncoloured: { kind: 'length', inFrame: 'per step' },
  /** Number of colours that the step's last detection used; the projection handles them one after another. */
  colours: { kind: 'length' },
} as const satisfies CounterTable;
