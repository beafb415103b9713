import { expect, test } from 'vitest';
import { writeQuery } from '../../src/engine/answer-path-queries.ts';
import { parsePathCase } from '../../src/queries/path-case.ts';
import { QUERY } from '../../src/simulation/state.ts';

// Bug: queries of a file did not say which object their point belongs to, so all were assigned to the first object.
// `euclidean-between` then treated points of the second object inside itself as points of another body.
test("a query at a vertex belongs to the vertex' object, a free query to the object that it is asked about", () => {
  const tetrahedron = { rest: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], elem: [0, 1, 2, 3] };
  const objects = [0, 1, 2].map(() => ({ ...tetrahedron, pos: tetrahedron.rest }));
  const queries = { obj: [0, 1, 2, -1, -1], vertex: [0, 0, 0, -1, -1], tobj: [0, 1, 0, 1, 2], elem: [0, 0, 0, 0, 0] };
  const points = [0, 1, 2].flatMap(() => [0, 0, 0]).concat([0.1, 0.1, 0.1, 0.2, 0.2, 0.2]);
  const pathCase = parsePathCase({ dim: 3, objects, queries: { ...queries, p: points } }, true);
  const f32 = new Float32Array(QUERY.stride * 5);
  const words = { f32, u32: new Uint32Array(f32.buffer) };
  for (let q = 0; q < 5; q++) writeQuery(words, q, pathCase.queries, q, pathCase.world);
  const bodies = [0, 1, 2, 3, 4].map((q) => pathCase.world.points.bodies[words.u32[QUERY.stride * q + QUERY.source]]);
  expect(bodies).toEqual([0, 1, 2, 1, 2]);
});
