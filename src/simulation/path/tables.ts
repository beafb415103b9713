import type { CounterTable, ParameterTable } from '../table-definitions.ts';

/**
 * How a penetrating point finds its way out. `tree` and `flood` are exact and give the same answers.
 * `euclidean` and `rest-shape` are the ways that it replaces, for comparison; `euclidean-between` is euclidean for points of
 * other bodies, and exact within a body (Chen et al. 2023, figure 15a).
 */
export const PATH_METHODS = ['flood', 'tree', 'euclidean', 'euclidean-between', 'rest-shape'] as const;
export type PathMethod = (typeof PATH_METHODS)[number];

/** Whether the method asks the tree over boundary faces, so that its boxes have to be right. */
export const asksFaceTree = (method: PathMethod): boolean =>
  method === 'tree' || method === 'euclidean' || method === 'euclidean-between';

/** Shortest paths. */
export const PATHS = {
  culling: {
    kind: 'flag',
    group: 'collision',
    default: true,
    meaning: 'infeasible-region culling of shortest-path candidates by the path method tree; the flood culls nothing',
  },
  pathMethod: {
    kind: 'choice',
    group: 'collision',
    default: 'flood',
    options: PATH_METHODS,
    meaning:
      'how a penetrating point finds its way out: flood and tree find the shortest path; euclidean and rest-shape take the nearest boundary point as it lies now or in the rest shape, for comparison; euclidean-between does so for points of other bodies alone',
  },
} as const satisfies ParameterTable;

/** Shortest paths. */
export const PATH_COUNTERS = {
  /** BVH candidates. */
  candidates: { kind: 'sum', inFrame: 'per query' },
  traversals: { kind: 'sum', inFrame: 'per query' },
  /** Tetrahedra that traversals go through. */
  tetsVisited: { kind: 'sum', inFrame: 'per query' },
  /** Paths that were answered again where a list had no more room. */
  pathOverflows: { kind: 'sum', inFrame: 'per step' },
  /** Queries without a path. */
  pathsMissing: { kind: 'sum', inFrame: 'per step' },
  /** Pairs and paths within a body that contacts left out, since an inverted tetrahedron took part (inverted-boundary.ts). */
  invertedSkipped: { kind: 'sum', inFrame: 'per step' },
  /** Paths and hits of CCD of which no contact is made: their surface has no normal, or the point hardly any weight of its own (path-contacts.ts). */
  contactsGivenUp: { kind: 'sum', inFrame: 'per step' },
  /** Queries at which culling stepped aside. */
  cullingAside: { kind: 'sum' },
  /** Boxes and balls that searches compared with the best so far; counted on the GPU only. */
  boundsTested: { kind: 'sum' },
  /** Paths that even the largest lists on the device had no room for: the pool answers them. */
  pathsUnanswered: { kind: 'sum' },
} as const satisfies CounterTable;
