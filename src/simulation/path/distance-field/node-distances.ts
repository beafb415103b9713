import { NONE } from '../../../mesh/topology.ts';
import type { Model, NamedArrays } from '../../world/model.ts';
import { beginNearest } from '../candidate.ts';
import { createCellBounds } from '../flood/cell-bounds.ts';
import { restBodyAt, restTree } from '../rest-shape.ts';
import { createPathScratch } from '../scratch.ts';
import { searchTree } from '../search.ts';

/**
 * Computes the exact distance from each vertex of a model's rest shape to its boundary [m]; 0 on the boundary. In a rest shape that doesn't
 * overlap itself, the nearest boundary point is the one to which the shortest path inside the body leads.
 */
export function exactDistances(model: Model): NamedArrays {
  const { topology, mesh } = model;
  const { positions } = mesh;
  const scratch = createPathScratch();
  const parts = { restPositions: positions, cells: createCellBounds(model.cells) };
  const body = restBodyAt({ ...model, ...parts }, restTree(model));
  const distances = new Float32Array(topology.vertexCount);
  for (let v = 0; v < topology.vertexCount; v++) {
    if (topology.surfaceIndices[v] !== NONE) continue;
    beginNearest(scratch, body, NONE);
    searchTree(scratch, body, positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
    distances[v] = Math.sqrt(scratch.path.depthSquared);
  }
  return { distances };
}
