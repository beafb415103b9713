import { describe, expect, it } from 'vitest';
import { AIR_STRIDE, airMesh } from '../../../../src/mesh/air/air-mesh.ts';
import {
  AIR_COLOURS,
  AIR_OFFSETS,
  colourElements,
  createColouringScratch,
} from '../../../../src/mesh/air/colour-elements.ts';
import { seededRandom } from '../../../fixtures/box-world.ts';

type Element = readonly number[];

const elementsOf = (words: Uint32Array): Element[] =>
  Array.from({ length: words.length / AIR_STRIDE }, (_, e) => [
    ...words.subarray(AIR_STRIDE * e, AIR_STRIDE * e + AIR_STRIDE),
  ]);

/** Distinct elements of vertices drawn by chance. */
function draw(dimension: 2 | 3, count: number, vertexCount: number, common?: number): Uint32Array {
  const random = seededRandom(count);
  const keys = new Map<string, number[]>();
  while (keys.size < count) {
    const corners = new Set(common === undefined ? [] : [common]);
    while (corners.size <= dimension) corners.add(Math.floor(vertexCount * random()));
    keys.set([...corners].sort().join(), [...corners]);
  }
  return airMesh(dimension, [...keys.values()].flat()).elements;
}

/** Colours elements; the scratch memory holds what another colouring left there. */
function colour(before: Uint32Array, vertexCount: number) {
  const elements = before.slice();
  const offsets = new Uint32Array(AIR_OFFSETS).fill(77);
  const scratch = createColouringScratch(before.length / AIR_STRIDE + 3, vertexCount);
  for (const memory of Object.values(scratch)) memory.fill(123);
  const classes = colourElements(elements, before.length / AIR_STRIDE, offsets, scratch);
  const sorted = elementsOf(elements);
  return {
    elements,
    offsets,
    classes,
    colours: Array.from({ length: AIR_COLOURS + 1 }, (_, c) => sorted.slice(offsets[c], offsets[c + 1])),
  };
}

/** Checks a colouring from scratch. */
function expectSound(before: Uint32Array, vertexCount: number) {
  const coloured = colour(before, vertexCount);
  const { elements, offsets, classes, colours } = coloured;
  const places = new Map(elementsOf(before).map((corners, e) => [corners.join(), e]));
  expect(
    elementsOf(elements)
      .map((corners) => corners.join())
      .sort(),
  ).toEqual([...places.keys()].sort());
  expect([offsets[0], offsets.at(-1)]).toEqual([0, before.length / AIR_STRIDE]);
  expect(classes).toBe(1 + colours.findLastIndex((members) => members.length > 0));
  for (const members of colours) {
    const order = members.map((corners) => places.get(corners.join())!);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  }
  const verticesOf = (corners: Element) => corners.filter((v) => v < vertexCount);
  for (const members of colours.slice(0, AIR_COLOURS)) {
    const used = members.flatMap(verticesOf);
    expect(new Set(used).size).toBe(used.length);
  }
  return coloured;
}

describe('colourElements', () => {
  it.each([
    [2, 0, 20],
    [2, 1, 20],
    [3, 1, 20],
    [2, 300, 90],
    [3, 300, 90],
    [3, 2000, 5000],
  ] as const)(
    'sorts, in dimension %d, %d elements of %d vertices; no two of a colour share a vertex',
    (dimension, count, vertexCount) => {
      const { classes } = expectSound(draw(dimension, count, vertexCount), vertexCount);
      if (count <= 1) expect(classes).toBe(count);
      else expect(classes).toBeGreaterThan(3);
    },
  );

  it('gives each element the lowest colour that is free', () => {
    // A strip of triangles, as in the plane: 0 and 3 share no vertex.
    const strip = airMesh(2, [0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5]);
    const { colours, classes } = expectSound(strip.elements, 6);
    expect(classes).toBe(3);
    expect(colours.slice(0, 3).map((members) => members.length)).toEqual([2, 1, 1]);
  });

  it.each([2, 3] as const)('puts those without a free colour behind the colours, in dimension %d', (dimension) => {
    for (const [count, behind] of [
      [33, 0],
      [AIR_COLOURS, 0],
      [AIR_COLOURS + 1, 1],
      [AIR_COLOURS + 20, 20],
    ]) {
      const { colours, classes } = expectSound(draw(dimension, count, 200, 5), 200);
      expect(colours[AIR_COLOURS]).toHaveLength(behind);
      expect(classes).toBe(behind > 0 ? AIR_COLOURS + 1 : count);
    }
  });

  it('is the same twice, and of coloured elements the same again', () => {
    const before = draw(3, 500, 120);
    const once = colour(before, 120);
    expect(colour(before, 120)).toEqual(once);
    expect(colour(once.elements, 120)).toEqual(once);
  });
});
