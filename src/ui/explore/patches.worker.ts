import { expose, transfer } from 'comlink';
import type { Topology } from '../../mesh/topology.ts';
import { buildPatchTree, type PatchTree } from '../../simulation/self-collision/patch-tree.ts';
import { type PatchSurvey, surveyPatches } from '../../simulation/view/explain/survey-patches.ts';

/** A surface, and what its tree of patches is built from. */
export interface PatchedShape {
  readonly topology: Pick<Topology, 'faces' | 'faceEdges' | 'edgeFaces' | 'faceCount' | 'vertexCount'>;
  /** At rest [m]. */
  readonly restPositions: Float32Array;
}

/** Divides surfaces into patches in a worker, since a surface of 100,000 faces takes seconds. */
const surveyor = {
  buildTree({ topology, restPositions }: PatchedShape): PatchTree {
    const tree = buildPatchTree(topology, restPositions);
    return transfer(tree, arraysOf(tree));
  },
  survey(tree: PatchTree, positions: Float32Array): PatchSurvey {
    const survey = surveyPatches(tree, positions);
    return transfer(survey, arraysOf(survey));
  },
};

/** Returns the memory of an object's arrays; that of an array that isn't its own (`faces`) would be copied. */
const arraysOf = (object: object): ArrayBuffer[] =>
  Object.values(object).flatMap((value: unknown) =>
    ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : [],
  );

export type Surveyor = typeof surveyor;
expose(surveyor);
