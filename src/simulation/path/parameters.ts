import type { ParameterTable } from '../parameter-definition.ts';
import { PATH_METHODS } from './path-methods.ts';

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
