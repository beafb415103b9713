import { expect, test } from 'vitest';
import { findPath } from '../../src/simulation/path/shortest-path.ts';
import { EXACT_METHODS } from '../fixtures/exact-methods.ts';
import { GENERATED, PlacedShape } from '../fixtures/generated-shapes.ts';
import { depthBy, findTruths, isRight, ROUNDING, TOLERANCES } from '../fixtures/judged-paths.ts';
import { pathBody } from '../fixtures/path-body.ts';
import { PATH_OPTIONS } from '../../src/simulation/path/path-query.ts';

// For a query at a vertex of the element, the traversal began in that element only and left it only along the line. At the
// boundary, that does not reach every element around the vertex, and at a fold the line lies in several of them.
test.each([
  ['octopus', 3029, 910],
  ['fan', 199, 33],
  ['twisted', 837, 187],
  ['cap and tail', 233, 26],
  ['double cone', 640, 0],
  ['double cone', 416, 0],
])('%s: element %i, vertex %i', (name, tet, vertex) => {
  const placed = new PlacedShape(GENERATED[name](), { scale: 1, away: 0 }, 5);
  const [x, y, z] = placed.oracle.vertex(vertex);
  const query = { point: [x, y, z] as [number, number, number], tet, vertex };
  const [truth] = findTruths(placed.oracle, [query], TOLERANCES);
  const body = pathBody(placed.positions, placed.shape.tets);
  for (const method of EXACT_METHODS)
    for (const culling of [true, false]) {
      const depth = depthBy(findPath(method), body, query, { ...PATH_OPTIONS, culling });
      expect(isRight(truth, depth, placed.oracle, TOLERANCES, ROUNDING), `${method}, ${depth}`).toBe(true);
    }
});
