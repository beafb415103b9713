import { cross, dot, minus } from '../../../../fixtures/vectors.ts';
import { describe, expect, test } from 'vitest';
import type { PathBody } from '../../../../../src/simulation/path/path-body.ts';
import { BALL, FACE_BOUND } from '../../../../../src/simulation/state.ts';
import { bentBars } from '../../../../fixtures/bent-bars.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import { pathBody } from '../../../../fixtures/path-body.ts';
import { cellMeshes } from '../cell-meshes.ts';
import { refitCell, refitPatch } from '../../../../../src/simulation/path/flood/refit-cells.ts';

type Vector = readonly number[];
const length = (a: Vector) => Math.sqrt(dot(a, a));

/** Tolerance of unit normals and heights, as a share of the face's size. */
const ROUNDING = 1e-12;

const vertex = (body: PathBody, v: number): Vector => Array.from(body.positions.subarray(3 * v, 3 * v + 3));

function refitAll(body: PathBody): void {
  const { cellCount, patchCount } = body.cells.layout;
  body.passes[0]++;
  for (let cell = 0; cell < cellCount; cell++) refitCell(body, cell);
  for (let patch = 0; patch < patchCount; patch++) refitPatch(body, patch);
}

/** Whether a ball holds these vertices, and is no larger than a ball around their box must be. */
function isBallAround(ball: Vector, vertices: readonly Vector[]): boolean {
  const box = [0, 1, 2].map((k) => Math.max(...vertices.map((x) => x[k])) - Math.min(...vertices.map((x) => x[k])));
  return vertices.every((x) => length(minus(x, ball)) <= ball[3]) && ball[3] <= (1 + 1e-9) * 0.5 * length(box);
}

/** Whether a ball holds these vertices, and is no larger than their greatest distance, as a ball around their mean must be. */
function isBallAroundMean(ball: Vector, vertices: readonly Vector[]): boolean {
  const diameter = Math.max(...vertices.flatMap((x) => vertices.map((y) => length(minus(x, y)))));
  return vertices.every((x) => length(minus(x, ball)) <= ball[3]) && ball[3] <= (1 + 1e-9) * diameter;
}

/** Whether it is a ball around a face, as tight as its longest edge, and the plane of its outward normal. */
function isBoundOf([a, b, c]: readonly Vector[], bound: Vector): boolean {
  const largest = Math.max(length(minus(a, b)), length(minus(b, c)), length(minus(c, a)));
  const normal = cross(minus(b, a), minus(c, a));
  const plane = bound.slice(4, 7);
  const unit = normal.map((x) => x / length(normal));
  return (
    [a, b, c].every((x) => length(minus(x, bound)) <= bound[3]) &&
    bound[3] <= (1 + 1e-9) * largest &&
    length(minus(unit, plane)) < 1e-9 &&
    [a, b, c].every((x) => Math.abs(dot(minus(x, bound), plane)) <= bound[7] + ROUNDING * largest) &&
    bound[7] < 1e-9 * largest
  );
}

function expectBounds(body: PathBody): void {
  const { layout, sides, patches, faces } = body.cells;
  const part = (balls: Float64Array, i: number, stride = BALL) => [...balls.subarray(stride * i, stride * (i + 1))];
  const at = (ids: Uint32Array) => Array.from(ids, (v) => vertex(body, v));
  const wrong: string[] = [];
  for (let side = 0; side < layout.sideCount; side++) {
    const border = layout.sideBorders[side];
    const ids = layout.borderVertices.subarray(layout.borderOffsets[border], layout.borderOffsets[border + 1]);
    if (!isBallAround(part(sides, side), at(ids))) wrong.push(`side ${side}`);
    if (part(sides, layout.twins[side]).join() !== part(sides, side).join()) wrong.push(`twin of side ${side}`);
  }
  for (let patch = 0; patch < layout.patchCount; patch++) {
    const ids = layout.patchVertices.subarray(layout.patchVertexOffsets[patch], layout.patchVertexOffsets[patch + 1]);
    if (!isBallAroundMean(part(patches, patch), at(ids))) wrong.push(`patch ${patch}`);
  }
  layout.faces.forEach((face, i) => {
    const corners = at(body.topology.faces.subarray(3 * face, 3 * face + 3));
    if (!isBoundOf(corners, part(faces, i, FACE_BOUND))) wrong.push(`face ${face}`);
  });
  expect(wrong).toEqual([]);
}

describe.each(cellMeshes())('$name', ({ positions, tets }) => {
  test('bounds hold what they are around, in every pass anew', () => {
    const body = pathBody(positions.slice(), tets);
    refitAll(body);
    expectBounds(body);
    const random = seededRandom(3);
    const size = 0.05 * length(vertex(body, body.topology.faces[0]));
    // Stretched, moved far away and shaken, so that no earlier bound holds.
    body.positions.forEach((x, i) => {
      body.positions[i] = (i % 3 === 1 ? 2 : 1) * x + 7 + size * random();
    });
    refitAll(body);
    expectBounds(body);
  });
});

test('a face without an area has a ball, and no plane', () => {
  const [{ positions, tets }] = bentBars(1);
  const body = pathBody(positions.slice(), tets);
  const { layout, faces } = body.cells;
  const index = layout.faces.indexOf(0);
  const [a, b] = body.topology.faces;
  body.positions.copyWithin(3 * b, 3 * a, 3 * a + 3);
  refitAll(body);
  const bound = [...faces.subarray(FACE_BOUND * index, FACE_BOUND * (index + 1))];
  expect(bound.slice(4, 7).map(Math.abs)).toEqual([0, 0, 0]);
  for (const v of body.topology.faces.subarray(0, 3))
    expect(length(minus(vertex(body, v), bound))).toBeLessThanOrEqual(bound[3]);
});
