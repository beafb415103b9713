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
