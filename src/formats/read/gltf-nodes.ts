import type { GLTF } from '@gltf-transform/core';
import { MeshFileError } from '../file-mesh.ts';
import { entry } from './gltf-file.ts';

/** A 4 by 4 matrix, column by column. */
export type Matrix = readonly number[];

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** a b */
export function multiply(a: Matrix, b: Matrix): number[] {
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
}

/** Places the nodes of a file. @throws MeshFileError if a node has two parents, or is its own ancestor */
export function placeNodes({ nodes = [], scenes, scene = 0 }: GLTF.IGLTF): GltfNodes {
  const parents = new Map<number, number>();
  nodes.forEach(({ children = [] }, parent) => {
    for (const child of children) {
      entry(nodes, child, 'node');
      if (parents.has(child))
        throw new MeshFileError(
          `Node ${child} is a child of the nodes ${parents.get(child)} and ${parent}; expected one`,
        );
      parents.set(child, parent);
    }
  });
  const roots = nodes.map((_, i) => i).filter((i) => !parents.has(i));
  const toWorld: Matrix[] = [];
  const order = descend(nodes, roots, (node, parent) => {
    const local = localMatrix(nodes[node], node);
    toWorld[node] = parent === undefined ? local : multiply(toWorld[parent], local);
  });
  if (order.length < nodes.length)
    throw new MeshFileError(
      `Node ${nodes.findIndex((_, i) => !toWorld[i])} is its own ancestor; expected a tree of nodes`,
    );
  if (scenes === undefined || scenes.length === 0) return { ofScene: order, toWorld };
  const { nodes: ofScene = [] } = entry(scenes, scene, 'scene');
  for (const node of ofScene) {
    entry(nodes, node, 'node');
    if (parents.has(node))
      throw new MeshFileError(
        `The scene names the node ${node}, a child of the node ${parents.get(node)}; expected nodes without parents`,
      );
  }
  return { ofScene: descend(nodes, [...new Set(ofScene)], () => {}), toWorld };
}

/** Visits nodes and what is below them, parents first, children in their order. */
function descend(
  nodes: readonly GLTF.INode[],
  roots: readonly number[],
  visit: (node: number, parent: number | undefined) => void,
): number[] {
  const order: number[] = [];
  const waiting: [number, number | undefined][] = roots.map((root): [number, undefined] => [root, undefined]).reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [node, parent] = next;
    visit(node, parent);
    order.push(node);
    for (const child of [...(nodes[node].children ?? [])].reverse()) waiting.push([child, node]);
  }
  return order;
}

function localMatrix(node: GLTF.INode, index: number): Matrix {
  const { matrix, translation: t = [0, 0, 0], rotation: q = [0, 0, 0, 1], scale: s = [1, 1, 1] } = node;
  const [x, y, z, w] = q;
  const local: Matrix = matrix ?? [
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
  if (local.length !== IDENTITY.length || !local.every(Number.isFinite))
    throw new MeshFileError(
      `Node ${index} has a place that isn't made of finite numbers; expected a matrix, or shift, rotation and scale`,
    );
  return local;
}

/** Moves a point by a matrix. */
export function transform(m: Matrix, x: number, y: number, z: number): [number, number, number] {
  return [
    m[0] * x + m[4] * y + m[8] * z + m[12],
    m[1] * x + m[5] * y + m[9] * z + m[13],
    m[2] * x + m[6] * y + m[10] * z + m[14],
  ];
}
