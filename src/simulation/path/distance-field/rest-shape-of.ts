import type { Topology } from '../../../mesh/topology.ts';
import type { Model } from '../../world/model.ts';

/** The parts of a model from which distances at its vertices are marched. They can be sent to a worker. */
export interface RestShape {
  readonly topology: Pick<Topology, 'vertexCount' | 'tetCount' | 'faces' | 'surfaceIndices'>;
  readonly mesh: Pick<Model['mesh'], 'positions'>;
  readonly thickness: number;
  readonly edgeLength: number;
}

export const restShapeOf = ({ topology, mesh, thickness, edgeLength }: Model): RestShape => {
  const { vertexCount, tetCount, faces, surfaceIndices } = topology;
  return {
    topology: { vertexCount, tetCount, faces, surfaceIndices },
    mesh: { positions: mesh.positions },
    thickness,
    edgeLength,
  };
};
