import { LeftOut, MeshFileError } from '../file-mesh.ts';
import type { FileSurface } from '../file-surface.ts';
import type { GivenFile } from '../given-file.ts';
import { GltfAccessors, type LooksOf } from './gltf-accessors.ts';
import { GltfFile } from './gltf-file.ts';
import { type GltfMaterial, GltfMaterials } from './gltf-materials.ts';
import { morph } from './gltf-morphs.ts';
import { type GltfNodes, mirrors, placeNodes, transform } from './gltf-nodes.ts';
import { countTriangles, type Placed, PlacedPrimitives, STRIP, TRIANGLES } from './gltf-placed.ts';
import { GltfSkins, moveBySkin, readSkinning } from './gltf-skins.ts';
import { named } from './gltf-values.ts';
import { GrowingSurface } from './growing-surface.ts';
import { coordinate, NO_COLOURS, NO_UVS } from './read-numbers.ts';
import { tidySurface } from './raw-surface.ts';

/**
 * Reads a `.glb` or `.gltf` file: all triangles of its scene, where its nodes place them, with materials, textures, texture coordinates and colours. Morph
 * targets are applied by the weights that the file gives, then skinned meshes stand as the file's joints do; animations are left out. Nothing is fetched: what
 * lies elsewhere is left out with a note.
 * Source: Khronos Group 2021, glTF 2.0 Specification.
 * @param beside files among which buffers and textures are looked for
 * @throws MeshFileError
 */
export function readGltf(bytes: Uint8Array, beside: readonly GivenFile[] = []): FileSurface {
  try {
    return new GltfReader(new GltfFile(bytes, beside)).read();
  } catch (error) {
    // Descriptions are JSON of any shape. Wrong shapes that no check names end here.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new MeshFileError("The description doesn't hold together; expected glTF 2.0", { cause: error });
  }
}

class GltfReader {
  private readonly surface = new GrowingSurface();
  private readonly leftOut = new LeftOut();
  private readonly accessors: GltfAccessors;
  private readonly materials: GltfMaterials;
  private readonly nodes: GltfNodes;
  private readonly skins: GltfSkins;

  constructor(private readonly file: GltfFile) {
    this.accessors = new GltfAccessors(file);
    this.materials = new GltfMaterials(file);
    this.nodes = placeNodes(file.json);
    this.skins = new GltfSkins(this.accessors, this.nodes.toWorld);
  }

  read(): FileSurface {
    const list = new PlacedPrimitives(this.file, this.accessors, this.materials, this.nodes);
    for (const one of list.placed) this.add(one);
    return tidySurface({
      ...this.surface.arrays(),
      materials: this.materials.list(),
      notes: [...this.file.notes.list(), ...list.notes(), ...this.leftOut.notes()],
    });
  }

  private add(placed: Placed): void {
    const { primitive, toWorld, mode, skin, material, range } = placed;
    const { indices } = primitive;
    const { count } = range;
    range.first ??= this.addVertices(placed);
    const { first } = range;
    const corners = indices === undefined ? undefined : this.accessors.ids(indices, 'SCALAR', count, 'Index');
    const turned = skin ? false : mirrors(toWorld);
    const triangles = countTriangles(mode, corners?.length ?? count);
    for (let t = 0; t < triangles; t++) {
      // Every second triangle of a strip is turned. All triangles of a fan have its first corner.
      const isTurned = mode === STRIP ? t % 2 : 0;
      const i = mode === TRIANGLES ? 3 * t : mode === STRIP ? t + isTurned : 0;
      const j = mode === TRIANGLES ? 3 * t + 1 : t + 1 - isTurned;
      const k = mode === TRIANGLES ? 3 * t + 2 : t + 2;
      const [a, b, c] = corners ? [corners[i], corners[j], corners[k]] : [i, j, k];
      this.surface.addTriangle(first + a, first + (turned ? c : b), first + (turned ? b : c), material.id);
    }
  }

  /** Adds the vertices of a primitive. @returns the id of the first one */
  private addVertices({ node, toWorld, primitive, skin, shifts, material, range }: Placed): number {
    const { attributes } = primitive;
    const { accessors, surface } = this;
    const { count } = range;
    const first = surface.vertexCount;
    const local = accessors.floats(attributes.POSITION, ['VEC3'], 3, 'Position');
    morph(local, shifts, accessors);
    const uvs = this.readUvs(attributes, material.read, count);
    const colours = this.readColours(attributes.COLOR_0, count);
    const skinning = skin && readSkinning(accessors, attributes, this.skins.matricesOf(skin), count);
    let v = 0;
    const where = () => `A coordinate of position ${v} of accessor ${attributes.POSITION}, at node ${node},`;
    const place = [0, 0, 0];
    for (; v < count; v++) {
      for (let k = 0; k < 3; k++) place[k] = local[3 * v + k];
      if (skinning) moveBySkin(skinning, v, place);
      else transform(toWorld, place);
      for (let k = 0; k < 3; k++) place[k] = coordinate(place[k], where);
      surface.addVertex(place, uvs?.subarray(2 * v, 2 * v + 2), colours?.subarray(3 * v, 3 * v + 3));
    }
    return first;
  }

  /** Colours, of which each number is brought into the range from 0 to 1. */
  private readColours(index: number | undefined, count: number): Float64Array | undefined {
    if (index === undefined) return undefined;
    const leftOut = () => this.leftOut.add(NO_COLOURS);
    const colours = this.readLooks(
      { index, types: ['VEC3', 'VEC4'], perRow: 3, what: 'Colour', otherwise: 1, leftOut },
      count,
    );
    if (!colours) return undefined;
    for (let i = 0; i < colours.length; i++) colours[i] = Math.min(1, Math.max(0, colours[i]));
    return colours;
  }

  private readUvs(
    attributes: Readonly<Record<string, number>>,
    { uvSet, scale, shift }: GltfMaterial,
    count: number,
  ): Float64Array | undefined {
    const index = attributes[`TEXCOORD_${uvSet}`];
    if (index === undefined) return undefined;
    const leftOut = () => this.leftOut.add(NO_UVS);
    const uvs = this.readLooks(
      { index, types: ['VEC2'], perRow: 2, what: 'Texture coordinate', otherwise: 0, leftOut },
      count,
    );
    return uvs?.map((value, i) => value * scale[i % 2] + shift[i % 2]);
  }

  /** Reads an accessor that only changes the looks: if it can't be read, it is left out with a note, and the mesh is read. */
  private readLooks(of: LooksOf, count: number): Float64Array | undefined {
    try {
      return this.accessors.looks(of, count);
    } catch (error) {
      if (!(error instanceof MeshFileError)) throw error;
      this.file.notes.add('unreadLooks', `accessor ${named(of.index)}`);
      return undefined;
    }
  }
}
