import type { GLTF } from '@gltf-transform/core';
import { LeftOut, MeshFileError } from '../file-mesh.ts';
import type { GltfAccessors } from './gltf-accessors.ts';
import type { GltfFile } from './gltf-file.ts';
import { countInstances, instanceMatrices, instancesOf } from './gltf-instances.ts';
import { morphTargets, type WeightedTarget } from './gltf-morphs.ts';
import type { GltfNodes, Matrix } from './gltf-nodes.ts';
import { skinSets } from './gltf-skins.ts';
import { entry, isWhole, named } from './gltf-values.ts';

/** Ways in which a primitive's vertices make triangles. Lower numbers are points and lines. */
export const TRIANGLES = 4;
export const STRIP = 5;
export const FAN = 6;
/** Most primitives, counted as often as nodes place them. */
const MOST_PRIMITIVES = 1e6;

/** A primitive where the scene places it. */
export interface Placed {
  readonly node: number;
  /** Number of the instance of the node's mesh. */
  readonly instance: number;
  /** Matrix to the world. */
  readonly toWorld: Matrix;
  readonly primitive: GLTF.IMeshPrimitive;
  readonly mode: number;
  readonly skin?: GLTF.ISkin;
  readonly shifts: readonly WeightedTarget[];
}

/** Lists the primitives that make triangles, as often as nodes and instances place them. */
export class PlacedPrimitives {
  readonly placed: Placed[] = [];
  private readonly leftOut = new LeftOut();
  private listed = 0;
  private hidden = 0;
  private applied = 0;

  constructor(
    private readonly file: GltfFile,
    private readonly accessors: GltfAccessors,
    { ofScene, toWorld, hidden }: GltfNodes,
  ) {
    const { nodes = [] } = file.json;
    for (const node of ofScene) {
      if (nodes[node].mesh === undefined) continue;
      if (hidden[node] === 1) this.hidden++;
      else this.addMesh(node, nodes[node], toWorld[node]);
    }
    if (this.placed.length === 0 && this.hidden > 0)
      throw new MeshFileError(
        `The ${this.hidden.toLocaleString('en')} nodes that have meshes are invisible; expected a visible one`,
      );
  }

  private addMesh(node: number, def: GLTF.INode, world: Matrix): void {
    const { meshes, skins } = this.file.json;
    const { mesh: index, skin } = def;
    const mesh = entry(meshes, index, 'mesh');
    const instances = instancesOf(def);
    this.listed += mesh.primitives.length * (instances ? countInstances(instances, this.accessors) : 1);
    if (this.listed > MOST_PRIMITIVES)
      throw new MeshFileError(
        `The scene has more than ${MOST_PRIMITIVES.toLocaleString('en')} primitives; expected fewer`,
      );
    const matrices = instances ? instanceMatrices(instances, this.accessors, world) : [world];
    for (const primitive of mesh.primitives) {
      const { attributes, mode = TRIANGLES } = primitive;
      if (!(isWhole(mode) && mode <= FAN))
        throw new MeshFileError(`Mesh ${index} has the mode ${named(mode)}; expected one from 0 to ${FAN}`);
      if (mode < TRIANGLES) {
        this.leftOut.add('points and lines', matrices.length);
        continue;
      }
      if (attributes.POSITION === undefined)
        throw new MeshFileError(`Mesh ${index} has no POSITION; expected positions`);
      const { shifts, applied, leftOut } = morphTargets(def, mesh, primitive);
      this.applied += applied * matrices.length;
      if (leftOut > 0) this.leftOut.add('morph targets', leftOut * matrices.length);
      const isSkinned = skin !== undefined && skinSets(attributes).length > 0;
      const more = { shifts, ...(isSkinned && { skin: entry(skins, skin, 'skin') }) };
      matrices.forEach((toWorld, instance) => {
        this.placed.push({ node, instance, toWorld, primitive, mode, ...more });
      });
    }
  }

  /** Sentences about what was left out, and what was applied once and for all. */
  notes(): string[] {
    const { animations } = this.file.json;
    if (animations?.length) this.leftOut.add('animations', animations.length);
    if (this.hidden > 0) this.leftOut.add('invisible nodes', this.hidden);
    const notes = this.leftOut.notes();
    if (this.applied > 0)
      notes.unshift(`Morph targets applied by their weights, and then left out: ${this.applied.toLocaleString('en')}.`);
    if (this.placed.some(({ skin }) => skin))
      notes.unshift('The skeleton is left out; the surface stands as its joints do.');
    return notes;
  }
}

/** Number of triangles that a row of corners makes. */
export function countTriangles(mode: number, corners: number): number {
  if (mode !== TRIANGLES) return Math.max(0, corners - 2);
  if (corners % 3 !== 0) throw new MeshFileError(`A list of triangles has ${corners} corners; expected three for each`);
  return corners / 3;
}
