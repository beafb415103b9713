import { describe, expect, test } from 'vitest';
import { findPath } from '../../../../src/simulation/path/shortest-path.ts';
import { GENERATED, PLACEMENTS, PlacedShape } from '../../../fixtures/generated-shapes.ts';
import { depthBy, describeQuery, findTruths, isRight, ROUNDING, TOLERANCES } from '../../../fixtures/judged-paths.ts';
import { loadPathCase, NO_PATH_CASES } from '../../../fixtures/path-cases.ts';
import { pathBody } from '../../../fixtures/path-body.ts';
import { PathOracle } from '../../../fixtures/path-oracle.ts';
import { buildTopology } from '../../../../src/mesh/build-topology.ts';
import { EXACT_METHODS } from '../../../fixtures/exact-methods.ts';
import { PATH_OPTIONS } from '../../../../src/simulation/path/path-query.ts';
import { cases } from '../../../fixtures/tier.ts';

/** Random points per shape; tests/long draws thousands. */
const QUERIES = 120;

describe('generated shapes agree with the brute force, with culling and without', () => {
  Object.keys(GENERATED).forEach((name, i) => {
    const placement = PLACEMENTS[i % PLACEMENTS.length];
    test(`${name} at scale ${placement.scale}, ${placement.away} diagonals from the origin`, () => {
      const placed = new PlacedShape(GENERATED[name](), placement, i);
      const { oracle, positions, shape } = placed;
      const truths = findTruths(oracle, placed.draw(QUERIES), TOLERANCES);
      expect(truths.filter(({ isAmbiguous }) => isAmbiguous).length).toBeLessThan(0.05 * QUERIES);
      const body = pathBody(positions, shape.tets);
      for (const truth of truths) {
        const depths = EXACT_METHODS.flatMap((method) =>
          [true, false].map((culling) => {
            const depth = depthBy(findPath(method), body, truth.query, { ...PATH_OPTIONS, culling });
            const right = truth.isAmbiguous || isRight(truth, depth, oracle, TOLERANCES, ROUNDING);
            expect(right, `${method}, culling ${culling}, ${describeQuery(truth, depth)}`).toBe(true);
            return depth;
          }),
        );
        // Even if the right answer is ambiguous, all methods, with culling and without, must agree.
        const spread = Math.max(...depths) - Math.min(...depths);
        expect(spread, `${depths}, ${describeQuery(truth, depths[0])}`).toBeLessThanOrEqual(ROUNDING * oracle.diagonal);
      }
    });
  });
});

/** Checks that shapes are what their names say; otherwise they would test nothing. */
describe('the shapes', () => {
  test.each(Object.keys(GENERATED))('%s', (name) => {
    const shape = GENERATED[name]();
    const { line, topology } = new PathOracle(buildTopology(shape.tets, shape.positions.length / 3), shape.positions);
    const inverted = Array.from({ length: topology.tetCount }, (_, tet) => tet).filter((tet) => line.isInverted(tet));
    expect(inverted.length > 0).toBe(/inverted|shaken/.test(name));
  });
});

describe.skipIf(NO_PATH_CASES)(`the brute force itself${NO_PATH_CASES}`, () => {
  test.each([
    ['octopus-self', 1],
    ['noodle-coil', 20],
    ['octopus-inverted', cases(10, 50)],
  ])('%s: gives the given answers', (name, every) => {
    const given = loadPathCase(name);
    const oracle = new PathOracle(buildTopology(given.tets, given.positions.length / 3), given.positions);
    expect(oracle.line.hasInverted).toBe(name === 'octopus-inverted');
    for (let i = 0; i < given.vertices.length; i += every) {
      const point = given.points.slice(3 * i, 3 * i + 3) as [number, number, number];
      const query = { point, tet: given.elements[i], vertex: given.vertices[i] };
      const [{ depths }] = findTruths(oracle, [query], TOLERANCES);
      for (const depth of depths)
        expect(Math.abs(depth - given.distances[i]), `query ${i}`).toBeLessThan(ROUNDING * oracle.diagonal);
    }
  });
});
