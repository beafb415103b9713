import { MeshFileError } from '../file-mesh.ts';
import type { FileSurface } from '../file-surface.ts';
import type { GivenFile } from '../given-file.ts';
import { GltfAccessors } from './gltf-accessors.ts';
import { GltfFile } from './gltf-file.ts';
import { type GltfMaterial, readMaterial } from './gltf-materials.ts';
import { morph } from './gltf-morphs.ts';
import { type GltfNodes, mirrors, placeNodes, transform } from './gltf-nodes.ts';
import { countTriangles, type Placed, PlacedPrimitives, STRIP, TRIANGLES } from './gltf-placed.ts';
import { GltfRoom } from './gltf-room.ts';
import { GltfSkins, moveBySkin, readSkinning, skinSets } from './gltf-skins.ts';
import { entry } from './gltf-values.ts';
import { GrowingSurface } from './growing-surface.ts';
import { coordinate } from './read-numbers.ts';
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
    throw new MeshFileError(`The description doesn't hold together; expected glTF 2.0`, {
      cause: error,
    });
  }
}

/** Vertices of a primitive in the surface. */
interface VertexRange {
  readonly first: number;
  readonly count: number;
}

class GltfReader {
  private readonly surface = new GrowingSurface();
  private readonly ranges = new Map<string, VertexRange>();
  private readonly materials = new Map<number | undefined, { readonly id: number; readonly read: GltfMaterial }>();
  private readonly accessors: GltfAccessors;
  private readonly nodes: GltfNodes;
  private readonly skins: GltfSkins;

  constructor(private readonly file: GltfFile) {
    this.accessors = new GltfAccessors(file);
    this.nodes = placeNodes(file.json);
    this.skins = new GltfSkins(this.accessors, this.nodes.toWorld);
  }

  read(): FileSurface {
    const list = new PlacedPrimitives(this.file, this.accessors, this.nodes);
    this.checkRoom(list.placed);
    for (const one of list.placed) this.add(one);
    const { materials } = this;
    const hasMaterial = [...materials.keys()].some((key) => key !== undefined);
    return tidySurface({
      ...this.surface.arrays(),
      materials: hasMaterial ? [...materials.values()].map(({ read }) => read.material) : [],
      notes: [...this.file.notes.list(), ...list.notes()],
    });
  }

  /** Refuses a scene that takes too much memory, before any of its numbers are read. */
  private checkRoom(placed: readonly Placed[]): void {
    const { accessors } = this;
    const room = new GltfRoom();
    const [ranges, skins] = [new Set<string>(), new Set<unknown>()];
    for (const one of placed) {
      const { attributes, indices } = one.primitive;
      const count = accessors.count(attributes.POSITION);
      room.add('primitive', 1);
      room.add('triangle', countTriangles(one.mode, indices === undefined ? count : accessors.count(indices)));
      if (one.skin && !skins.has(one.skin)) room.add('joint', one.skin.joints.length);
      skins.add(one.skin);
      const key = keyOf(one, this.materialOf(one.primitive.material).read);
      if (ranges.has(key)) continue;
      ranges.add(key);
      room.add('vertex', count);
      room.add('morphed', count * one.shifts.length);
      if (one.skin) room.add('skinned', count * skinSets(attributes).length);
    }
    room.check(this.file.size);
  }

  private add(placed: Placed): void {
    const { primitive, toWorld, mode, skin } = placed;
    const { indices } = primitive;
    const material = this.materialOf(primitive.material);
    const { first, count } = this.addVertices(placed, material.read);
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

  /** Adds the vertices of a primitive, or finds those of an earlier one of the node that has the same. */
  private addVertices(placed: Placed, material: GltfMaterial): VertexRange {
    const { node, toWorld, primitive, skin, shifts } = placed;
    const { attributes } = primitive;
    const { accessors, surface } = this;
    const key = keyOf(placed, material);
    const known = this.ranges.get(key);
    if (known) return known;
    const local = accessors.floats(attributes.POSITION, ['VEC3'], 3, 'Position');
    morph(local, shifts, accessors);
    const range = { first: surface.vertexCount, count: local.length / 3 };
    const uvs = this.readUvs(attributes, material, range.count);
    const { COLOR_0 } = attributes;
    const colours =
      COLOR_0 === undefined ? undefined : accessors.rows(COLOR_0, ['VEC3', 'VEC4'], 3, 'Colour', range.count);
    const skinning = skin && readSkinning(accessors, attributes, this.skins.matricesOf(skin), range.count);
    let v = 0;
    const where = () => `A coordinate of position ${v} of accessor ${attributes.POSITION}, at node ${node},`;
    const place = [0, 0, 0];
    for (; v < range.count; v++) {
      for (let k = 0; k < 3; k++) place[k] = local[3 * v + k];
      if (skinning) moveBySkin(skinning, v, place);
      else transform(toWorld, place);
      for (let k = 0; k < 3; k++) place[k] = coordinate(place[k], where);
      surface.addVertex(place, uvs?.subarray(2 * v, 2 * v + 2), colours?.subarray(3 * v, 3 * v + 3));
    }
    this.ranges.set(key, range);
    return range;
  }

  private materialOf(index: number | undefined) {
    const known = this.materials.get(index);
    if (known) return known;
    const def = index === undefined ? {} : entry(this.file.json.materials, index, 'material');
    const made = { id: this.materials.size, read: readMaterial(this.file, def) };
    this.materials.set(index, made);
    return made;
  }

  private readUvs(
    attributes: Readonly<Record<string, number>>,
    { uvSet, scale, shift }: GltfMaterial,
    count: number,
  ): Float64Array | undefined {
    const index = attributes[`TEXCOORD_${uvSet}`];
    if (index === undefined) return undefined;
    const uvs = this.accessors.rows(index, ['VEC2'], 2, 'Texture coordinate', count);
    return uvs.map((value, i) => value * scale[i % 2] + shift[i % 2]);
  }
}

/** Tells primitives whose vertices are the same from others. */
function keyOf({ node, instance, primitive, shifts, skin }: Placed, { uvSet, scale, shift }: GltfMaterial): string {
  const { attributes } = primitive;
  const sets = skin ? skinSets(attributes).flatMap(({ joints, weights }) => [joints, weights]) : [];
  const targets = shifts.flatMap(({ accessor, weight }) => [accessor, weight]);
  const { POSITION, COLOR_0 } = attributes;
  return [node, instance, POSITION, COLOR_0, attributes[`TEXCOORD_${uvSet}`], ...scale, ...shift, sets, targets].join();
}
