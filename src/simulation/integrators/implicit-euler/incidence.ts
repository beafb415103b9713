import { groupByKey } from '../../../mesh/counting-sort.ts';
import type { Model } from '../../world/model.ts';

/**
 * Lists the elements at each vertex of a model: corner k of tetrahedron t (ElasticTets) as 4 t + k, end k of spring s as 2 s + k. The entries of
 * vertex v are tets[tetOffsets[v] .. tetOffsets[v + 1]], ascending; likewise springs. A vertex adds up its elements' forces in this order.
 */
export function elementIncidence({ topology, elasticTets, springs }: Model) {
  const tets = groupByKey(elasticTets.vertices, topology.vertexCount);
  const ends = groupByKey(springs.vertices, topology.vertexCount);
  return { tetOffsets: tets.offsets, tets: tets.items, springOffsets: ends.offsets, springs: ends.items };
}
