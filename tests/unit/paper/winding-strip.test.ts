import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Vector } from '../../../src/math/arithmetic.ts';
import { backToFront, type Piece } from '../../../src/paper/space-partition.ts';
import { intersection } from '../../../src/paper/triangle-intersection.ts';
import { stripeOf, windingCase } from '../../../src/paper/winding-strip.ts';
import { windingStripPicture } from '../../../src/paper/winding-strip-picture.ts';
import { CommandLine } from '../../fixtures/command-line.ts';
import { crossingTriangles } from '../../fixtures/crossing-triangles.ts';

const untangle = new CommandLine();
afterAll(untangle.remove);

describe('the winding strip', () => {
  const strip = windingCase();

  it('has the pairs that brute force finds, of which the published descent finds those within its outer stripes', () => {
    const keys = strip.pairs.map(({ a, b }) => [a, b]).sort(([a, b], [c, d]) => a - c || b - d);
    expect(keys).toEqual(crossingTriangles(strip.mesh));
    for (const { a, b, isFound } of strip.pairs)
      expect(isFound).toBe(stripeOf(a) === stripeOf(b) && (stripeOf(a) === 0 || stripeOf(a) === 3));
    expect(strip.pairs.filter(({ isFound }) => isFound)).toHaveLength(6);
    // Parts 1 and 2, and all pairs of parts, pass.
    expect(strip.passed).toBe(0b1111110110);
  });

  it('the picture in docs is the one that the command draws', () => {
    untangle.run(['self-collide', '--picture', 'strip.svg']);
    expect(untangle.read('strip.svg')).toBe(windingStripPicture());
    expect(readFileSync('docs/pictures/winding-strip.svg', 'utf8')).toBe(windingStripPicture());
    expect(windingStripPicture()).toContain('missed: 9');
  });
});

const piece = (face: number, corners: Vector[], normal: Vector): Piece => ({
  face,
  corners,
  normal,
  isEdge: corners.map(() => true),
});
const flat = (face: number, z: number) =>
  piece(
    face,
    [
      [-1, -1, z],
      [1, -1, z],
      [0, 1, z],
    ],
    [0, 0, 1],
  );
const upright = piece(
  9,
  [
    [0, -1, -1],
    [0, 1, -1],
    [0, 0, 1],
  ],
  [1, 0, 0],
);

describe('pieces to paint', () => {
  it('are sorted from back to front', () => {
    const layers = [flat(0, 0.2), flat(1, -0.4), flat(2, 0.9), flat(3, 0.5)];
    expect(backToFront(layers, [0, 0, 1]).map(({ face }) => face)).toEqual([1, 0, 3, 2]);
    expect(backToFront(layers, [0, 0, -1]).map(({ face }) => face)).toEqual([2, 3, 0, 1]);
  });

  it('are cut where a plane passes through, and the cut is no edge', () => {
    const pieces = backToFront([flat(0, 0), upright], [0.1, 0, 1]);
    expect(pieces.map(({ face }) => face)).toEqual([9, 0, 9]);
    const [below, , above] = pieces;
    expect(Math.max(...below.corners.map(([, , z]) => z))).toBe(0);
    expect(Math.min(...above.corners.map(([, , z]) => z))).toBe(0);
    for (const { corners, isEdge } of [below, above])
      isEdge.forEach((flag, i) => {
        const isCut = corners[i][2] === 0 && corners[(i + 1) % corners.length][2] === 0;
        expect(flag).toBe(!isCut);
      });
  });
});

it('two triangles intersect along the line between the points in which edges pierce', () => {
  const [a, b] = [flat(0, 0), upright].map(({ corners }) => corners as unknown as readonly [Vector, Vector, Vector]);
  const ends = [...(intersection(a, b) ?? [])].sort((p, q) => p[1] - q[1]);
  expect(ends).toEqual([
    [0, -0.5, 0],
    [0, 0.5, 0],
  ]);
  const above = flat(0, 2).corners as unknown as readonly [Vector, Vector, Vector];
  expect(intersection(above, b)).toBeUndefined();
});
