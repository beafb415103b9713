import type { GLTF } from '@gltf-transform/core';
import { MeshFileError } from '../file-mesh.ts';
import type { GltfAccessors } from './gltf-accessors.ts';
import { named } from './gltf-values.ts';

/** The shifts of vertices that a morph target has, and how much of them counts. */
export interface WeightedTarget {
  readonly accessor: number;
  readonly weight: number;
}

/** A mesh's targets by the weights that a node gives, or, if it gives none, the mesh. */
export interface MorphTargets {
  readonly shifts: readonly WeightedTarget[];
  /** Number of targets whose weight isn't 0, and of the others. */
  readonly applied: number;
  readonly leftOut: number;
}

/**
 * Lists the targets of a primitive that move its vertices. Weights that are missing are 0.
 * Source: glTF 2.0 Specification, 3.7.2.2.
 * @throws MeshFileError
 */
export function morphTargets(node: GLTF.INode, mesh: GLTF.IMesh, { targets = [] }: GLTF.IMeshPrimitive): MorphTargets {
  const weights: readonly unknown[] = node.weights ?? mesh.weights ?? [];
  const shifts: WeightedTarget[] = [];
  let applied = 0;
  targets.forEach(({ POSITION: accessor }, i) => {
    const weight = weights[i] ?? 0;
    if (typeof weight !== 'number' || !Number.isFinite(weight))
      throw new MeshFileError(`Morph target ${i} has the weight ${named(weight)}; expected a finite number`);
    if (weight === 0) return;
    applied++;
    if (accessor !== undefined) shifts.push({ accessor, weight });
  });
  return { shifts, applied, leftOut: targets.length - applied };
}

/** Adds the shifts of targets to the positions of vertices. */
export function morph(positions: Float64Array, shifts: readonly WeightedTarget[], accessors: GltfAccessors): void {
  for (const { accessor, weight } of shifts) {
    const shift = accessors.rows(accessor, ['VEC3'], 3, 'Shift by a morph target', positions.length / 3);
    for (let i = 0; i < shift.length; i++) positions[i] += weight * shift[i];
  }
}
