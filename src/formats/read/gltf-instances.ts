import type { GLTF } from '@gltf-transform/core';
import { MeshFileError } from '../file-mesh.ts';
import type { GltfAccessors } from './gltf-accessors.ts';
import { compose, type Matrix, multiply } from './gltf-nodes.ts';

/** Lists of shifts, rotations and scales of a node's mesh, by EXT_mesh_gpu_instancing. */
type InstanceAttributes = Readonly<Record<string, number>>;

/** Returns the accessors of a node's instances; undefined if its mesh stands in one place. */
export function instancesOf({ extensions }: GLTF.INode): InstanceAttributes | undefined {
  const instancing = extensions?.EXT_mesh_gpu_instancing as { readonly attributes?: InstanceAttributes } | undefined;
  return instancing?.attributes;
}

/** The lists of instances that a matrix is made of; others, such as _ID, have no place. */
const placesIn = ({ TRANSLATION, ROTATION, SCALE }: InstanceAttributes): number[] =>
  [TRANSLATION, ROTATION, SCALE].filter((index) => index !== undefined);

/** Number of instances. @throws MeshFileError if the lists have different lengths */
export function countInstances(attributes: InstanceAttributes, accessors: GltfAccessors): number {
  const counts = new Set(placesIn(attributes).map((index) => accessors.count(index)));
  if (counts.size > 1)
    throw new MeshFileError(
      `The places of instances have ${[...counts].join(' and ')} rows; expected as many of each kind`,
    );
  return [...counts][0] ?? 1;
}

/** Returns the matrix of each instance to the world. @param world the matrix of their node */
export function instanceMatrices(attributes: InstanceAttributes, accessors: GltfAccessors, world: Matrix): Matrix[] {
  const { TRANSLATION, ROTATION, SCALE } = attributes;
  const shifts = TRANSLATION === undefined ? undefined : accessors.floats(TRANSLATION, ['VEC3'], 3, 'Shift');
  const turns = ROTATION === undefined ? undefined : accessors.floats(ROTATION, ['VEC4'], 4, 'Rotation');
  const scales = SCALE === undefined ? undefined : accessors.floats(SCALE, ['VEC3'], 3, 'Scale');
  const row = (values: Float64Array | undefined, perRow: number, i: number) =>
    values && [...values.subarray(perRow * i, perRow * (i + 1))];
  return Array.from({ length: countInstances(attributes, accessors) }, (_, i) =>
    multiply(world, compose(row(shifts, 3, i), row(turns, 4, i), row(scales, 3, i))),
  );
}
