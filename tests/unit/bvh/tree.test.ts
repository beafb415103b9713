import { describe, expect, it } from 'vitest';
import { buildOrder } from '../../../src/bvh/build.ts';
import { fitInnerNodes, fitLeaves } from '../../../src/bvh/fit-boxes.ts';
import { leavesAt } from '../../../src/bvh/leaves-at.ts';
import { leafVerticesIn, listVertices } from '../../../src/bvh/leaf-vertices.ts';
import { refitLeaves } from '../../../src/bvh/refit.ts';
import {
  BOX_STRIDE,
  LEAF_SIZE,
  layoutForest,
  leafCount,
  leafStart,
  nodeCount,
  type TreeLayout,
  leafVerticesLength,
  leavesAtLength,
} from '../../../src/bvh/tree.ts';
import { DONE, leafBegin, nextLeafAt, nextLeafIn, nodeAfter, ROOT } from '../../../src/bvh/walk.ts';
import { seededRandom } from '../../fixtures/box-world.ts';

const SIZES = [0, 1, 2, 4, 5, 9, 37, 64, 500];
const SCALES = [1e-9, 1e-3, 1, 1e9];

/** Points in a long box; every third one sits on a coarse grid, so that many coordinates are equal. */
function points(count: number, scale: number, seed = 1): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: 3 * count }, (_, i) => {
    const x = random() * [5, 1, 2][i % 3];
    return scale * (Math.floor(i / 3) % 3 === 0 ? Math.round(x) : x);
  });
}

/** Checks every inner node by sorting: exactly the smaller primitives, along its longest side, are left of its middle. */
function expectBuilt(layout: TreeLayout, centres: Float32Array, order: Uint32Array): void {
  const { primitiveCount: n, levels, orderBase } = layout;
  const all = Array.from(order.subarray(orderBase, orderBase + n));
  expect(all.toSorted((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
  for (let width = leafCount(layout); width > 1; width /= 2) {
    for (let first = 0; first < leafCount(layout); first += width) {
      const [begin, middle, end] = [0, width / 2, width].map((leaf) => leafStart(n, levels, first + leaf));
      const part = all.slice(begin, end);
      const sides = [0, 1, 2].map((axis) => {
        const x = part.map((i) => centres[3 * i + axis]);
        return Math.max(...x) - Math.min(...x);
      });
      const axis = sides.indexOf(Math.max(...sides));
      const sorted = part.toSorted((a, b) => centres[3 * a + axis] - centres[3 * b + axis] || a - b);
      const left = new Set(sorted.slice(0, middle - begin));
      expect(new Set(part.slice(0, middle - begin))).toEqual(left);
    }
  }
}

describe('buildOrder', () => {
  for (const scale of SCALES)
    it(`halves primitives by id and place at scale ${scale}`, () => {
      const layouts = layoutForest(SIZES, LEAF_SIZE);
      const order = new Uint32Array(SIZES.reduce((a, b) => a + b, 0)).fill(7777);
      layouts.forEach((layout, i) => {
        const centres = points(SIZES[i], scale);
        buildOrder(layout, centres, order);
        expectBuilt(layout, centres, order);
        expect(order.slice(layout.orderBase + SIZES[i]).every((id) => id === 7777)).toBe(true);
      });
    });

  it('orders equal centres by their ids, and sorted ones either way', () => {
    const [layout] = layoutForest([1000], LEAF_SIZE);
    const order = new Uint32Array(1000);
    for (const centre of [() => 1, (i: number) => i, (i: number) => -i, (i: number) => Math.abs(i - 500)]) {
      const centres = Float32Array.from({ length: 3000 }, (_, i) => centre(Math.floor(i / 3)));
      buildOrder(layout, centres, order);
      expectBuilt(layout, centres, order);
    }
  });

  it('ends, with every primitive once, where centres are not numbers', () => {
    const [layout] = layoutForest([100], LEAF_SIZE);
    const centres = points(100, 1).map((x, i) => (i % 5 ? x : Number.NaN));
    const order = new Uint32Array(100);
    buildOrder(layout, centres, order);
    expect(new Set(order).size).toBe(100);
  });
});

/** Trees over single points, the second with bases of its own. */
function pointTree(count: number, scale: number) {
  const [, layout] = layoutForest([3, count], LEAF_SIZE);
  const positions = points(count, scale, count + 1);
  const order = new Uint32Array(3 + count);
  buildOrder(layout, positions, order);
  const boxes = new Float32Array(BOX_STRIDE * (layout.nodeBase + nodeCount(layout)));
  const primitives = {
    vertices: Uint32Array.from({ length: count }, (_, i) => i),
    corners: 1,
    vertexBase: 0,
    stride: 3,
  };
  const sizes = [order.length, boxes.length / BOX_STRIDE, 1] as const;
  const lists = leafVerticesIn(new Uint32Array(leafVerticesLength(...sizes)), ...sizes);
  listVertices(layout, 0, leafCount(layout), order, primitives, lists);
  refitLeaves(fitLeaves, layout, 0, leafCount(layout), lists, positions, 0, boxes);
  fitInnerNodes(boxes, layout.nodeBase, 0, leafCount(layout) - 1);
  return { layout, positions, order, boxes };
}

describe('a walk', () => {
  it('goes through all nodes from left to right', () => {
    const preorder = (node: number, end: number): number[] =>
      node >= end ? [] : [node, ...preorder(2 * node, end), ...preorder(2 * node + 1, end)];
    for (const levels of [0, 1, 2, 5]) {
      const seen: number[] = [];
      for (let n = ROOT; n !== DONE; n = n < 2 ** levels ? 2 * n : nodeAfter(n)) seen.push(n);
      expect(seen).toEqual(preorder(1, 2 ** (levels + 1)));
    }
  });

  for (const count of SIZES.slice(1))
    it(`finds the leaves that hold a point or meet a box, of ${count} primitives`, () => {
      const { layout, boxes, order, positions } = pointTree(count, 1);
      const random = seededRandom(count);
      const leafBox = (leaf: number) => {
        const at = BOX_STRIDE * (layout.nodeBase + leafCount(layout) - 1 + leaf);
        return { lower: [...boxes.subarray(at, at + 3)], upper: [...boxes.subarray(at + 4, at + 7)] };
      };
      const all = Array.from({ length: leafCount(layout) }, (_, j) => ({ n: leafCount(layout) + j, ...leafBox(j) }));
      all.forEach(({ n, lower, upper }) => {
        const ids = order.subarray(leafBegin(layout, n), leafBegin(layout, n + 1));
        for (let axis = 0; axis < 3; axis++) {
          const x = Array.from(ids, (i) => positions[3 * i + axis]);
          expect(lower[axis]).toBe(Math.min(...x));
          expect(upper[axis]).toBe(Math.max(...x));
        }
      });
      const nodes = new Uint32Array(leavesAtLength(layout.levels));
      for (let i = 0; i < 50; i++) {
        const p = Float32Array.of(5 * random(), random(), 2 * random());
        const found: number[] = [];
        for (let n = nextLeafAt(layout, boxes, ROOT, p); n !== DONE; ) {
          found.push(n);
          n = nextLeafAt(layout, boxes, nodeAfter(n), p);
        }
        const holds = all.filter((leaf) => p.every((x, k) => leaf.lower[k] < x && x < leaf.upper[k]));
        expect(found).toEqual(holds.map(({ n }) => n));
        const listed = leavesAt(boxes, layout.nodeBase, layout.levels, p[0], p[1], p[2], nodes);
        expect([...nodes.subarray(0, listed)]).toEqual(found);

        const box = Float32Array.from([...p, ...p.map((x) => x + 0.3 * random())]);
        const met: number[] = [];
        for (let n = nextLeafIn(layout, boxes, ROOT, box); n !== DONE; n = nextLeafIn(layout, boxes, nodeAfter(n), box))
          met.push(n);
        const meets = all.filter((leaf) =>
          [0, 1, 2].every((k) => leaf.lower[k] <= box[k + 3] && box[k] <= leaf.upper[k]),
        );
        expect(met).toEqual(meets.map(({ n }) => n));
      }
    });
});
