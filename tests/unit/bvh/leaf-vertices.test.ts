import { expect, it } from 'vitest';
import { leafVerticesIn, type LeafVertices, listVertices, type Primitives } from '../../../src/bvh/leaf-vertices.ts';
import {
  layoutForest,
  leafCount,
  leafStart,
  nodeCount,
  type TreeLayout,
  leafVerticesLength,
} from '../../../src/bvh/tree.ts';
import { seededRandom } from '../../fixtures/box-world.ts';

const SIZES = [0, 1, 3, 4, 5, 21, 64, 100];
const VERTICES = 12;

const listOf = ({ levels, nodeBase, orderBase, primitiveCount }: TreeLayout, listed: LeafVertices, leaf: number) => {
  const node = nodeBase + (1 << levels) - 1 + leaf;
  expect(listed.ranges[2 * node]).toBe(listed.corners * (orderBase + leafStart(primitiveCount, levels, leaf)));
  return [...listed.offsets.subarray(...listed.ranges.subarray(2 * node, 2 * node + 2))];
};

/** The vertices of a leaf's primitives, each once, in the order in which the primitives name them. */
function expectListed(layout: TreeLayout, order: Uint32Array, primitives: Primitives, listed: LeafVertices): void {
  const { primitiveCount, levels, orderBase } = layout;
  const { vertices, corners, vertexBase } = primitives;
  for (let leaf = 0; leaf < leafCount(layout); leaf++) {
    const [from, to] = [leaf, leaf + 1].map((j) => orderBase + leafStart(primitiveCount, levels, j));
    const ids = [...order.subarray(from, to)].flatMap((i) => [...vertices.subarray(corners * i, corners * (i + 1))]);
    expect(listOf(layout, listed, leaf)).toEqual([...new Set(ids)].map((v) => 3 * (vertexBase + v)));
  }
}

for (const corners of [1, 2, 3, 4])
  for (const leafSize of [1, 4])
    it(`each leaf has the vertices of its primitives once, whatever the order becomes: ${corners} corners, ${leafSize} a leaf`, () => {
      const random = seededRandom(corners);
      const layouts = layoutForest(SIZES, leafSize);
      const count = SIZES.reduce((a, b) => a + b, 0);
      const nodes = layouts.reduce((sum, layout) => sum + nodeCount(layout), 0);
      const words = new Uint32Array(leafVerticesLength(count, nodes, corners));
      const listed = leafVerticesIn(words, count, nodes, corners);
      const order = new Uint32Array(count);
      const bodies = layouts.map((layout, i) => {
        const { orderBase, primitiveCount } = layout;
        order.subarray(orderBase, orderBase + primitiveCount).forEach((_, k, ids) => {
          ids[k] = k;
        });
        // Few vertices, so that primitives share them.
        const vertices = Uint32Array.from({ length: corners * SIZES[i] }, () => Math.floor(VERTICES * random()));
        return { layout, primitives: { vertices, corners, vertexBase: VERTICES * i, stride: 3 } };
      });
      for (let round = 0; round < 4; round++) {
        for (const { layout, primitives } of bodies) {
          // In two parts, as by two workers.
          const middle = leafCount(layout) >> 1;
          listVertices(layout, 0, middle, order, primitives, listed);
          listVertices(layout, middle, leafCount(layout), order, primitives, listed);
        }
        for (const { layout, primitives } of bodies) expectListed(layout, order, primitives, listed);
        // First one pair changes places in each tree, then all do.
        for (const { orderBase, primitiveCount } of layouts) {
          const ids = order.subarray(orderBase, orderBase + primitiveCount);
          const [a, b] = [0, 0].map(() => Math.floor(primitiveCount * random()));
          if (round === 0) [ids[a], ids[b]] = [ids[b], ids[a]];
          else ids.reverse();
        }
      }
    });

it('a list that a worker began before it died does not count as valid', () => {
  const [layout] = layoutForest([21], 4);
  const sizes = [21, nodeCount(layout), 4] as const;
  const random = seededRandom(3);
  const vertices = Uint32Array.from({ length: 4 * 21 }, () => Math.floor(VERTICES * random()));
  const order = Uint32Array.from({ length: 21 }, (_, i) => i);
  const given = { vertices, corners: 4, vertexBase: 0, stride: 3 };
  const cases = Array.from({ length: vertices.length }, (_, i) => i + 1);
  // The next worker lists the same order, or the one before, of which the complete lists are still valid.
  for (const [deadly, isOrderBefore] of cases.flatMap((i) => [[i, false] as const, [i, true] as const])) {
    const listed = leafVerticesIn(new Uint32Array(leafVerticesLength(...sizes)), ...sizes);
    listVertices(layout, 0, leafCount(layout), order, given, listed);
    order.reverse();
    let reads = 0;
    const mortal = new Proxy(vertices, {
      get(target, name) {
        if (++reads === deadly) throw new Error('died');
        return target[name as unknown as number];
      },
    });
    const dying = () => listVertices(layout, 0, leafCount(layout), order, { ...given, vertices: mortal }, listed);
    expect(dying).toThrow('died');
    if (isOrderBefore) order.reverse();
    listVertices(layout, 0, leafCount(layout), order, given, listed);
    expectListed(layout, order, given, listed);
  }
});
