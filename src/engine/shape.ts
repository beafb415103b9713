import type { TetMesh } from '../mesh/tet-mesh.ts';
import { createModel } from '../simulation/create-model.ts';
import type { OwnMaterial } from '../simulation/material.ts';
import type { Model } from '../simulation/model.ts';
import type { Placement, World } from '../simulation/world.ts';
import { createWorld } from '../simulation/create-world.ts';
import { refit } from '../simulation/detect/passes.ts';
import { initialState } from '../simulation/initial-state.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import { runPasses } from '../simulation/run-passes.ts';
import type { State } from '../simulation/state.ts';

export interface BodyOptions {
  /** Name used in error messages; 'body' by default. Ignored if `shape` is a model, which has its own. */
  readonly name?: string;
  /**
   * Radius of the body's thin parts [m]. The statistics count a vertex as deep if its penetration depth exceeds 1 % (DEEP_SHARE) of this.
   * 0 by default. Ignored if `shape` is a model.
   */
  readonly thickness?: number;
  /** Translation of the body's positions [m]. */
  readonly at?: readonly [number, number, number];
  /** Deformed positions before the translation `at` [m], 3 per vertex; those of the rest shape by default. */
  readonly positions?: Float32Array;
  /** The body's own material. The world's parameters apply to all properties that it leaves out. */
  readonly material?: OwnMaterial;
}

/**
 * Makes a body for createWorld.
 * @param shape a mesh in its rest shape, or a model. Bodies of one model share its memory and are solved together
 * @throws Error if a tetrahedron isn't positively oriented at rest, or the boundary isn't a closed surface
 */
export function createBody(shape: TetMesh | Model, options: BodyOptions = {}): Placement {
  const { name = 'body', thickness = 0, at = [0, 0, 0], material } = options;
  const model = 'topology' in shape ? shape : createModel(name, shape, thickness);
  const { positions = model.mesh.positions } = options;
  return { model, positions: positions.map((x, i) => x + at[i % 3]), ...(material && { material }) };
}

/** Bodies at their positions, as createWorld returns them, or a single mesh at rest. */
export type Shape = TetMesh | PlacedWorld;

export interface PlacedWorld {
  readonly world: World;
  /** [m], 3 per vertex. */
  readonly positions: Float32Array;
}

/** A vector, or a point [m]. */
export type Vector = readonly [number, number, number];

/** Returns a placed world as it is, and a mesh as a world of one body. @throws Error if createBody rejects the mesh */
export const placedWorld = (shape: Shape): PlacedWorld =>
  'world' in shape ? shape : createWorld([createBody(shape)], []);

/** Creates a state with these positions and refits its trees' boxes to them. */
export function refittedState({ world, positions }: PlacedWorld): State {
  const parameters = defaultParameters();
  const state = initialState(world, positions, parameters, (bytes) => new ArrayBuffer(bytes));
  runPasses({ world, state }, [refit]);
  return state;
}
