import type { CounterTable, ParameterTable } from '../tables/table-definitions.ts';

/**
 * Path methods. A path method finds the boundary point to which a penetrating point is pushed. `tree` and `flood` are exact and give the
 * same answers; near inverted elements this is proved for `tree`, and measured for `flood` (docs/method.md). The others are for comparison
 * (docs/methods.md). `paper` is the paper's search as published; it is exact where no element is inverted, no boundary edge folded and, with
 * culling, no inner edge branched. `euclidean`, `rest-shape` and `distance-field` are the inexact methods that were used before the paper.
 * `euclidean-between` treats points of other bodies like `euclidean`, and points of the same body exactly (Chen et al. 2023, figure 15a).
 */
export const PATH_METHODS = [
  'flood',
  'tree',
  'paper',
  'euclidean',
  'euclidean-between',
  'rest-shape',
  'distance-field',
] as const;
export type PathMethod = (typeof PATH_METHODS)[number];

/** Tests whether a method searches the BVH over boundary faces, whose boxes must then be up to date. */
export const searchesFaceTree = (method: PathMethod): boolean =>
  method === 'tree' || method === 'paper' || method === 'euclidean' || method === 'euclidean-between';

/** Parameters of shortest paths. */
export const PATHS = {
  culling: {
    kind: 'flag',
    group: 'collision',
    default: true,
    // Only these methods cull candidates by their infeasible regions.
    onlyWith: { pathMethod: ['tree', 'paper'] },
  },
  pathMethod: {
    kind: 'choice',
    group: 'collision',
    default: 'flood',
    options: PATH_METHODS,
    titles: {
      flood: 'Flood (exact)',
      tree: 'Tree (exact)',
      paper: 'As in the paper',
      'euclidean-between': 'Euclidean between bodies',
    },
  },
} as const satisfies ParameterTable;

/** Counters of shortest paths. */
export const PATH_COUNTERS = {
  /** Boundary faces whose closest point was computed. */
  candidates: { kind: 'sum', inFrame: 'per query' },
  traversals: { kind: 'sum', inFrame: 'per query' },
  /** Tetrahedra visited by traversals. */
  tetsVisited: { kind: 'sum', inFrame: 'per query' },
  /** Queries that were repeated with larger lists because a list was full. On the CPU: traversals that were repeated without limits. */
  pathOverflows: { kind: 'sum', inFrame: 'per step' },
  /** Queries without a path. */
  pathsMissing: { kind: 'sum', inFrame: 'per step' },
  /** Pairs and paths within one body that contacts skip because an inverted tetrahedron is involved (inverted-boundary.ts). */
  invertedSkipped: { kind: 'sum', inFrame: 'per step' },
  /** Paths and CCD hits that make no contact, because there is no normal or the point's own weight is too small (path-contacts.ts). */
  contactsGivenUp: { kind: 'sum', inFrame: 'per step' },
  /** Candidates about which culling could prove nothing. */
  undecidedByCulling: { kind: 'sum' },
  /** Boxes and balls that searches compared with the best distance so far; counted on the GPU only. */
  boundsTested: { kind: 'sum' },
  /** Queries that overflowed even the largest lists on the GPU. The worker pool answers them. */
  pathsUnanswered: { kind: 'sum' },
} as const satisfies CounterTable;
