import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BufferGeometry, Color, type Material, type Mesh, type Object3D, Vector3 } from 'three';
import type { DrawnSurface } from '../../../src/mesh/drawn-surface.ts';
import type { GivenFile } from '../../../src/formats/given-file.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/meshes');

/** A file of tests/fixtures/meshes. */
export const fixture = (name: string): GivenFile => ({
  name,
  bytes: new Uint8Array(readFileSync(join(FIXTURES, name))),
});

export const textFile = (name: string, text: string): GivenFile => ({ name, bytes: new TextEncoder().encode(text) });

/** The bytes as three's loaders take them. */
export const bufferOf = ({ bytes }: GivenFile): ArrayBuffer => bytes.slice().buffer as ArrayBuffer;

/** Corners of triangles, each with position, texture coordinates and colour: how a surface looks, whatever its vertices are. */
export interface Corners {
  readonly positions: number[];
  readonly uvs: number[];
  readonly colours: number[];
}

/** Corners of a surface of ours. Lists that it doesn't have are empty. */
export function cornersOf({ positions, triangles, uvs, colours }: DrawnSurface): Corners {
  const rows = (values: Float32Array | undefined, perRow: number) =>
    values ? [...triangles].flatMap((v) => [...values.subarray(perRow * v, perRow * v + perRow)]) : [];
  return { positions: rows(positions, 3), uvs: rows(uvs, 2), colours: rows(colours, 3) };
}

/** Corners of a geometry of three, moved by its object's place. */
export function cornersOfGeometry(geometry: BufferGeometry, object?: Object3D): Corners {
  const { position, uv, color } = geometry.attributes;
  const { index } = geometry;
  const corners: Corners = { positions: [], uvs: [], colours: [] };
  const point = new Vector3();
  for (let i = 0; i < (index ?? position).count; i++) {
    const v = index ? index.getX(i) : i;
    point.fromBufferAttribute(position, v);
    if (object) object.localToWorld(point);
    corners.positions.push(point.x, point.y, point.z);
    if (uv) corners.uvs.push(uv.getX(v), uv.getY(v));
    if (color) corners.colours.push(color.getX(v), color.getY(v), color.getZ(v));
  }
  return corners;
}

/** Meshes of a group of three, in its order, in world places. */
export function meshesIn(group: Object3D): Mesh<BufferGeometry, Material>[] {
  group.updateMatrixWorld(true);
  const meshes: Mesh<BufferGeometry, Material>[] = [];
  group.traverse((object) => {
    if ('isMesh' in object) meshes.push(object as Mesh<BufferGeometry, Material>);
  });
  return meshes;
}

/** Greatest difference between two lists of the same length; infinite if the lengths differ. */
export function difference(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  return a.reduce((most, x, i) => Math.max(most, Math.abs(x - b[i])), 0);
}

/** Colours of a material of three: red, green and blue, linear. */
export const colourOf = (material: Material): number[] =>
  'color' in material && material.color instanceof Color ? material.color.toArray() : [];
