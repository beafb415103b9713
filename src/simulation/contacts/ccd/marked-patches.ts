import { NONE } from '../../../mesh/topology.ts';
import type { State } from '../../state.ts';
import type { World } from '../../world/world.ts';

/**
 * Whether an element of a body and a face or an edge of the same body lie in one patch that is proved free of collisions. A vertex or an edge
 * lies in the patches of all its faces; one of these is looked at.
 * @param isEdges whether the elements are edges, else a vertex and a face    @param own, target local to the body's model
 */
export function liesInOnePatch(
  world: World,
  { facePatches }: State,
  body: number,
  isEdges: boolean,
  own: number,
  target: number,
): boolean {
  const { model, faceBase } = world.bodies[body];
  const { topology } = world.models[model];
  const { edgeFaces, surfaceIndices, vertexFaces, vertexFaceOffsets } = topology;
  const ownFace = isEdges ? faceOfEdge(edgeFaces, own) : vertexFaces[vertexFaceOffsets[surfaceIndices[own]]];
  if (ownFace === NONE) return false; // an edge of a rope
  const patch = facePatches[faceBase + ownFace];
  return patch !== 0 && patch === facePatches[faceBase + (isEdges ? faceOfEdge(edgeFaces, target) : target)];
}

const faceOfEdge = (edgeFaces: Uint32Array, edge: number): number =>
  edgeFaces[2 * edge] === NONE ? edgeFaces[2 * edge + 1] : edgeFaces[2 * edge];
