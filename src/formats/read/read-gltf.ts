import type { GLTF } from '@gltf-transform/core';
import { LeftOut, MeshFileError } from '../file-mesh.ts';
import type { FileSurface } from '../file-surface.ts';
import type { GivenFile } from '../given-file.ts';
import { GltfAccessors } from './gltf-accessors.ts';
import { entry, GltfFile } from './gltf-file.ts';
import { type GltfMaterial, readMaterial } from './gltf-materials.ts';
import { type GltfNodes, mirrors, placeNodes, transform } from './gltf-nodes.ts';
import { moveBySkin, readSkin } from './gltf-skins.ts';
import { GrowingSurface } from './growing-surface.ts';
import { coordinate } from './read-numbers.ts';
import { tidySurface } from './raw-surface.ts';

/** Ways in which a primitive's vertices make triangles. Lower numbers are points and lines. */
const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;
/** Most vertices, or corners of triangles: a few bytes of nodes can place a mesh a million times. */
const MOST = 30e6;
/** Most primitives, counted as often as nodes place them. */
const MOST_PRIMITIVES = 1e6;

/** A primitive where the scene places it. */
interface Placed {
  readonly node: number;
  readonly primitive: GLTF.IMeshPrimitive;
  readonly skin?: GLTF.ISkin;
}

/** Vertices of a primitive in the surface. */
interface VertexRange {
  readonly first: number;
  readonly count: number;
}

/**
 * Reads a `.glb` or `.gltf` file: all triangles of its scene, where its nodes place them, with materials, textures, texture coordinates and colours. Skinned
 * meshes stand as the file's joints do; morph targets and animations are left out. Nothing is fetched: what lies elsewhere is left out with a note.
 * Source: Khronos Group 2021, glTF 2.0 Specification.
 * @param beside files among which buffers and textures are looked for
 * @throws MeshFileError
 */
export async function readGltf(bytes: Uint8Array, beside: readonly GivenFile[] = []): Promise<FileSurface> {
  try {
    return await new GltfReader(new GltfFile(bytes, beside)).read();
  } catch (error) {
    // Descriptions are JSON of any shape. Wrong shapes that no check names end here.
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    throw new MeshFileError(`The description doesn't hold together; expected glTF 2.0`, {
      cause: error,
    });
  }
}

class GltfReader {
  private readonly surface = new GrowingSurface();
  private readonly leftOut = new LeftOut();
  private readonly ranges = new Map<string, VertexRange>();
  private readonly materials = new Map<number | undefined, { readonly id: number; readonly read: GltfMaterial }>();

  constructor(private readonly file: GltfFile) {}

  async read(): Promise<FileSurface> {
    const { json, notes } = this.file;
    const nodes = placeNodes(json);
    const placed = this.listPrimitives(nodes);
    this.checkRoom(placed);
    const accessors = await GltfAccessors.open(this.file, usedAccessors(placed));
    for (const one of placed) this.add(one, accessors, nodes);
    if (json.animations?.length) this.leftOut.add('animations', json.animations.length);
    if (placed.some(({ skin }) => skin)) notes.push('The skeleton is left out; the surface stands as its joints do.');
    const { materials } = this;
    const hasMaterial = [...materials.keys()].some((key) => key !== undefined);
    return tidySurface({
      ...this.surface.arrays(),
      materials: hasMaterial ? [...materials.values()].map(({ read }) => read.material) : [],
      notes: [...notes, ...this.leftOut.notes()],
    });
  }

  private listPrimitives({ ofScene }: GltfNodes): Placed[] {
    const { nodes = [], meshes, skins } = this.file.json;
    const placed: Placed[] = [];
    let listed = 0;
    for (const node of ofScene) {
      const { mesh, skin } = nodes[node];
      if (mesh === undefined) continue;
      for (const primitive of entry(meshes, mesh, 'mesh').primitives) {
        if (++listed > MOST_PRIMITIVES)
          throw new MeshFileError(
            `The scene has more than ${MOST_PRIMITIVES.toLocaleString('en')} primitives; expected fewer`,
          );
        const { mode = TRIANGLES, targets, attributes } = primitive;
        if (mode < TRIANGLES) {
          this.leftOut.add('points and lines');
          continue;
        }
        if (mode > FAN) throw new MeshFileError(`Mesh ${mesh} has the mode ${mode}; expected one from 0 to ${FAN}`);
        if (attributes.POSITION === undefined)
          throw new MeshFileError(`Mesh ${mesh} has no POSITION; expected positions`);
        if (targets?.length) this.leftOut.add('morph targets', targets.length);
        const isSkinned = skin !== undefined && 'JOINTS_0' in attributes && 'WEIGHTS_0' in attributes;
        placed.push({ node, primitive, ...(isSkinned && { skin: entry(skins, skin, 'skin') }) });
      }
    }
    return placed;
  }

  private add(placed: Placed, accessors: GltfAccessors, nodes: GltfNodes): void {
    const { primitive, node, skin } = placed;
    const { indices, mode = TRIANGLES } = primitive;
    const material = this.materialOf(primitive.material);
    const { first, count } = this.addVertices(placed, material.read, accessors, nodes);
    const corners = indices === undefined ? undefined : accessors.ids(indices, 'SCALAR', count, 'Index');
    const turned = skin ? false : mirrors(nodes.toWorld[node]);
    const corner = (i: number) => first + (corners ? corners[i] : i);
    for (const [a, b, c] of trianglesOf(mode, corners?.length ?? count))
      this.surface.addTriangle(corner(a), corner(turned ? c : b), corner(turned ? b : c), material.id);
  }

  /** Adds the vertices of a primitive, or finds those of an earlier one of the node that has the same. */
  private addVertices(
    { node, primitive: { attributes }, skin }: Placed,
    material: GltfMaterial,
    accessors: GltfAccessors,
    { toWorld }: GltfNodes,
  ): VertexRange {
    const { POSITION: position, COLOR_0: colour, JOINTS_0: joint, WEIGHTS_0: weight } = attributes;
    const { uvSet, scale, shift } = material;
    const key = [node, position, colour, joint, weight, attributes[`TEXCOORD_${uvSet}`], ...scale, ...shift].join();
    const known = this.ranges.get(key);
    if (known) return known;
    const local = accessors.floats(position, ['VEC3'], 3, 'Position');
    const range = { first: this.surface.vertexCount, count: local.length / 3 };
    const uvs = this.readUvs(attributes, accessors, material, range.count);
    const colours = this.readRows(colour, ['VEC3', 'VEC4'], 3, 'Colour', accessors, range.count);
    const matrix = toWorld[node];
    const joints = skin && readSkin(accessors, skin, attributes, toWorld, range.count);
    for (let v = 0; v < range.count; v++) {
      const [x, y, z] = local.subarray(3 * v, 3 * v + 3);
      const place = joints ? moveBySkin(joints, v, [x, y, z]) : transform(matrix, x, y, z);
      const where = () => `A coordinate of position ${v} of accessor ${position}, at node ${node},`;
      this.surface.addVertex(
        place.map((value) => coordinate(value, where)),
        uvs?.subarray(2 * v, 2 * v + 2),
        colours?.subarray(3 * v, 3 * v + 3),
      );
    }
    this.ranges.set(key, range);
    return range;
  }

  /** Refuses a scene that places its meshes too often, before any of them is read. */
  private checkRoom(placed: readonly Placed[]): void {
    const { accessors } = this.file.json;
    const countOf = (index: number) => entry(accessors, index, 'accessor').count;
    let total = 0;
    for (const { primitive } of placed) {
      const { attributes, indices } = primitive;
      total += Math.max(countOf(attributes.POSITION), indices === undefined ? 0 : countOf(indices));
      if (total > MOST)
        throw new MeshFileError(
          `The scene has more than ${MOST.toLocaleString('en')} vertices, or corners of triangles; expected fewer`,
        );
    }
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
    accessors: GltfAccessors,
    { uvSet, scale, shift }: GltfMaterial,
    count: number,
  ): Float64Array | undefined {
    const index = attributes[`TEXCOORD_${uvSet}`];
    const uvs = this.readRows(index, ['VEC2'], 2, 'Texture coordinate', accessors, count);
    return uvs?.map((value, i) => value * scale[i % 2] + shift[i % 2]);
  }

  private readRows(
    index: number | undefined,
    types: readonly GLTF.AccessorType[],
    perRow: number,
    what: string,
    accessors: GltfAccessors,
    count: number,
  ): Float64Array | undefined {
    if (index === undefined) return undefined;
    const rows = accessors.floats(index, types, perRow, what);
    if (rows.length !== perRow * count)
      throw new MeshFileError(
        `Accessor ${index} (${what}) has ${rows.length / perRow} rows; expected ${count}, one per vertex`,
      );
    return rows;
  }
}

/** Accessors that will be read. */
function usedAccessors(placed: readonly Placed[]): Set<number> {
  const used = new Set<number>();
  const seen = new Set<GLTF.IMeshPrimitive>();
  for (const { primitive, skin } of placed) {
    const { attributes, indices } = primitive;
    if (skin) {
      used.add(attributes.JOINTS_0).add(attributes.WEIGHTS_0);
      if (skin.inverseBindMatrices !== undefined) used.add(skin.inverseBindMatrices);
    }
    if (seen.has(primitive)) continue;
    seen.add(primitive);
    for (const [name, index] of Object.entries(attributes))
      if (/^(POSITION|TEXCOORD_\d+|COLOR_0)$/.test(name)) used.add(index);
    if (indices !== undefined) used.add(indices);
  }
  return used;
}

/** Corners of the triangles that a row of vertices makes. */
function* trianglesOf(mode: number, count: number): Generator<readonly [number, number, number]> {
  if (mode === TRIANGLES) {
    if (count % 3 !== 0) throw new MeshFileError(`A list of triangles has ${count} corners; expected three for each`);
    for (let i = 0; i < count; i += 3) yield [i, i + 1, i + 2];
  }
  // Every second triangle of a strip is turned.
  if (mode === STRIP) for (let i = 0; i + 2 < count; i++) yield i % 2 === 0 ? [i, i + 1, i + 2] : [i + 1, i, i + 2];
  if (mode === FAN) for (let i = 1; i + 1 < count; i++) yield [0, i, i + 1];
}
