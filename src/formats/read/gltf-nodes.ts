import type { GLTF } from '@gltf-transform/core';
import { NONE } from '../../mesh/topology.ts';
import { MeshFileError } from '../file-mesh.ts';
import { entry } from './gltf-values.ts';

/** A 4 by 4 matrix, column by column. */
export type Matrix = readonly number[];

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** a b */
export function multiply(a: Matrix, b: ArrayLike<number>): number[] {
  return Array.from({ length: 16 }, (_, i) => {
    const [row, column] = [i % 4, i - (i % 4)];
    return a[row] * b[column] + a[row + 4] * b[column + 1] + a[row + 8] * b[column + 2] + a[row + 12] * b[column + 3];
  });
}

/** Whether a matrix makes a mirror image. */
export const mirrors = (m: Matrix): boolean =>
  m[0] * (m[5] * m[10] - m[6] * m[9]) - m[4] * (m[1] * m[10] - m[2] * m[9]) + m[8] * (m[1] * m[6] - m[2] * m[5]) < 0;

/** Nodes of a file: a forest, each node with its matrix to the world. */
export interface GltfNodes {
  /** Nodes of the scene, parents first. */
  readonly ofScene: readonly number[];
  /** Matrix to the world per node. */
  readonly toWorld: readonly Matrix[];
  /** Whether a node, or one above it, is invisible (KHR_node_visibility): 1 per such node. */
  readonly hidden: Uint8Array;
}

/** Places the nodes of a file. @throws MeshFileError if a node has two parents, or is its own ancestor */
export function placeNodes({ nodes = [], scenes, scene = 0 }: GLTF.IGLTF): GltfNodes {
  const parents = parentsOf(nodes);
  const roots = [...nodes.keys()].filter((node) => parents[node] === NONE);
  const toWorld = new Array<Matrix>(nodes.length);
  const hidden = new Uint8Array(nodes.length);
  const order = descend(nodes, roots);
  for (const node of order) {
    const parent = parents[node];
    const local = localMatrix(nodes[node], node);
    if (parent === NONE) toWorld[node] = local;
    else toWorld[node] = local === IDENTITY ? toWorld[parent] : multiply(toWorld[parent], local);
    hidden[node] = isInvisible(nodes[node]) || (parent !== NONE && hidden[parent] === 1) ? 1 : 0;
  }
  if (order.length < nodes.length)
    throw new MeshFileError(
      `Node ${nodes.findIndex((_, i) => !toWorld[i])} is its own ancestor; expected a tree of nodes`,
    );
  if (scenes === undefined || scenes.length === 0) return { ofScene: order, toWorld, hidden };
  const { nodes: ofScene = [] } = entry(scenes, scene, 'scene');
  for (const node of ofScene) {
    entry(nodes, node, 'node');
    if (parents[node] !== NONE)
      throw new MeshFileError(
        `The scene names the node ${node}, a child of the node ${parents[node]}; expected nodes without parents`,
      );
  }
  return { ofScene: descend(nodes, [...new Set(ofScene)]), toWorld, hidden };
}

/** The parent of each node, or NONE. */
function parentsOf(nodes: readonly GLTF.INode[]): Uint32Array {
  const parents = new Uint32Array(nodes.length).fill(NONE);
  nodes.forEach(({ children = [] }, parent) => {
    for (const child of children) {
      entry(nodes, child, 'node');
      if (parents[child] !== NONE)
        throw new MeshFileError(`Node ${child} is a child of the nodes ${parents[child]} and ${parent}; expected one`);
      parents[child] = parent;
    }
  });
  return parents;
}

function isInvisible({ extensions }: GLTF.INode): boolean {
  const visibility = extensions?.KHR_node_visibility as { readonly visible?: unknown } | undefined;
  return visibility?.visible === false;
}

/** Lists nodes and what is below them, parents first, children in their order. */
function descend(nodes: readonly GLTF.INode[], roots: readonly number[]): number[] {
  const order: number[] = [];
  const waiting = [...roots].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order.push(node);
    const { children = [] } = nodes[node];
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i]);
  }
  return order;
}

function localMatrix(node: GLTF.INode, index: number): Matrix {
  const { matrix, translation, rotation, scale } = node;
  const local = matrix ?? (translation || rotation || scale ? compose(translation, rotation, scale) : IDENTITY);
  if (local.length !== IDENTITY.length || !local.every(Number.isFinite))
    throw new MeshFileError(
      `Node ${index} has a place that isn't made of finite numbers; expected a matrix, or shift, rotation and scale`,
    );
  return local;
}

/** The matrix that scales, then rotates, then shifts. @param q the rotation as a quaternion, its real part last */
export function compose(
  t: readonly number[] = [0, 0, 0],
  q: readonly number[] = [0, 0, 0, 1],
  s: readonly number[] = [1, 1, 1],
): Matrix {
  const [x, y, z, w] = q;
  return [
    (1 - 2 * (y * y + z * z)) * s[0],
    2 * (x * y + z * w) * s[0],
    2 * (x * z - y * w) * s[0],
    0,
    2 * (x * y - z * w) * s[1],
    (1 - 2 * (x * x + z * z)) * s[1],
    2 * (y * z + x * w) * s[1],
    0,
    2 * (x * z + y * w) * s[2],
    2 * (y * z - x * w) * s[2],
    (1 - 2 * (x * x + y * y)) * s[2],
    0,
    t[0],
    t[1],
    t[2],
    1,
  ];
}

/** Moves a point by a matrix. */
export function transform(m: Matrix, point: number[]): void {
  const [x, y, z] = point;
  point[0] = m[0] * x + m[4] * y + m[8] * z + m[12];
  point[1] = m[1] * x + m[5] * y + m[9] * z + m[13];
  point[2] = m[2] * x + m[6] * y + m[10] * z + m[14];
}
