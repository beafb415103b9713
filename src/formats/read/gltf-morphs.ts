import type { GLTF } from '@gltf-transform/core';
import { MeshFileError } from '../file-mesh.ts';
import type { GltfAccessors } from './gltf-accessors.ts';
import { named } from './gltf-values.ts';

/** The shifts of vertices that a morph target has, and how much of them counts. */
export interface WeightedTarget {
  readonly accessor: number;
  readonly weight: number;
}

/** A target that counts. */
export interface Weight {
  readonly target: number;
  readonly weight: number;
}

/**
 * Lists the weights other than 0 that a node gives to its mesh's targets or, if it gives none, the mesh. Weights that are missing are 0.
 * Source: glTF 2.0 Specification, 3.7.2.2.
 * @throws MeshFileError
 */
export function weightsOf(node: GLTF.INode, mesh: GLTF.IMesh): Weight[] {
  const given: readonly unknown[] = node.weights ?? mesh.weights ?? [];
  const weights: Weight[] = [];
  given.forEach((weight, target) => {
    if (typeof weight !== 'number' || !Number.isFinite(weight))
      throw new MeshFileError(`Morph target ${target} has the weight ${named(weight)}; expected a finite number`);
    if (weight !== 0) weights.push({ target, weight });
  });
  return weights;
}

/** Returns the shifts of a primitive's vertices by its targets that count. */
export function shiftsOf({ targets = [] }: GLTF.IMeshPrimitive, weights: readonly Weight[]): WeightedTarget[] {
  const shifts: WeightedTarget[] = [];
  for (const { target, weight } of weights) {
    const accessor = targets[target]?.POSITION;
    if (accessor !== undefined) shifts.push({ accessor, weight });
  }
  return shifts;
}

/** Adds the shifts of targets to the positions of vertices. */
export function morph(positions: Float64Array, shifts: readonly WeightedTarget[], accessors: GltfAccessors): void {
  for (const { accessor, weight } of shifts) {
    const shift = accessors.rows(accessor, ['VEC3'], 3, 'Shift by a morph target', positions.length / 3);
    for (let i = 0; i < shift.length; i++) positions[i] += weight * shift[i];
  }
}
