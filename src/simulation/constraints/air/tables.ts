import { ONLY_XPBD } from '../../integrators/tables.ts';
import type { CounterTable, ParameterTable } from '../../tables/table-definitions.ts';

export const AIR = ['off', 'on'] as const;

/** Parameters of air meshes. They have an effect only in scenes that have one. */
export const AIR_PARAMETERS = {
  air: {
    kind: 'choice',
    title: 'Air mesh',
    group: 'collision',
    default: 'on',
    options: AIR,
    needs: 'air',
    ...ONLY_XPBD,
  },
  airIterations: {
    kind: 'integer',
    title: 'Sweeps over air',
    group: 'collision',
    default: 1,
    min: 1,
    max: 50,
    unit: '',
    needs: 'air',
    onlyWith: { ...ONLY_XPBD.onlyWith, air: ['on'] },
  },
  airFlips: {
    kind: 'integer',
    title: 'Improve air every',
    group: 'collision',
    default: 1,
    min: 0,
    max: 100,
    unit: 'steps',
    needs: 'air',
    onlyWith: { ...ONLY_XPBD.onlyWith, air: ['on'] },
  },
} as const satisfies ParameterTable;

/** Counters of air meshes. */
export const AIR_COUNTERS = {
  /** Elements of air that are inverted at the end of a step, by more than a contact at rest leaves (INVERTED_QUALITY). */
  airInverted: { kind: 'sum', inFrame: 'per step' },
  /** Operations that have changed the air mesh: flips, or removals of edges and of faces. */
  airChanges: { kind: 'sum', inFrame: 'per step' },
} as const satisfies CounterTable;
