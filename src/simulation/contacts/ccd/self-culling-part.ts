import { markPatches } from './self-culling.ts';
import { patchTree } from './self-culling-tree.ts';

/** Stages and model data that the culling of self-collisions alone uses. */
export const SELF_CULLING = { stages: { markPatches }, modelData: { patchTree } };
