import type { TetMesh } from '../mesh/tet-mesh.ts';
import { createWorld } from '../simulation/create-world.ts';
import { refit } from '../simulation/detect/passes.ts';
import { initialState } from '../simulation/initial-state.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import { runPasses } from '../simulation/run-passes.ts';
import type { State } from '../simulation/state.ts';
import type { World } from '../simulation/world.ts';
import { createBody } from './create-body.ts';

/** Bodies where they lie, as createWorld gives them; or a mesh alone, at rest. */
export type Shape = TetMesh | PlacedWorld;

export interface PlacedWorld {
  readonly world: World;
  /** [m], 3 per vertex. */
  readonly positions: Float32Array;
}

/** A vector, or a point [m]. */
export type Vector = readonly [number, number, number];

/** @throws Error where a mesh is none that createBody takes */
export const placedWorld = (shape: Shape): PlacedWorld =>
  'world' in shape ? shape : createWorld([createBody(shape)], []);

/** A state of these positions with its trees fitted to them. */
export function refittedState({ world, positions }: PlacedWorld): State {
  const parameters = defaultParameters();
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  runPasses({ world, state }, [refit]);
  return state;
}
