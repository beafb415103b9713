import { signedVolumes } from '../../mesh/quality.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { createModel, writeRestMetric } from '../../simulation/world/create-model.ts';
import type { Model } from '../../simulation/world/model.ts';

/** An element keeps its shape in the pose if it has more than this share of its rest volume there. */
const LEAST_VOLUME = 0.05;

/**
 * Makes a model whose elements are without stress in a pose, so that elasticity pulls towards the pose instead of the rest shape. Elements that
 * are turned inside out or nearly flat in the pose keep their rest shape.
 * @param rest mesh in its rest shape    @param pose [m], 3 numbers per vertex
 * @throws Error if createModel rejects the mesh
 */
export function createPosedModel(name: string, rest: TetMesh, pose: Float32Array): Model {
  const model = createModel(name, rest, 0);
  const { elasticTets } = model;
  const posed: TetMesh = { positions: pose, tets: elasticTets.vertices };
  const restMetrics = elasticTets.restMetrics.slice();
  signedVolumes(posed).forEach((volume, tet) => {
    if (volume > LEAST_VOLUME * elasticTets.restVolumes[tet])
      writeRestMetric(posed, tet, 6 * volume, restMetrics, 6 * tet);
  });
  return { ...model, elasticTets: { ...elasticTets, restMetrics } };
}
