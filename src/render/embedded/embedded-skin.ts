import { BufferAttribute, BufferGeometry, Group, Mesh, type NodeMaterial, type Renderer } from 'three/webgpu';
import type { EmbeddedSurface } from '../../mesh/drawn-surface.ts';
import type { DeformableSurface } from '../../mesh/embedded-surface.ts';
import type { World } from '../../simulation/world/world.ts';
import type { DrawnArrays } from '../skin-meshes.ts';
import { glowMaterial, type Shape, skinMaterial } from '../skin.ts';
import { type DeviceBuffers, type VertexSource, vertexSource } from '../vertex-source.ts';
import { embeddedShape } from './embedded-shape.ts';
import type { PreparedSurface } from './prepared-surface.ts';
import { surfaceMaterial } from './surface-material.ts';
import type { SurfaceTextures } from './surface-textures.ts';

/**
 * Draws bodies by the surfaces that are embedded in their tetrahedra. As with the smooth skin, a drawn vertex is placed by its shader, which
 * reads the simulated vertices where they are: the simulation's own buffers, or a texture that is uploaded in each frame.
 */
export class EmbeddedSkin {
  readonly group = new Group();
  private readonly source: VertexSource;
  private readonly meshes: { readonly solid: Mesh; readonly glow: Mesh }[] = [];
  private readonly materials = new Map<EmbeddedSurface, readonly NodeMaterial[]>();
  private readonly glow: NodeMaterial;

  constructor(
    world: World,
    prepared: ReadonlyMap<number, PreparedSurface>,
    images: SurfaceTextures,
    plain: BufferGeometry,
    renderer: Renderer,
    buffers: DeviceBuffers | undefined,
  ) {
    this.source = vertexSource(world.vertexCount, renderer, buffers);
    const shape = embeddedShape(this.source.vertices);
    this.glow = glowMaterial(shape);
    const bodyColours = plain.attributes.bodyColour.array as Float32Array;
    for (const [body, { surface, deformable, attributes }] of prepared) {
      const geometry = new BufferGeometry();
      const corners = cornersOf(deformable, world.bodies[body].vertexBase);
      for (const [name, shared] of Object.entries(attributes)) geometry.setAttribute(name, shared);
      geometry.setAttribute('position', new BufferAttribute(corners, 4));
      if (surface.materials.length === 0 && !surface.colours)
        geometry.setAttribute('bodyColour', new BufferAttribute(blend(bodyColours, corners, deformable.weights), 3));
      geometry.setIndex(new BufferAttribute(deformable.triangles, 1));
      this.add(geometry, surface, this.materialsOf(surface, images, shape));
    }
  }

  /** Returns a surface's materials, one per its own, or that of bodies without a surface. */
  private materialsOf(surface: EmbeddedSurface, images: SurfaceTextures, shape: Shape): readonly NodeMaterial[] {
    const known = this.materials.get(surface);
    if (known) return known;
    const { materials, colours } = surface;
    const created =
      materials.length === 0
        ? [skinMaterial(false, false, shape)]
        : materials.map((look) => surfaceMaterial(look, images, colours !== undefined, shape));
    this.materials.set(surface, created);
    return created;
  }

  private add(geometry: BufferGeometry, { groups }: EmbeddedSurface, materials: readonly NodeMaterial[]): void {
    const last = materials.length - 1;
    for (const { first, count, material } of groups) geometry.addGroup(3 * first, 3 * count, Math.min(material, last));
    const solid = new Mesh<BufferGeometry, NodeMaterial | NodeMaterial[]>(
      geometry,
      groups.length > 0 ? [...materials] : materials[0],
    );
    solid.castShadow = true;
    solid.receiveShadow = true;
    const glow = new Mesh(geometry, this.glow);
    glow.renderOrder = 1;
    // The shader moves the vertices, so three.js doesn't know their bounds.
    for (const mesh of [solid, glow]) mesh.frustumCulled = false;
    this.meshes.push({ solid, glow });
    this.group.add(solid, glow);
  }

  /** Shows the surfaces, their hidden penetrating parts, or neither. */
  show(shows: { readonly solid: boolean; readonly glow: boolean }): void {
    for (const { solid, glow } of this.meshes) {
      solid.visible = shows.solid;
      glow.visible = shows.glow;
    }
  }

  upload(arrays: DrawnArrays): void {
    this.source.upload?.(arrays);
  }

  dispose(): void {
    this.source.dispose();
    for (const { solid } of this.meshes) solid.geometry.dispose();
    for (const material of [...this.materials.values()].flat()) material.dispose();
    this.glow.dispose();
  }
}

/** Returns the corners' ids in the world as numbers that a shader takes; floats hold ids up to 2^24. */
const cornersOf = ({ corners }: DeformableSurface, vertexBase: number): Float32Array =>
  Float32Array.from(corners, (corner) => vertexBase + corner);

/** Blends colours of simulated vertices at the vertices of a surface. A vertex outside the mesh has negative weights, which count as 0. */
function blend(colours: Float32Array, corners: Float32Array, weights: Float32Array): Float32Array {
  const blended = new Float32Array((3 * corners.length) / 4);
  for (let v = 0; v < corners.length; v += 4) {
    const shares = [0, 1, 2, 3].map((i) => Math.max(0, weights[v + i]));
    const sum = shares.reduce((total, share) => total + share, 0);
    for (let i = 0; i < 4; i++)
      for (let k = 0; k < 3; k++) blended[(3 * v) / 4 + k] += (shares[i] / sum) * colours[3 * corners[v + i] + k];
  }
  return blended;
}
