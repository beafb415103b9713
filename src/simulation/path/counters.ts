import type { CounterTable } from '../counter-definition.ts';

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
