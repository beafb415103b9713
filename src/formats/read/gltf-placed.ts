import type { GLTF } from '@gltf-transform/core';
import { LeftOut, MeshFileError, plural } from '../file-mesh.ts';
import type { GltfAccessors } from './gltf-accessors.ts';
import type { GltfFile } from './gltf-file.ts';
import { countInstances, instanceMatrices, instancesOf } from './gltf-instances.ts';
import type { GltfMaterial, GltfMaterials, NumberedMaterial } from './gltf-materials.ts';
import { shiftsOf, type Weight, type WeightedTarget, weightsOf } from './gltf-morphs.ts';
import type { GltfNodes, Matrix } from './gltf-nodes.ts';
import { GltfRoom } from './gltf-room.ts';
import { skinSets } from './gltf-skins.ts';
import { entry, isWhole, named } from './gltf-values.ts';

/** Ways in which a primitive's vertices make triangles. Lower numbers are points and lines. */
export const TRIANGLES = 4;
export const STRIP = 5;
export const FAN = 6;

/** Vertices of a primitive in the surface: first of none until they are added. */
export interface VertexRange {
  first: number | undefined;
  readonly count: number;
}

/** A primitive where the scene places it. */
export interface Placed {
  readonly node: number;
  /** Matrix to the world. */
  readonly toWorld: Matrix;
  readonly primitive: GLTF.IMeshPrimitive;
  readonly mode: number;
  readonly skin: GLTF.ISkin | undefined;
  readonly shifts: readonly WeightedTarget[];
  readonly material: NumberedMaterial;
  /** Primitives of a node that have the same vertices share it. */
  readonly range: VertexRange;
}

/** Lists the primitives that make triangles, as often as nodes and instances place them, and counts what they take before any number of them is read. */
export class PlacedPrimitives {
  readonly placed: Placed[] = [];
  private readonly leftOut = new LeftOut();
  private readonly room: GltfRoom;
  private readonly skins = new Set<GLTF.ISkin>();
  private hidden = 0;
  private applied = 0;

  constructor(
    private readonly file: GltfFile,
    private readonly accessors: GltfAccessors,
    private readonly materials: GltfMaterials,
    { ofScene, toWorld, hidden }: GltfNodes,
  ) {
    this.room = new GltfRoom(file.size);
    const { nodes = [] } = file.json;
    for (const node of ofScene) {
      if (nodes[node].mesh === undefined) continue;
      if (hidden[node] === 1) this.hidden++;
      else this.addMesh(node, nodes[node], toWorld[node]);
    }
    if (this.placed.length === 0 && this.hidden > 0)
      throw new MeshFileError(
        `The ${plural(this.hidden, 'node')} with a mesh can't be seen (KHR_node_visibility); expected one that can be`,
      );
  }

  private addMesh(node: number, def: GLTF.INode, world: Matrix): void {
    const { meshes, skins } = this.file.json;
    const mesh = entry(meshes, def.mesh, 'mesh');
    const instances = instancesOf(def);
    this.room.add('primitive', mesh.primitives.length * (instances ? countInstances(instances, this.accessors) : 1));
    const weights = weightsOf(def, mesh);
    const skin = def.skin === undefined ? undefined : entry(skins, def.skin, 'skin');
    // A skin's joints place its vertices, whatever its node's place is.
    for (const toWorld of instances && !skin ? instanceMatrices(instances, this.accessors, world) : [world]) {
      const ranges = new Map<string, VertexRange>();
      for (const primitive of mesh.primitives) this.addPrimitive(node, def, primitive, toWorld, weights, skin, ranges);
    }
  }

  private addPrimitive(
    node: number,
    { mesh }: GLTF.INode,
    primitive: GLTF.IMeshPrimitive,
    toWorld: Matrix,
    weights: readonly Weight[],
    skinOfNode: GLTF.ISkin | undefined,
    ranges: Map<string, VertexRange>,
  ): void {
    const { attributes, mode = TRIANGLES, targets = [], indices } = primitive;
    if (!(isWhole(mode) && mode <= FAN))
      throw new MeshFileError(`Mesh ${mesh} has the mode ${named(mode)}; expected one from 0 to ${FAN}`);
    if (mode < TRIANGLES) {
      this.leftOut.add('points and lines');
      return;
    }
    if (attributes.POSITION === undefined) throw new MeshFileError(`Mesh ${mesh} has no POSITION; expected positions`);
    this.room.add('target', targets.length > 0 ? weights.length : 0);
    const shifts = shiftsOf(primitive, weights);
    this.applied += shifts.length;
    if (targets.length > shifts.length) this.leftOut.add('morph targets', targets.length - shifts.length);
    const skin = skinOfNode && skinSets(attributes).length > 0 ? skinOfNode : undefined;
    const material = this.materials.of(primitive.material);
    const count = this.accessors.count(attributes.POSITION);
    this.room.add('triangle', countTriangles(mode, indices === undefined ? count : this.accessors.count(indices)));
    const key = keyOf(primitive, material.read, shifts);
    const range = ranges.get(key) ?? this.newRange(attributes, count, shifts, skin);
    ranges.set(key, range);
    this.placed.push({ node, toWorld, primitive, mode, skin, shifts, material, range });
  }

  private newRange(
    attributes: GLTF.IMeshPrimitive['attributes'],
    count: number,
    { length }: readonly WeightedTarget[],
    skin: GLTF.ISkin | undefined,
  ): VertexRange {
    this.room.add('vertex', count);
    this.room.add('morphed', count * length);
    if (skin) {
      this.room.add('skinned', count * skinSets(attributes).length);
      if (!this.skins.has(skin)) this.room.add('joint', skin.joints.length);
      this.skins.add(skin);
    }
    return { first: undefined, count };
  }

  /** Sentences about what was left out, and what was applied once and for all. */
  notes(): string[] {
    const { animations } = this.file.json;
    if (animations?.length) this.leftOut.add('animations', animations.length);
    if (this.hidden > 0) this.leftOut.add('invisible nodes', this.hidden);
    const notes = this.leftOut.notes();
    if (this.applied > 0)
      notes.unshift(`Morph targets applied by their weights, and then left out: ${this.applied.toLocaleString('en')}.`);
    if (this.skins.size > 0) notes.unshift('The skeleton is left out; the surface stands as its joints do.');
    return notes;
  }
}

/** Number of triangles that a row of corners makes. */
export function countTriangles(mode: number, corners: number): number {
  if (mode !== TRIANGLES) return Math.max(0, corners - 2);
  if (corners % 3 !== 0) throw new MeshFileError(`A list of triangles has ${corners} corners; expected three for each`);
  return corners / 3;
}

/** Tells primitives of a node whose vertices are the same from others. */
function keyOf(
  { attributes }: GLTF.IMeshPrimitive,
  { uvSet, scale, shift }: GltfMaterial,
  shifts: readonly WeightedTarget[],
): string {
  const { POSITION, COLOR_0 } = attributes;
  // As JSON, whose brackets keep lists of different lengths apart.
  return JSON.stringify([
    POSITION,
    COLOR_0,
    attributes[`TEXCOORD_${uvSet}`],
    scale,
    shift,
    skinSets(attributes),
    shifts,
  ]);
}
