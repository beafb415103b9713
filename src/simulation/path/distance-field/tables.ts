import type { CounterTable, ParameterTable } from '../../tables/table-definitions.ts';

/** Sources of the distances at the vertices of the rest shape (node-distances.ts). */
export const FIELD_SOURCES = ['second-order', 'first-order', 'exact'] as const;
/** Ways in which a field is brought up to date with the deformed shape (fill.ts). */
export const FIELD_UPDATES = ['none', 'grid', 'tetrahedra'] as const;
export type FieldSource = (typeof FIELD_SOURCES)[number];
/** Name of each source's distances among the model data (model-data.ts). */
export const FIELD_DATA = {
  'second-order': 'secondOrderDistances',
  'first-order': 'firstOrderDistances',
  exact: 'exactDistances',
} as const satisfies Readonly<Record<FieldSource, string>>;

const ONLY_WITH = { pathMethod: ['distance-field'] } as const;

/** Parameters of the path method `distance-field`. */
export const FIELD_PARAMETERS = {
  fieldSource: {
    kind: 'choice',
    title: 'Distances by',
    group: 'collision',
    default: 'second-order',
    options: FIELD_SOURCES,
    titles: { 'second-order': 'Marching, 2nd order', 'first-order': 'Marching, 1st order', exact: 'Exact' },
    onlyWith: { ...ONLY_WITH, fieldUpdate: ['none', 'grid'] },
  },
  fieldUpdate: {
    kind: 'choice',
    title: 'Brought up to date',
    group: 'collision',
    default: 'none',
    options: FIELD_UPDATES,
    titles: { none: 'Never', grid: 'Grid, in contact regions', tetrahedra: 'On tetrahedra' },
    onlyWith: ONLY_WITH,
  },
} as const satisfies ParameterTable;

/** Counters of the path method `distance-field`: in how many updates of a body which case occurred. */
export const FIELD_COUNTERS = {
  /** The new distances join the old ones without a step. */
  fieldsJoined: { kind: 'sum', inFrame: 'per step' },
  /** There was a small step at the region's border, so new and old distances were blended. */
  fieldsBlended: { kind: 'sum', inFrame: 'per step' },
  /** There was a large step, so the whole body was computed anew. */
  fieldsRecomputed: { kind: 'sum', inFrame: 'per step' },
  /** The body overlaps itself in the region, so that its distances were marched on its tetrahedra. */
  fieldsOverlapping: { kind: 'sum', inFrame: 'per step' },
  /** Grid points and vertices whose distances marching has computed. */
  fieldPoints: { kind: 'sum', inFrame: 'per step' },
} as const satisfies CounterTable;
