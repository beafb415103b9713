import { describe, expect, it } from 'vitest';
import { WindingTree } from '../../../src/geometry/winding-number.ts';
import type { DrawnSurface } from '../../../src/mesh/drawn-surface.ts';
import { cellFor, measureSurface, type SurfaceSize } from '../../../src/surface/estimate.ts';
import { soundSurface } from '../../../src/surface/sound-surface.ts';
import { tetrahedraliseSurface } from '../../../src/surface/tetrahedralise-surface.ts';
import { some } from '../../fixtures/tier.ts';
import { ball, box, drawn, insideOut, only, together } from './shapes.ts';

const SIDES = [1, 2, 3] as const;
const BOX = box(SIDES);

describe('a surface whose triangles are there twice', () => {
  it.each<[string, DrawnSurface]>([
    ['from both sides', together(BOX, insideOut(BOX))],
    ['to one side', together(BOX, BOX)],
    ['thrice', together(BOX, insideOut(BOX), BOX)],
    ['in part', together(BOX, insideOut(only(BOX, (x) => x > 0)))],
    ['from both sides, the inner one first', together(insideOut(BOX), BOX)],
  ])('is filled as the surface alone: %s', (_, surface) => {
    const size = measureSurface(surface);
    expect(size).toMatchObject({ volume: 6, area: 22, sides: SIDES });
    expect(size.notes).toContainEqual(expect.stringMatching(/^\d+ triangles had the corners of an earlier one/));
    const { mesh } = tetrahedraliseSurface(surface, { cell: 1 });
    expect(mesh.positions).toEqual(tetrahedraliseSurface(BOX, { cell: 1 }).mesh.positions);
  });

  it('is filled beside a sound one, and without walls between two', () => {
    const twoSided = together(BOX, insideOut(BOX));
    expect(measureSurface(together(ball(1, [9, 0, 0]), twoSided)).volume).toBeCloseTo(4.15 + 6, 1);
    const joined = measureSurface(together(BOX, box(SIDES, [1, 0, 0])));
    expect(joined).toMatchObject({ volume: 12, area: 32, sides: [2, 2, 3] });
    expect(joined.notes).toContainEqual(
      '2 pairs of triangles lay back to back and bounded nothing; both are left out.',
    );
  });
});

/** Sheets and the like, turned so that rounding has a say. */
const tilted = (positions: readonly number[], triangles: readonly number[]) =>
  drawn(
    positions.map((_, i) => {
      const [x, y, z] = positions.slice(i - (i % 3), i - (i % 3) + 3);
      return [0.6 * x + 0.8 * y + 0.3, 0.64 * x - 0.48 * y + 0.6 * z, 0.48 * x - 0.36 * y - 0.8 * z + 0.1][i % 3];
    }),
    triangles,
  );
const SQUARE = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];

describe('a surface that encloses nothing', () => {
  it.each<[string, DrawnSurface, RegExp]>([
    ['a triangle', tilted(SQUARE, [0, 1, 2]), /nothing: it is a single triangle; expected/],
    ['a sheet', tilted(SQUARE, [0, 1, 2, 0, 2, 3]), /nothing: all 2 triangles lie in one plane; expected/],
    [
      'a sheet with two sides',
      tilted(SQUARE, [0, 1, 2, 0, 2, 3, 2, 1, 0, 3, 2, 0]),
      /nothing: each triangle is there twice, and taken once, all 2 triangles lie in one plane; expected/,
    ],
    [
      'a roof turned up and one turned down, edge to edge',
      drawn(
        [0, 0, 0, 1, 0, 1, 2, 0, 0, 3, 0, -1, 4, 0, 0, 0, 1, 0, 1, 1, 1, 2, 1, 0, 3, 1, -1, 4, 1, 0],
        [...[0, 1, 2, 3].flatMap((i) => [i, i + 1, i + 6, i, i + 6, i + 5])],
      ),
      /nothing: the 8 triangles bound no more than rounding/,
    ],
  ])('is told so, whether its cell is given or not: %s', (_, surface, message) => {
    const size = measureSurface(surface);
    expect(size).toMatchObject({ volume: 0, emptiness: expect.stringMatching(message) });
    expect(() => cellFor(size)).toThrow(message);
    for (const cell of [0.1, 1e-9]) expect(() => tetrahedraliseSurface(surface, { cell })).toThrow(message);
  });

  it('is no plate, however thin', () => {
    for (const thickness of [1e-2, 1e-5]) expect(measureSurface(box([1, 1, thickness])).emptiness).toBeUndefined();
  });
});

/** Numbers from 0 to 1, the same at each run (a linear congruential generator, Numerical Recipes). */
function numbers(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function soup(count: number): DrawnSurface {
  return drawn(
    Array.from({ length: 9 * count }, numbers()),
    Array.from({ length: 3 * count }, (_, i) => i),
  );
}

/** Triangles around one edge, whose other corners lie on a screw. */
function fan(count: number): DrawnSurface {
  const tips = Array.from({ length: count }, (_, i) => [Math.cos(i), Math.sin(i), i / count]).flat();
  const faces = Array.from({ length: count }, (_, i) => [0, 1, i + 2]).flat();
  return drawn([0, 0, 0, 0, 0, 1, ...tips], faces);
}

/** Closed tetrahedra at one place, each a little larger than the one before, half of them inside out. */
function shells(count: number): DrawnSurface {
  return drawn(
    Array.from({ length: count }, (_, i) =>
      [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1].map((x) => (x - 0.25) * (1 + i / count)),
    ).flat(),
    Array.from({ length: count }, (_, i) => {
      const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3].map((v) => v + 4 * i);
      return i % 2 ? faces : faces.map((_v, k) => faces[k - (k % 3) + [0, 2, 1][k % 3]]);
    }).flat(),
  );
}

/** Bound of the work of a measurement (WindingTree.work): those of src/surface/enclosed.ts and sound-surface.ts, and the last queries'. */
const MOST_WORK = 3.4e7;

/** Adds up the work of all trees. @returns the sum during `measure` */
function workOf(measure: () => void): number {
  const trees = new Set<WindingTree>();
  const { at } = WindingTree.prototype;
  WindingTree.prototype.at = function (x, y, z) {
    trees.add(this);
    return at.call(this, x, y, z);
  };
  try {
    measure();
  } finally {
    WindingTree.prototype.at = at;
  }
  return [...trees].reduce((sum, { work }) => sum + work, 0);
}

describe('measuring a surface', () => {
  it.each(
    some<[string, () => DrawnSurface]>(
      [
        ['triangles at random', () => soup(4000)],
        ['tetrahedra in one another, some inside out', () => shells(2000)],
        ['triangles around one edge', () => fan(4000)],
      ],
      2,
    ),
  )('takes no more than a bounded work, and says so where it sampled less: %s', (_, make) => {
    const surface = make();
    let size: SurfaceSize | undefined;
    expect(workOf(() => (size = measureSurface(surface)))).toBeLessThan(MOST_WORK);
    const { notes, sides, volume, emptiness } = size!;
    if (emptiness === undefined)
      expect(notes.at(-1)).toMatch(/^Volume and area are approximate, since many triangles lie in one another: /);
    expect(volume).toBeLessThanOrEqual(1.01 * sides[0] * sides[1] * sides[2]);
  });

  it('samples ordinary surfaces in full', () => {
    for (const surface of [ball(), BOX, together(ball(), ball(1, [1, 0, 0]))])
      expect(measureSurface(surface).notes).toEqual([]);
    expect(soundSurface(BOX).notes).toEqual([]);
  });
});
