import { signedVolumes } from '../../mesh/quality.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { createModel, writeRestMetric } from '../../simulation/world/create-model.ts';
import type { Model } from '../../simulation/world/model.ts';

/** An element keeps its shape in the pose if it has more than this share of its rest volume there. */
const LEAST_SHARE = 0.05;
/** Entries of an element's rest metric. */
const METRIC = 6;

/**
 * Makes a model whose elements have their shape in a pose as their equilibrium, at the size at which they have their rest volume: so elasticity pulls towards
 * the pose instead of the rest shape, and a body that has been crushed grows again. Elements that are turned inside out or nearly flat in the pose keep their
 * rest shape.
 * @param rest mesh in its rest shape    @param pose [m], 3 numbers per vertex
 * @throws Error if createModel rejects the mesh
 */
export function createPosedModel(name: string, rest: TetMesh, pose: Float32Array): Model {
  const model = createModel(name, rest, 0);
  const { elasticTets } = model;
  const posed: TetMesh = { positions: pose, tets: elasticTets.vertices };
  const restMetrics = elasticTets.restMetrics.slice();
  signedVolumes(posed).forEach((volume, tet) => {
    const share = volume / elasticTets.restVolumes[tet];
    if (!(share > LEAST_SHARE)) return;
    writeRestMetric(posed, tet, 6 * volume, restMetrics, METRIC * tet);
    // A metric shrinks as the square of the length by which the shape grows.
    const growth = Math.cbrt(1 / share);
    for (let i = METRIC * tet; i < METRIC * (tet + 1); i++) restMetrics[i] /= growth * growth;
  });
  return { ...model, elasticTets: { ...elasticTets, restMetrics } };
}
