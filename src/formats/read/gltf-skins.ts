import type { GLTF } from '@gltf-transform/core';
import type { GltfAccessors } from './gltf-accessors.ts';
import { entry } from './gltf-file.ts';
import { type Matrix, multiply, transform } from './gltf-nodes.ts';

/** Joints that move a vertex. */
const PER_VERTEX = 4;

/** Vertices' joints and weights, and the matrices of the joints. */
export interface GltfSkin {
  readonly joints: ArrayLike<number>;
  readonly weights: Float64Array;
  readonly matrices: readonly Matrix[];
}

/** Reads how a skin's joints, where the file places them, move a primitive's vertices. */
export function readSkin(
  accessors: GltfAccessors,
  skin: GLTF.ISkin,
  attributes: Readonly<Record<string, number>>,
  toWorld: readonly Matrix[],
): GltfSkin {
  const { joints, inverseBindMatrices } = skin;
  const inverse =
    inverseBindMatrices === undefined
      ? undefined
      : accessors.floats(inverseBindMatrices, ['MAT4'], 16, 'Inverse bind matrix');
  const matrices = joints.map((joint, i) => {
    const world = entry(toWorld, joint, 'node');
    return inverse ? multiply(world, [...inverse.subarray(16 * i, 16 * i + 16)]) : world;
  });
  return {
    joints: accessors.ids(attributes.JOINTS_0, 'VEC4', joints.length, 'Joint'),
    weights: accessors.floats(attributes.WEIGHTS_0, ['VEC4'], PER_VERTEX, 'Weight'),
    matrices,
  };
}

/** Moves a vertex by the weighted mean of its joints. Without weights, its first joint moves it, as in three. */
export function moveBySkin(
  { joints, weights, matrices }: GltfSkin,
  vertex: number,
  point: readonly number[],
): number[] {
  const own = [...weights.subarray(PER_VERTEX * vertex, PER_VERTEX * vertex + PER_VERTEX)];
  const sum = own.reduce((total, weight) => total + weight, 0);
  const moved = [0, 0, 0];
  own.forEach((weight, i) => {
    const part = sum > 0 ? weight / sum : i === 0 ? 1 : 0;
    if (part === 0) return;
    const place = transform(matrices[joints[PER_VERTEX * vertex + i]], point[0], point[1], point[2]);
    for (let k = 0; k < 3; k++) moved[k] += part * place[k];
  });
  return moved;
}
