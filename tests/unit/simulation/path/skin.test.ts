import { cases } from '../../../fixtures/tier.ts';
import { describe, expect, test } from 'vitest';
import { findPath } from '../../../../src/simulation/path/shortest-path.ts';
import type { PathBody } from '../../../../src/simulation/path/path-body.ts';
import type { PathMethod } from '../../../../src/simulation/path/tables.ts';
import { EXACT_METHODS } from '../../../fixtures/exact-methods.ts';
import { GENERATED, PLACEMENTS, PlacedShape } from '../../../fixtures/generated-shapes.ts';
import { depthBy, describeQuery, ROUNDING, TOLERANCES } from '../../../fixtures/judged-paths.ts';
import {
  drawSkin,
  isNaivelyRight,
  isRightOnSkin,
  naiveDepths,
  restOracle,
  SKIN_KINDS_3D,
} from '../../../fixtures/judged-skin.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import { PATH_OPTIONS } from '../../../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();
const { path } = scratch;

/** Points of each kind, of each shape, in the second tier: 456 in all, of each of six kinds 76. tests/long draws thousands, on both backends. */
const POINTS = cases(4, 1);
const NAIVE_METHODS: readonly PathMethod[] = ['euclidean', 'rest-shape'];

describe('points on the skin of elements, some units in the last place to either side', () => {
  test.each(Object.keys(GENERATED).map((name, i) => ({ name, i })))('$name', ({ name, i }) => {
    const placed = new PlacedShape(GENERATED[name](), PLACEMENTS[i % PLACEMENTS.length], 500 + i);
    const { oracle, positions, shape } = placed;
    const body = pathBody(positions, shape.tets, shape.rest);
    const rest = restOracle(placed);
    const drawn = drawSkin(placed, POINTS, TOLERANCES);
    expect(drawn).toHaveLength(SKIN_KINDS_3D.length * POINTS);
    for (const each of drawn) {
      const query = { point: each.point as [number, number, number], tet: each.element, vertex: -1 };
      for (const method of EXACT_METHODS)
        for (const culling of [true, false]) {
          const depth = depthBy(findPath(method), body, query, { ...PATH_OPTIONS, culling }, scratch);
          const right = isRightOnSkin(each, depth, placed, TOLERANCES, ROUNDING);
          expect(right, `${method}, culling ${culling}, ${each.kind.name}, ${describeQuery(each.truth, depth)}`).toBe(
            true,
          );
        }
      for (const method of NAIVE_METHODS) {
        const depth = depthBy(findPath(method), body, query, PATH_OPTIONS, scratch);
        const right = isNaivelyRight(naiveDepths(method, each, oracle, rest), depth, oracle);
        expect(right, `${method}, ${each.kind.name}, ${describeQuery(each.truth, depth)}`).toBe(true);
        // If the boundary lies upon itself, there are two faces; the answer must name the element's own.
        if (depth === 0 && !each.kind.isInner)
          expect(isOfElement(body, path.face, each.element), `${method}, face ${path.face}`).toBe(true);
      }
    }
  });
});

/** Whether a boundary face and an element share a vertex. */
const isOfElement = ({ topology: { faces, tets } }: PathBody, face: number, tet: number): boolean =>
  faces.subarray(3 * face, 3 * face + 3).some((v) => tets.subarray(4 * tet, 4 * tet + 4).includes(v));
