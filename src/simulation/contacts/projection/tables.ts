import type { CounterTable, ParameterTable } from '../../table-definitions.ts';

/** How contacts are projected. */
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
    meaning: 'distance kept between surfaces in contact',
  },
  contactPasses: {
    kind: 'integer',
    group: 'contact',
    default: 3,
    min: 1,
    max: 50,
    unit: '',
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

/** Contacts, and what had no room among them. */
export const PROJECTION_COUNTERS = {
  /** Contacts of CCD that the step's last detection gave. */
  contactsCcd: { kind: 'length', inFrame: 'per step' },
  /** The same of shortest paths. */
  contactsDcd: { kind: 'length', inFrame: 'per step' },
  /** Contacts that no list had memory for, summed over the step's detections. */
  contactsDropped: { kind: 'sum', inFrame: 'per step' },
  /** Contacts of the last detection for which there was no memory for more rounds of the projection. */
  contactsUncoloured: { kind: 'length', inFrame: 'per step' },
  /** Rounds of the projection. */
  colours: { kind: 'length' },
} as const satisfies CounterTable;
