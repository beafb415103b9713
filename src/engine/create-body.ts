import type { TetMesh } from '../mesh/tet-mesh.ts';
import { createModel } from '../simulation/create-model.ts';
import type { OwnMaterial } from '../simulation/material.ts';
import type { Model } from '../simulation/model.ts';
import type { Placement } from '../simulation/world.ts';

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
