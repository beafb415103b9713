import {
  AlwaysStencilFunc,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  DynamicDrawUsage,
  IncrementStencilOp,
  KeepStencilOp,
  LessStencilFunc,
  Mesh,
  MeshBasicNodeMaterial,
  type Object3D,
} from 'three/webgpu';
import { attribute, color } from 'three/tsl';
import { beforeToneMapping } from '../screen/untoned.ts';
import { EXPLORE } from '../overlay-palette.ts';
import type { CutBodies } from './cut-bodies.ts';

/**
 * Polygon offsets [steps of the depth buffer]. The section's face, its overlaps and its outline are in one plane; the offsets put the face
 * behind the overlaps, and both behind the outline.
 */
const DEPTH_OFFSETS = { face: 2, counted: 1 } as const;
/** Render order, after the bodies: the stencil buffer counts layers, then the face is drawn, then the overlaps over the face. */
const ORDER = { count: 1, face: 2, overlaps: 3 } as const;

/**
 * The face of a section, unlit and in the bodies' colours. The stencil buffer counts the polygons that cover each pixel. If several
 * polygons cover a pixel, elements of one body or of two bodies occupy the same place, and the pixel is drawn in blue. So the CPU need not
 * find the overlaps.
 */
export class CutFace {
  readonly objects: readonly Object3D[];
  private readonly geometry = new BufferGeometry();
  private readonly meshes: readonly Mesh<BufferGeometry, MeshBasicNodeMaterial>[];

  constructor(private readonly bodies: CutBodies) {
    this.meshes = [this.countingMesh(), this.faceMesh(), this.overlapsMesh()];
    this.objects = this.meshes;
    this.replaceAttributes();
    this.update();
  }

  /** Uploads the polygons that `bodies` computed last. */
  update(): void {
    const { triangles, triangleCount, colours } = this.bodies;
    if (this.geometry.getAttribute('position').array !== triangles) this.replaceAttributes();
    for (const [name, numbers] of [
      ['position', triangles],
      ['bodyColour', colours],
    ] as const) {
      const drawn = this.geometry.getAttribute(name) as BufferAttribute;
      drawn.clearUpdateRanges();
      drawn.addUpdateRange(0, Math.min(numbers.length, 9 * triangleCount));
      drawn.needsUpdate = true;
    }
    this.geometry.setDrawRange(0, 3 * triangleCount);
    // WebGPU warns of draw calls without vertices.
    for (const mesh of this.meshes) mesh.visible = triangleCount > 0;
  }

  /** Creates new attributes after `bodies` has replaced its arrays by larger ones. */
  private replaceAttributes(): void {
    this.geometry.dispose();
    const attributeOf = (numbers: Float32Array) => new BufferAttribute(numbers, 3).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('position', attributeOf(this.bodies.triangles));
    this.geometry.setAttribute('bodyColour', attributeOf(this.bodies.colours));
  }

  private countingMesh() {
    const material = unlitMaterial(DEPTH_OFFSETS.counted);
    material.colorWrite = material.depthWrite = false;
    material.stencilWrite = true;
    material.stencilFunc = AlwaysStencilFunc;
    material.stencilZPass = IncrementStencilOp;
    return this.mesh(material, ORDER.count);
  }

  private faceMesh() {
    const material = unlitMaterial(DEPTH_OFFSETS.face);
    material.colorNode = attribute<'vec3'>('bodyColour', 'vec3');
    return this.mesh(material, ORDER.face);
  }

  private overlapsMesh() {
    const material = unlitMaterial(DEPTH_OFFSETS.counted);
    material.colorNode = color(beforeToneMapping(EXPLORE.inside));
    material.stencilWrite = true;
    material.stencilFunc = LessStencilFunc;
    material.stencilRef = 1;
    material.stencilZPass = KeepStencilOp;
    return this.mesh(material, ORDER.overlaps);
  }

  private mesh(material: MeshBasicNodeMaterial, order: number) {
    const mesh = new Mesh(this.geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = order;
    return mesh;
  }

  dispose(): void {
    this.geometry.dispose();
    for (const { material } of this.meshes) material.dispose();
  }
}

function unlitMaterial(depthOffset: number): MeshBasicNodeMaterial {
  const material = new MeshBasicNodeMaterial({ side: DoubleSide });
  material.polygonOffset = true;
  material.polygonOffsetFactor = material.polygonOffsetUnits = depthOffset;
  material.fog = false;
  return material;
}
