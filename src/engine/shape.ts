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
  /** Named by errors; 'body' by default. A model has a name already. */
  readonly name?: string;
  /** Radius of its thin parts [m], by which a frame's figures call vertices deep; 0 by default. A model has one already. */
  readonly thickness?: number;
  /** How far the body is moved [m]. */
  readonly at?: readonly [number, number, number];
  /** Deformed positions [m], 3 per vertex, before it is moved; those of the rest shape by default. */
  readonly positions?: Float32Array;
  /** Its own material; the scene's parameters hold for all that this leaves out. */
  readonly material?: OwnMaterial;
}

/**
 * Makes a body for createWorld.
 * @param shape a mesh in its rest shape, or a model: bodies of one model share its memory, and are solved together
 * @throws Error where a tetrahedron isn't positively oriented at rest, or the boundary is no closed surface
 */
export function createBody(shape: TetMesh | Model, options: BodyOptions = {}): Placement {
  const { name = 'body', thickness = 0, at = [0, 0, 0], material } = options;
  const model = 'topology' in shape ? shape : createModel(name, shape, thickness);
  const { positions = model.mesh.positions } = options;
  return { model, positions: positions.map((x, i) => x + at[i % 3]), ...(material && { material }) };
}

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
