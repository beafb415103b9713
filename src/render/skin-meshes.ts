import { type BufferGeometry, Mesh, type Node, type NodeMaterial } from 'three/webgpu';
import { glowMaterial, type Paint, type Shape, skinMaterial } from './skin.ts';

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

/** Opacity of translucent skin. */
const TRANSLUCENT_OPACITY = 0.35;

/** Two meshes of one geometry: the skin, and the hidden penetrating parts of the skin, which are drawn over everything. */
export class SkinMeshes {
  readonly solid: Mesh<BufferGeometry, NodeMaterial>;
  readonly glow: Mesh<BufferGeometry, NodeMaterial>;
  private readonly skin: NodeMaterial;
  private painted: { readonly paint: Paint; readonly material: NodeMaterial } | undefined;
  private isTranslucent = false;
  private mask: Node<'bool'> | undefined;

  /** @param hasCreases whether some models have creases (creases.ts); those with eyes have the attribute `rest` */
  constructor(
    readonly geometry: BufferGeometry,
    private readonly shape: Shape,
    hasCreases: boolean,
  ) {
    this.skin = skinMaterial(geometry.hasAttribute('rest'), hasCreases, shape);
    this.solid = new Mesh(geometry, this.skin);
    this.solid.castShadow = true;
    this.solid.receiveShadow = true;
    this.glow = new Mesh(geometry, glowMaterial(shape));
    this.glow.renderOrder = 1;
    // Frustum culling needs bounds, which three.js computes from the arrays. When the GPU moves the bodies, the arrays are out of date.
    for (const mesh of [this.solid, this.glow]) mesh.frustumCulled = false;
  }

  /** Draws the skin with another material; undefined draws it as usual. */
  paint(paint: Paint | undefined): void {
    if (paint === this.painted?.paint) return;
    this.painted?.material.dispose();
    this.painted = paint && { paint, material: paint(this.shape) };
    this.solid.material = this.painted?.material ?? this.skin;
    this.adapt();
  }

  /** Whether the skin is translucent, so that the tetrahedra inside can be seen. */
  set isTransparent(is: boolean) {
    if (this.isTranslucent === is) return;
    this.isTranslucent = is;
    this.adapt();
  }

  /**
   * Draws only the part of the skin that a section (a plane that cuts the scene open) keeps.
   * @param mask true for fragments that are kept; undefined keeps all
   */
  cut(mask: Node<'bool'> | undefined): void {
    this.mask = mask;
    this.adapt();
  }

  /** Gives the current material the current translucency and mask. */
  private adapt(): void {
    const { material } = this.solid;
    material.transparent = this.isTranslucent;
    material.depthWrite = !this.isTranslucent;
    material.opacity = this.isTranslucent ? TRANSLUCENT_OPACITY : 1;
    material.maskNode = this.mask ?? null;
    material.needsUpdate = true;
  }

  dispose(): void {
    this.geometry.dispose();
    this.skin.dispose();
    this.painted?.material.dispose();
    this.glow.material.dispose();
  }
}
