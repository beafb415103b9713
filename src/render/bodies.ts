import { BufferAttribute, BufferGeometry, Group, type Node, type Renderer } from 'three/webgpu';
import type { World } from '../simulation/world/world.ts';
import { type DrawnArrays, type DrawnBuffers, SkinMeshes } from './skin-meshes.ts';
import type { SmoothSkin } from './smooth-skin.ts';
import { type Paint, plainShape } from './skin.ts';
import { adoptBuffer, releaseBuffer } from './three-internals.ts';
import { beforeToneMapping } from './screen/untoned.ts';
import { bodyColours, eyeRestPositions, formAttribute, hasEyes } from './vertex-looks.ts';

const DRAWN_NAMES = ['positions', 'normals', 'depths'] as const;

/** The boundary faces of all bodies as one geometry. */
export class BodyMesh {
  /** All drawn objects. */
  readonly group = new Group();
  private readonly plain: SkinMeshes;
  /** Draws the smooth skin; undefined before it is first shown. */
  private smooth: SmoothSkin | undefined;
  private isSmooth = false;
  private readonly attributes: Record<keyof DrawnArrays, BufferAttribute>;

  /** @param source GPU buffers to draw in place; if undefined, the caller passes arrays to `upload` in each frame */
  constructor(
    private readonly world: World,
    private readonly renderer: Renderer,
    private readonly source?: { readonly device: GPUDevice; readonly buffers: DrawnBuffers },
  ) {
    const numbers = (size: number) => new BufferAttribute(new Float32Array(size * world.vertexCount), size);
    this.attributes = { positions: numbers(3), normals: numbers(3), depths: numbers(1) };
    if (source) for (const name of DRAWN_NAMES) adoptBuffer(renderer, this.attributes[name], source.buffers[name]);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', this.attributes.positions);
    geometry.setAttribute('normal', this.attributes.normals);
    geometry.setAttribute('penetration', this.attributes.depths);
    // Bodies of the plane are drawn without light (plane/plane-look.ts), so their colours have to be exact.
    const tone = world.dimension === 2 ? beforeToneMapping : undefined;
    geometry.setAttribute('bodyColour', new BufferAttribute(bodyColours(world, tone), 3));
    const { form, hasCreases } = formAttribute(world);
    geometry.setAttribute('form', new BufferAttribute(form, 3));
    if (world.models.some(hasEyes)) geometry.setAttribute('rest', new BufferAttribute(eyeRestPositions(world), 3));
    geometry.setIndex(new BufferAttribute(boundaryIndex(world), 1));
    this.plain = new SkinMeshes(geometry, plainShape(), hasCreases);
    this.group.add(this.plain.solid, this.plain.glow);
  }

  /**
   * Shows the skin, the glow, or neither.
   * @param Smooth draws the skin smooth; undefined draws the simulated triangles as they are
   * @param paint another material of the skin, if it doesn't have its usual one
   */
  show(
    shows: { readonly solid: boolean; readonly glow: boolean },
    Smooth: typeof SmoothSkin | undefined,
    paint: Paint | undefined,
  ): void {
    if (Smooth && !this.smooth) {
      this.smooth = new Smooth(this.world, this.plain.solid.geometry, this.renderer, this.source);
      this.group.add(this.smooth.meshes.solid, this.smooth.meshes.glow);
    }
    this.isSmooth = Smooth !== undefined;
    (this.isSmooth ? this.smooth?.meshes : this.plain)?.paint(paint);
    for (const name of ['solid', 'glow'] as const) {
      this.plain[name].visible = shows[name] && !this.isSmooth;
      if (this.smooth) this.smooth.meshes[name].visible = shows[name] && this.isSmooth;
    }
  }

  upload(arrays: DrawnArrays): void {
    if (this.isSmooth) {
      this.smooth?.upload(arrays);
      return;
    }
    for (const name of DRAWN_NAMES) {
      (this.attributes[name].array as Float32Array).set(arrays[name]);
      this.attributes[name].needsUpdate = true;
    }
  }

  /** Whether the plain skin is translucent, so that the tetrahedra inside can be seen. */
  set isTransparent(is: boolean) {
    this.plain.isTransparent = is;
  }

  /** Draws only the part of the plain skin that a section keeps (see SkinMeshes.cut). */
  cut(mask: Node<'bool'> | undefined): void {
    this.plain.cut(mask);
  }

  dispose(): void {
    if (this.source) {
      for (const drawn of Object.values(this.attributes)) releaseBuffer(this.renderer, drawn, this.source.device);
    }
    this.smooth?.dispose();
    this.plain.dispose();
  }
}

/** Returns the vertex ids of all bodies' boundary faces, 3 per face. */
export function boundaryIndex(world: World): Uint32Array {
  const index = new Uint32Array(3 * world.faceCount);
  for (const { model, vertexBase, faceBase } of world.bodies) {
    const { faces } = world.models[model].topology;
    for (let i = 0; i < faces.length; i++) index[3 * faceBase + i] = vertexBase + faces[i];
  }
  return index;
}
