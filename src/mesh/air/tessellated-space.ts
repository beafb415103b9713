import type { TetMesh } from '../tet-mesh.ts';
import { compactWithIds } from '../tetrahedralise/compact-mesh.ts';
import { NONE } from '../topology.ts';
import { AIR_STRIDE, type AirMesh } from './air-mesh.ts';

/**
 * Bodies in a box, and the air that fills the rest of it. The air's vertex ids count the vertices of all bodies, one body after another,
 * then the border's, then the free ones.
 */
export interface TessellatedSpace {
  readonly bodies: readonly TetMesh[];
  /** Positions of the border's vertices [m], flat, 3 numbers per vertex; they lie on the box's sides. */
  readonly border: Float32Array;
  /** Positions of vertices that are neither a body's nor the border's [m], flat, 3 numbers per vertex. */
  readonly free: Float32Array;
  readonly air: AirMesh;
}

/** Tetrahedra that fill a box, whose vertices are not yet shared out among bodies, border and air. */
export interface LabelledTets {
  /** [m], flat, 3 numbers per vertex. */
  readonly positions: Float64Array;
  /** Vertex ids, 4 per tetrahedron, positively oriented. */
  readonly tets: Uint32Array;
  /** For each tetrahedron its body, counted from 1, or AIR. */
  readonly labels: ArrayLike<number>;
}
/** The label of space that no body fills. */
export const AIR = 0;

/** Returns the positions of all vertices [m], in the order of the air's vertex ids. */
export function spacePositions({ bodies, border, free }: TessellatedSpace): Float32Array {
  const parts = [...bodies.map(({ positions }) => positions), border, free];
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * Finds the body of each vertex.
 * @returns for each vertex its body, counted from 1, or AIR
 * @throws Error if two bodies share a vertex
 */
export function vertexOwners({ positions, tets, labels }: LabelledTets): Uint32Array {
  const owners = new Uint32Array(positions.length / 3).fill(AIR);
  for (let i = 0; i < tets.length; i++) {
    const label = labels[i >> 2];
    const owner = owners[tets[i]];
    if (label === AIR || owner === label) continue;
    if (owner !== AIR) {
      const place = Array.from(positions.subarray(3 * tets[i], 3 * tets[i] + 3), (x) => x.toPrecision(4)).join(', ');
      throw new Error(`Bodies ${owner} and ${label} share the vertex at (${place}), expected air between bodies`);
    }
    owners[tets[i]] = label;
  }
  return owners;
}

/**
 * Gives each body a mesh of its own, and numbers the air's vertices.
 * @param bodyCount number of bodies; each one has tetrahedra
 * @param isBorder whether a vertex of no body belongs to the border; otherwise it is free
 * @throws Error if a body has no tetrahedra, or if two bodies share a vertex
 */
export function shareOut(
  space: LabelledTets,
  bodyCount: number,
  isBorder: (vertex: number) => boolean,
): TessellatedSpace {
  const { positions, tets, labels } = space;
  const owners = vertexOwners(space);
  const newIds = new Uint32Array(owners.length).fill(NONE);
  let count = 0;
  const bodies = Array.from({ length: bodyCount }, (_, k) => {
    const own = tets.filter((_, i) => labels[i >> 2] === k + 1);
    if (own.length === 0) throw new Error(`Body ${k + 1} of ${bodyCount} has no tetrahedra, expected at least one`);
    const { mesh, oldIds } = compactWithIds(positions, own);
    for (const v of oldIds) newIds[v] = count++;
    return mesh;
  });
  const elements = tets.filter((_, i) => labels[i >> 2] === AIR);
  const used = new Uint8Array(owners.length);
  for (const v of elements) used[v] = 1;
  const others = (onBorder: boolean) => {
    const found: number[] = [];
    for (let v = 0; v < used.length; v++) {
      if (used[v] === 0 || owners[v] !== AIR || isBorder(v) !== onBorder) continue;
      newIds[v] = count++;
      found.push(...positions.subarray(3 * v, 3 * v + 3));
    }
    return Float32Array.from(found);
  };
  const [border, free] = [others(true), others(false)];
  for (let i = 0; i < elements.length; i++) elements[i] = newIds[elements[i]];
  return { bodies, border, free, air: { dimension: 3, elements } };
}

/**
 * Takes those elements of an air mesh that lie near a point and whose vertices all belong to bodies, as air for a place where a body meets
 * itself or another one, such as an armpit. Without the border and free vertices, the remaining vertex ids stay as they are.
 * @param point [m]
 * @param radius [m], of the ball that holds all vertices of the elements taken
 */
export function localAir(space: TessellatedSpace, point: readonly [number, number, number], radius: number): AirMesh {
  const positions = spacePositions(space);
  const bodyVertices = space.bodies.reduce((sum, body) => sum + body.positions.length / 3, 0);
  const isNear = (v: number) => {
    const [x, y, z] = [0, 1, 2].map((k) => positions[3 * v + k] - point[k]);
    return v < bodyVertices && x * x + y * y + z * z <= radius * radius;
  };
  const { elements } = space.air;
  const keeps = Uint8Array.from({ length: elements.length / AIR_STRIDE }, (_, e) =>
    elements.subarray(AIR_STRIDE * e, AIR_STRIDE * (e + 1)).every(isNear) ? 1 : 0,
  );
  return { dimension: 3, elements: elements.filter((_, i) => keeps[Math.floor(i / AIR_STRIDE)] === 1) };
}
