import { BufferAttribute, BufferGeometry, Group, type Node, type Renderer } from 'three/webgpu';
import type { World } from '../simulation/world/world.ts';
import type { EmbeddedSkin } from './embedded/embedded-skin.ts';
import type { EmbeddedSurfaces } from './embedded/embedded-surfaces.ts';
import { type DrawnArrays, SkinMeshes } from './skin-meshes.ts';
import type { SmoothSkin } from './smooth-skin.ts';
import { type Paint, plainShape } from './skin.ts';
import { adoptBuffer, releaseBuffer } from './three-internals.ts';
import { beforeToneMapping } from './screen/untoned.ts';
import type { DeviceBuffers } from './vertex-source.ts';
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
  /** Draws bodies by the surfaces that are embedded in them; undefined before they are first shown. */
  private embedded: EmbeddedSkin | undefined;
  private isEmbedded = false;
  private readonly attributes: Record<keyof DrawnArrays, BufferAttribute>;

  /**
   * @param source GPU buffers to draw in place; if undefined, the caller passes arrays to `upload` in each frame
   * @param surfaces surfaces that some bodies can be drawn by, instead of their boundary faces
   */
  constructor(
    private readonly world: World,
    private readonly renderer: Renderer,
    private readonly source?: DeviceBuffers,
    private readonly surfaces?: EmbeddedSurfaces,
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
    const index = boundaryIndex(world);
    surfaces?.moveBack(index);
    geometry.setIndex(new BufferAttribute(index, 1));
    this.plain = new SkinMeshes(geometry, plainShape(), hasCreases);
    this.group.add(this.plain.solid, this.plain.glow);
  }

  /**
   * Shows the skin, the glow, or neither.
   * @param Smooth draws the skin smooth; undefined draws the simulated triangles as they are
   * @param paint another material of the skin, if it doesn't have its usual one
   * @param isEmbedded whether bodies that have a surface are drawn by it, instead of their boundary faces
   */
  show(
    shows: { readonly solid: boolean; readonly glow: boolean },
    Smooth: typeof SmoothSkin | undefined,
    paint: Paint | undefined,
    isEmbedded: boolean,
  ): void {
    const { world, renderer, source, surfaces } = this;
    if (Smooth && !this.smooth) {
      this.smooth = new Smooth(world, this.plain.solid.geometry, renderer, source, surfaces);
      this.group.add(this.smooth.meshes.solid, this.smooth.meshes.glow);
    }
    this.isSmooth = Smooth !== undefined;
    (this.isSmooth ? this.smooth?.meshes : this.plain)?.paint(paint);
    for (const name of ['solid', 'glow'] as const) {
      this.plain[name].visible = shows[name] && !this.isSmooth;
      if (this.smooth) this.smooth.meshes[name].visible = shows[name] && this.isSmooth;
    }
    if (surfaces) this.showEmbedded(surfaces, shows, isEmbedded);
  }

  private showEmbedded(
    surfaces: EmbeddedSurfaces,
    shows: { readonly solid: boolean; readonly glow: boolean },
    isEmbedded: boolean,
  ): void {
    const { plain, smooth } = this;
    if (isEmbedded && !this.embedded) {
      this.embedded = surfaces.skin(plain.geometry, this.renderer, this.source);
      this.group.add(this.embedded.group);
    }
    this.isEmbedded = isEmbedded;
    this.embedded?.show({ solid: isEmbedded && shows.solid, glow: isEmbedded && shows.glow });
    for (const meshes of smooth ? [plain, smooth.meshes] : [plain]) {
      const { geometry, solid, glow } = meshes;
      const perFace = geometry.index!.count / this.world.faceCount;
      const count = perFace * (isEmbedded ? surfaces.otherFaces : this.world.faceCount);
      geometry.setDrawRange(0, count);
      // WebGPU warns of draw calls without triangles.
      for (const mesh of [solid, glow]) mesh.visible &&= count > 0;
    }
  }

  upload(arrays: DrawnArrays): void {
    if (this.isEmbedded) this.embedded?.upload(arrays);
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
    this.embedded?.dispose();
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
