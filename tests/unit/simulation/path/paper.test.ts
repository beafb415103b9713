import { describe, expect, test } from 'vitest';
import { findAsPublished } from '../../../../src/simulation/path/search.ts';
import { AS_PUBLISHED, DYNAMIC_WALK } from '../../../../src/simulation/path/paper/settings.ts';
import { PATH_OPTIONS } from '../../../../src/simulation/path/path-query.ts';
import { GENERATED, PLACEMENTS, PlacedShape } from '../../../fixtures/generated-shapes.ts';
import { depthBy, describeQuery, findTruths, isRight, ROUNDING, TOLERANCES } from '../../../fixtures/judged-paths.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import type { PathOracle } from '../../../fixtures/path-oracle.ts';
import type { PathQuery } from '../../../fixtures/path-queries.ts';

/** Random points per shape. */
const QUERIES = 200;
/** Least barycentric coordinate of a point that counts as inside its element. */
const INSIDE = 1e-3;

/** Points inside their element: the paper asks for no others. */
const inside = (oracle: PathOracle, queries: readonly PathQuery[]) =>
  queries.filter(({ point, tet }) => oracle.barycentric(tet, point).every((b) => b > INSIDE));

const NAMES = Object.keys(GENERATED);
const hasInverted = (name: string) => /inverted|shaken/.test(name);
/**
 * Shapes whose elements go around a boundary edge by more than a whole turn. A walk from a point of this edge begins in the elements of its
 * two faces, and reaches only those within half a turn of them.
 */
const isFolded = (name: string) => /fan/.test(name);

function judged(name: string, culling: boolean, walk = AS_PUBLISHED) {
  const i = NAMES.indexOf(name);
  const placed = new PlacedShape(GENERATED[name](), PLACEMENTS[i % PLACEMENTS.length], i);
  const { oracle, positions, shape } = placed;
  const truths = findTruths(oracle, inside(oracle, placed.draw(QUERIES)), TOLERANCES);
  const body = pathBody(positions, shape.tets);
  const wrong = truths.flatMap((truth) => {
    const depth = depthBy(findAsPublished, body, truth.query, { ...PATH_OPTIONS, culling, paper: walk });
    return truth.isAmbiguous || isRight(truth, depth, oracle, TOLERANCES, ROUNDING)
      ? []
      : [describeQuery(truth, depth)];
  });
  return { asked: truths.length, wrong };
}

describe('the published search is right for points inside their element, without inverted elements and folds', () => {
  test.each(NAMES.filter((name) => !hasInverted(name) && !isFolded(name)))('%s', (name) => {
    for (const culling of [true, false]) {
      const { asked, wrong } = judged(name, culling);
      expect(asked).toBeGreaterThan(QUERIES / 4);
      expect(wrong, `culling ${culling}`).toEqual([]);
    }
  });
});

test('the dynamic version gives the same answers as the static one', () => {
  for (const name of ['knot', 'thick coil', 'octopus'])
    expect(judged(name, true, { walk: DYNAMIC_WALK, again: DYNAMIC_WALK }).wrong).toEqual([]);
});

const countWrong = (has: (name: string) => boolean, culling: boolean) =>
  NAMES.filter(has).reduce((sum, name) => sum + judged(name, culling).wrong.length, 0);

test('near inverted elements culling throws answers away', () => {
  expect(countWrong(hasInverted, true)).toBeGreaterThan(countWrong(hasInverted, false));
});

test('at folded edges walks miss answers', () => {
  expect(countWrong(isFolded, false)).toBeGreaterThan(0);
});
