import type { Stage } from '../../program/stage.ts';
import { createContourScratch } from '../../self-collision/contour-test.ts';
import { isFree, type ProvedPatches } from '../../self-collision/culling-tests.ts';
import { createPatchFit, fitNormals } from '../../self-collision/fit.ts';
import type { PatchTree } from '../../self-collision/patch-tree.ts';
import { createProjection } from '../../self-collision/projection.ts';
import type { State } from '../../state.ts';
import type { Body, World } from '../../world/world.ts';
import { patchTreeOf } from './self-culling-tree.ts';

/** Patches of fewer faces aren't tested here: the test would take longer than the pairs that it saves. */
const LEAST_MARKED_FACES = 32;

/**
 * Stage: finds the patches of each body's surface that are proved free of collisions during the motion from x0 to x
 * (self-collision/culling-tests.ts), the largest ones first, and notes them per face. An element is a body.
 */
export const markPatches: Stage = {
  chunk: 1,
  count: ({ world }) => world.bodies.length,
  run({ world, state, scratch }, begin, end) {
    const { patches } = scratch.ccd;
    for (let i = begin; i < end; i++) {
      const body = world.bodies[i];
      const ofModel = patches[body.model] ?? createPatches(patchTreeOf(world.models[body.model]));
      patches[body.model] = ofModel;
      markBody(ofModel, world, state, body);
    }
  },
};

function createPatches(tree: PatchTree): ProvedPatches {
  return {
    tree,
    fit: createPatchFit(tree),
    projection: createProjection(),
    contour: createContourScratch(),
    x0: new Float32Array(),
    x1: new Float32Array(),
  };
}

function markBody(patches: ProvedPatches, world: World, state: State, { model, vertexBase, faceBase }: Body): void {
  const { tree } = patches;
  const { vertexCount } = world.models[model].topology;
  patches.x0 = state.positionsT0.subarray(3 * vertexBase, 3 * (vertexBase + vertexCount));
  patches.x1 = state.positions.subarray(3 * vertexBase, 3 * (vertexBase + vertexCount));
  fitNormals(patches.fit, tree, patches.x0, patches.x1);
  const { facePatches } = state;
  // Nodes in preorder; a patch that is free is passed over as a whole.
  for (let node = 0; node < tree.nodeCount; ) {
    const size = tree.ends[node] - tree.begins[node];
    const free = size >= LEAST_MARKED_FACES && isFree(patches, node);
    if (!free && size >= LEAST_MARKED_FACES) {
      node++;
      continue;
    }
    const mark = free ? node + 1 : 0;
    for (let k = tree.begins[node]; k < tree.ends[node]; k++) facePatches[faceBase + tree.order[k]] = mark;
    // A tree over n faces has 2 n - 1 nodes.
    node += 2 * size - 1;
  }
}
