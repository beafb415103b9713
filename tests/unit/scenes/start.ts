import type { Scene, SceneBuild } from '../../../src/scenes/scene.ts';
import { createWorld } from '../../../src/simulation/create-world.ts';
import { piercingEdges } from '../../../src/simulation/detect/pierce.ts';
import { initialOrders } from '../../../src/simulation/detect/rebuild.ts';
import { initialState } from '../../../src/simulation/initial-state.ts';
import type { World } from '../../../src/simulation/world.ts';
import { contextWith, refitAll } from '../../fixtures/detection.ts';
import { parametersWith } from '../../fixtures/stages.ts';

/** A scene as it starts at its small size, and how many surface edges pierce surface triangles then. */
export function start(scene: Scene): {
  readonly build: SceneBuild;
  readonly world: World;
  readonly positions: Float32Array;
  readonly piercing: number;
} {
  const build = scene.build(scene.size.small);
  const parameters = parametersWith(scene.parameters);
  const { world, positions } = createWorld(build.placements, build.colliders, parameters.contactPoints, build.script);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  initialOrders(world, state);
  refitAll(contextWith({ world, state }));
  return { build, world, positions, piercing: piercingEdges(world, state) };
}
