import type { GLTF } from '@gltf-transform/core';
import { MeshFileError } from '../file-mesh.ts';
import type { GltfAccessors } from './gltf-accessors.ts';
import { type Matrix, multiply } from './gltf-nodes.ts';
import { entry } from './gltf-values.ts';

/** Joints that move a vertex, in one set of them. */
const PER_SET = 4;
const MATRIX = 16;

/** The matrices of skins' joints. */
export class GltfSkins {
  private readonly matrices = new Map<GLTF.ISkin, Float64Array>();

  constructor(
    private readonly accessors: GltfAccessors,
    private readonly toWorld: readonly Matrix[],
  ) {}

  /** Returns how a skin's joints move points from its mesh to the world. All nodes that have the skin have the same matrices, so they are made once. */
  matricesOf(skin: GLTF.ISkin): Float64Array {
    const known = this.matrices.get(skin);
    if (known) return known;
    const { joints, inverseBindMatrices } = skin;
    const inverse =
      inverseBindMatrices === undefined
        ? undefined
        : this.accessors.floats(inverseBindMatrices, ['MAT4'], MATRIX, 'Inverse bind matrix');
    if (inverse && inverse.length < MATRIX * joints.length)
      throw new MeshFileError(
        `Accessor ${inverseBindMatrices} has ${inverse.length / MATRIX} inverse bind matrices; expected ${joints.length}, one per joint`,
      );
    const matrices = new Float64Array(MATRIX * joints.length);
    joints.forEach((joint, i) => {
      const world = entry(this.toWorld, joint, 'node');
      const own = inverse?.subarray(MATRIX * i, MATRIX * (i + 1));
      matrices.set(own ? multiply(world, own) : world, MATRIX * i);
    });
    this.matrices.set(skin, matrices);
    return matrices;
  }
}

/** Joints and weights of a primitive's vertices, and the matrices of the joints. */
export interface GltfSkinning {
  /** Sets of PER_SET joints and weights per vertex. */
  readonly sets: readonly { readonly joints: Float64Array; readonly weights: Float64Array }[];
  readonly matrices: Float64Array;
}

/** The accessors of the joints and weights of a primitive: each set moves its vertices by four joints more. */
export function skinSets(attributes: Readonly<Record<string, number>>): { joints: number; weights: number }[] {
  const sets: { joints: number; weights: number }[] = [];
  for (let i = 0; attributes[`JOINTS_${i}`] !== undefined && attributes[`WEIGHTS_${i}`] !== undefined; i++)
    sets.push({ joints: attributes[`JOINTS_${i}`], weights: attributes[`WEIGHTS_${i}`] });
  return sets;
}

/** Reads how joints move a primitive's vertices. */
export function readSkinning(
  accessors: GltfAccessors,
  attributes: Readonly<Record<string, number>>,
  matrices: Float64Array,
  vertexCount: number,
): GltfSkinning {
  const sets = skinSets(attributes).map((set) => {
    const joints = accessors.ids(set.joints, 'VEC4', matrices.length / MATRIX, 'Joint');
    const weights = accessors.floats(set.weights, ['VEC4'], PER_SET, 'Weight');
    for (const [{ length }, what] of [
      [joints, 'joints'],
      [weights, 'weights'],
    ] as const)
      if (length !== PER_SET * vertexCount)
        throw new MeshFileError(
          `A primitive has ${what} for ${length / PER_SET} vertices; expected them for its ${vertexCount}`,
        );
    return { joints, weights };
  });
  return { sets, matrices };
}

/** Moves a vertex by the weighted mean of its joints. Without weights, its first joint moves it, as in three. @param place receives where it goes */
export function moveBySkin({ sets, matrices: m }: GltfSkinning, vertex: number, place: number[]): void {
  const [x, y, z] = place;
  let sum = 0;
  for (const { weights } of sets) for (let i = 0; i < PER_SET; i++) sum += weights[PER_SET * vertex + i];
  place[0] = place[1] = place[2] = 0;
  for (let s = 0; s < sets.length; s++) {
    const { joints, weights } = sets[s];
    for (let i = 0; i < PER_SET; i++) {
      const part = sum > 0 ? weights[PER_SET * vertex + i] / sum : s === 0 && i === 0 ? 1 : 0;
      if (part === 0) continue;
      const at = MATRIX * joints[PER_SET * vertex + i];
      for (let k = 0; k < 3; k++)
        place[k] += part * (m[at + k] * x + m[at + 4 + k] * y + m[at + 8 + k] * z + m[at + 12 + k]);
    }
  }
}
