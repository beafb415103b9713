import type { TetMesh } from '../mesh/tet-mesh.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { OwnMaterial } from '../simulation/world/material.ts';
import type { Model } from '../simulation/world/model.ts';
import type { Placement, World } from '../simulation/world/world.ts';
import { createWorld } from '../simulation/world/create-world.ts';
import { refit } from '../simulation/detect/passes.ts';
import { initialState } from '../simulation/initial-state.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import { runPasses } from '../simulation/program/run-passes.ts';
import type { State } from '../simulation/state.ts';

/** Options of createBody. */
export interface BodyOptions {
  /** Name used in error messages; 'body' by default. Ignored if the body is made from a model, which has its own name. */
  readonly name?: string;
  /**
   * Radius of the body's thin parts [m]; 0 by default. The statistics count a vertex as deep if its penetration depth exceeds 1 %
   * (DEEP_SHARE) of this radius. Ignored if the body is made from a model, which has its own thickness.
   */
  readonly thickness?: number;
  /** Translation of the body's positions [m]. */
  readonly at?: readonly [number, number, number];
  /** Deformed positions before the translation `at` [m], 3 per vertex; those of the rest shape by default. */
  readonly positions?: Float32Array;
  /** The body's own material. For properties that are left out, the world's parameters apply. */
  readonly material?: OwnMaterial;
}

/**
 * Makes a body for createWorld.
 * @param shape a mesh in its rest shape, or a model. Bodies of the same model share the model's memory and are solved together
 * @throws Error if a tetrahedron isn't positively oriented at rest, or the boundary isn't a closed surface
 */
export function createBody(shape: TetMesh | Model, options: BodyOptions = {}): Placement {
  const { name = 'body', thickness = 0, at = [0, 0, 0], material } = options;
  const model = 'topology' in shape ? shape : createModel(name, shape, thickness);
  const { positions = model.mesh.positions } = options;
  return { model, positions: positions.map((x, i) => x + at[i % 3]), ...(material && { material }) };
}

/** A world with the positions of its bodies, as createWorld returns them; or a single mesh, which stands for one body in its rest shape. */
export type Shape = TetMesh | PlacedWorld;

export interface PlacedWorld {
  readonly world: World;
  /** Positions [m], 3 numbers per vertex. */
  readonly positions: Float32Array;
}

/** A vector, or a point [m]. */
export type Vector = readonly [number, number, number];

/** Returns a placed world unchanged, or makes a world of one body from a mesh. @throws Error if createBody rejects the mesh */
export const placedWorld = (shape: Shape): PlacedWorld =>
  'world' in shape ? shape : createWorld([createBody(shape)], []);

/** Creates a state with these positions, for geometric queries. Fits the boxes of the state's trees to the positions. */
export function refittedState({ world, positions }: PlacedWorld): State {
  const parameters = defaultParameters();
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  runPasses({ world, state }, [refit]);
  return state;
}
