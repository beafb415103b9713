import type { ParameterTable } from '../../tables/table-definitions.ts';

/** Parameters of the gas constraint. */
export const PRESSURE = {
  pressure: {
    kind: 'number',
    title: 'Gas pressure',
    group: 'material',
    default: 0,
    min: 0,
    max: 1e6,
    unit: 'Pa',
    onReset: true,
  },
} as const satisfies ParameterTable;
