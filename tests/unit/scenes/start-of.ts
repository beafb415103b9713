import type { Scene } from '../../../src/scenes/scene.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { countPiercingEdges } from '../../../src/simulation/diagnostics/pierce.ts';
import { refitBodySurfaces } from '../../../src/simulation/detect/refit.ts';
import { initialState } from '../../../src/simulation/initial-state.ts';
import { contextWith, refitAll } from '../../fixtures/detection.ts';
import { parametersWith, runInRanges } from '../../fixtures/stages.ts';

/** Figures of a scene's start at size small: number of edges that pierce triangles, height of the lowest vertex [m]. */
export function startOf(scene: Scene) {
  const build = scene.build(scene.size.small);
  const parameters = parametersWith(scene.parameters);
  const { world, positions } = createWorld(build.placements, build.colliders, parameters, build.script, build.air);
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  const context = contextWith({ world, state });
  refitAll(context);
  // Boxes of the bodies' surfaces: those of refitAll hold tetrahedra, of which a cloth has none.
  runInRanges(refitBodySurfaces, context, Number.POSITIVE_INFINITY, false);
  const lowest = positions.reduce(
    (least, y, i) => (i % 3 === 1 ? Math.min(least, y) : least),
    Number.POSITIVE_INFINITY,
  );
  return { build, world, positions, lowest, piercing: countPiercingEdges(world, state) };
}
