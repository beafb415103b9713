import { expect, it } from 'vitest';
import { airMesh } from '../../../src/mesh/air/air-mesh.ts';
import { planeEdges } from '../../../src/render/plane/plane-edges.ts';
import { createPoints, createRope } from '../../../src/simulation/world/create-rope.ts';
import { createPlanarModel, inPlane } from '../../../src/simulation/world/create-sheet.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';

it('draws outlines of bodies, ropes, and the border of the air, but no diagonals', () => {
  const square = [0, 0, 1, 0, 1, 1, 0, 1];
  const triangles = Uint32Array.of(0, 1, 2, 0, 2, 3);
  const model = createPlanarModel('square', { positions: Float32Array.from(square), triangles }, 0.1);
  const rope = createRope('rope', [2, 0, 2, 1], { thickness: 0.1 });
  const points = createPoints('border', [3, 0, 3, 1]);
  const placements = [model, rope, points].map((one) => ({ model: one, positions: one.mesh.positions }));
  placements[0].positions = inPlane(Float32Array.from(square));
  // Two strips: from the square's right side to the rope, and from the rope to the points.
  const air = airMesh(2, [1, 4, 5, 1, 5, 2, 4, 6, 7, 4, 7, 5]);
  const motion = { times: [0], shifts: [[0, 0, 0]] as const };
  const script = { drivers: [{ body: 2, vertices: Uint32Array.of(0, 1), motion }] };
  const { world } = createWorld(placements, [], {}, script, air);
  const pairs = (ends: Uint32Array) =>
    Array.from({ length: ends.length / 2 }, (_, e) => [...ends.subarray(2 * e, 2 * e + 2)].sort().join()).sort();
  const { outlines, ropes, border } = planeEdges(world);
  expect(pairs(outlines)).toEqual(['0,1', '0,3', '1,2', '2,3']);
  expect(ropes.map(({ body, edges }) => [body, pairs(edges)])).toEqual([[1, ['4,5']]]);
  expect(pairs(border)).toEqual(['1,4', '2,5', '4,6', '5,7', '6,7']);
});
