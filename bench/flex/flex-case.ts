import { signedVolumes } from '../../src/mesh/quality.ts';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { startParameters } from '../../src/scenes/start-parameters.ts';
import { inverseMasses } from '../../src/simulation/initial-state.ts';
import { createWorld } from '../../src/simulation/world/create-world.ts';
import type { SceneState } from '../measure/step-runner.ts';

/** Index of an octopus that starts upside down. Its head hits the floor first, then its arms fall onto it and onto one another. */
const UPSIDE_DOWN = 4;
/** Downward speed at the start [m/s]. Faster falls turn elements of MuJoCo's material inside out. */
export const SPEED = 4;
/** Height above the floor at the start [m]. */
const HEIGHT = 0.02;
/** Number of steps of a run: 0.33 s, in which the arms fall together and rise again. */
export const STEPS = 100;

/** One octopus of octopi-8 that falls onto the floor and onto itself. It starts in its rest shape, so no material is strained. */
export interface FlexCase extends SceneState {
  /** Height of the floor [m]. */
  readonly floor: number;
  /** [kg] per vertex */
  readonly masses: Float64Array;
}

/** @param size tetrahedra of the octopus, as in octopi-8 */
export function createFlexCase(size = octopi8.size.default): FlexCase {
  const parameters = startParameters(octopi8, size);
  const placement = octopi8.build(size).placements[UPSIDE_DOWN];
  const floor = lowest(placement.positions) - HEIGHT;
  const { world, positions } = createWorld([placement], [{ normal: [0, 1, 0], offset: floor }], parameters);
  return {
    world,
    positions,
    velocities: positions.map((_, i) => (i % 3 === 1 ? -SPEED : 0)),
    parameters,
    floor,
    masses: Float64Array.from(inverseMasses(world, parameters.density), (inverse) => 1 / inverse),
  };
}

/** Returns the height of the lowest vertex [m]. */
export function lowest(positions: Float32Array): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 1; i < positions.length; i += 3) least = Math.min(least, positions[i]);
  return least;
}

/** Counts the tetrahedra that are flat or inside out. */
export function countInverted({ world }: FlexCase, positions: Float32Array): number {
  const { tets } = world.models[0].mesh;
  return signedVolumes({ tets, positions }).filter((volume) => volume <= 0).length;
}
