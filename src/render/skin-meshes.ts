import { type BufferGeometry, Mesh, type NodeMaterial } from 'three/webgpu';

/** GPU buffers that kernels write and three.js draws without a copy: per vertex, position, normal and penetration depth. */
export interface DrawnBuffers {
  readonly positions: GPUBuffer;
  readonly normals: GPUBuffer;
  readonly depths: GPUBuffer;
}

/** The same data as arrays on the CPU, which are uploaded in each frame: 3, 3 and 1 numbers per vertex. Lengths are in metres. */
export interface DrawnArrays {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
  readonly depths: Float32Array;
}

/** Two meshes of one geometry: the skin, and the hidden penetrating parts of the skin, which are drawn over everything. */
export interface SkinMeshes {
  readonly solid: Mesh<BufferGeometry, NodeMaterial>;
  readonly glow: Mesh<BufferGeometry, NodeMaterial>;
}

/** Makes the two meshes of a geometry. */
export function skinMeshes(geometry: BufferGeometry, skin: NodeMaterial, glowing: NodeMaterial): SkinMeshes {
  const solid = new Mesh(geometry, skin);
  solid.castShadow = true;
  solid.receiveShadow = true;
  const glow = new Mesh(geometry, glowing);
  glow.renderOrder = 1;
  // Frustum culling needs bounds, which three.js computes from the arrays. When the GPU moves the bodies, the arrays are out of date.
  for (const mesh of [solid, glow]) mesh.frustumCulled = false;
  return { solid, glow };
}

export function disposeMeshes({ solid, glow }: SkinMeshes): void {
  solid.geometry.dispose();
  solid.material.dispose();
  glow.material.dispose();
}
