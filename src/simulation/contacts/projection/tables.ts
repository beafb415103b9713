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
    meaning: 'coefficient below which a contact sticks',
  },
  dynamicFriction: {
    kind: 'number',
    group: 'contact',
    default: 0.2,
    min: 0,
    max: 2,
    unit: '',
    meaning: 'coefficient of a sliding contact',
  },
  contactOffset: {
    kind: 'number',
    group: 'contact',
    default: 0,
    min: 0,
    max: 0.1,
    unit: 'm',
    meaning: 'distance kept between surfaces in contact; for sheets, their thickness',
  },
  contactPasses: {
    kind: 'integer',
    group: 'contact',
    default: 3,
    min: 1,
    max: 50,
    unit: '',
    ...ONLY_XPBD,
    meaning: 'sweeps over the contacts after the solve',
  },
  depenetrationSpeed: {
    kind: 'number',
    group: 'contact',
    default: 0,
    min: 0,
    max: 1000,
    unit: 'm/s',
    meaning:
      'how fast contacts of DCD undo an overlap that a step begins with; 0: at once, which leaves the speed of its whole depth in one step. For bodies that start tangled: above 0, paths within a body that touch inverted elements make no contacts',
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
