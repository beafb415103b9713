import { expect, test } from 'vitest';
import { meansAt, refine } from '../../../src/render/refine.ts';
import { octopus } from '../../../src/scenes/models/octopus.ts';
import { createModel } from '../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';
import { boxMesh } from '../mesh/box-mesh.ts';

const box = createModel('box', boxMesh(3, 3, 3), 1);
const round = createModel('octopus', octopus({ tetrahedra: 1000 }).mesh, 0.06);
const { world } = createWorld(
  [box, round, round].map((model) => ({ model, positions: model.mesh.positions })),
  [],
);
const { ends, index } = refine(world);
const drawnCount = ends.length / 4;
/** Returns the position at rest of a drawn vertex whose edge is straight. */
const middle = (drawn: number) => {
  const middles = meansAt(ends, positions);
  return [...middles.subarray(3 * drawn, 3 * drawn + 3)];
};
const positions = Float32Array.from(world.bodies.flatMap(({ model }) => [...world.models[model].mesh.positions]));

test('each simulated triangle becomes exactly four, and each edge has one new vertex', () => {
  expect(index.length / 3).toBe(4 * world.faceCount);
  const edges = world.bodies.reduce((sum, { model }) => sum + world.models[model].topology.edgeCount, 0);
  expect(drawnCount).toBe(world.surfaceVertexCount + edges);
  expect(new Set(index).size).toBe(drawnCount);
});

test('the drawn surface has no cracks: two triangles meet at each edge, in opposite directions', () => {
  const directed = new Set<number>();
  for (let i = 0; i < index.length; i++) {
    const next = i % 3 === 2 ? i - 2 : i + 1;
    directed.add(index[i] * drawnCount + index[next]);
  }
  expect(directed.size).toBe(index.length);
  for (const edge of directed) {
    const [from, to] = [Math.floor(edge / drawnCount), edge % drawnCount];
    expect(directed.has(to * drawnCount + from)).toBe(true);
  }
});

test('the four triangles have the area and the direction of the one', () => {
  const middles = meansAt(ends, positions);
  const areaVector = (x: Float32Array, ids: Uint32Array) => {
    const [a, b, c] = [...ids].map((id) => x.subarray(3 * id, 3 * id + 3));
    const [u, v] = [b, c].map((end) => end.map((coordinate, k) => coordinate - a[k]));
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  };
  for (const { model, vertexBase, faceBase } of world.bodies) {
    const { faces } = world.models[model].topology;
    for (let f = 0; f < faces.length / 3; f++) {
      const whole = areaVector(
        positions,
        faces.subarray(3 * f, 3 * f + 3).map((v) => v + vertexBase),
      );
      for (let part = 0; part < 4; part++) {
        const at = 12 * (faceBase + f) + 3 * part;
        const quarter = areaVector(middles, index.subarray(at, at + 3));
        for (let k = 0; k < 3; k++) expect(4 * quarter[k]).toBeCloseTo(whole[k], 4);
      }
    }
  }
});

test('all edges of a round shape bend; on a box, only those that lie in the inside of a side or along a crease', () => {
  const range = [0, 1, 2].map((k) => {
    const values = box.mesh.positions.filter((_, i) => i % 3 === k);
    return [Math.min(...values), Math.max(...values)];
  });
  const sidesAt = (at: number[]) =>
    range.flatMap((limits, k) => limits.map((limit) => at[k] === limit)).filter(Boolean);
  const boxCount = box.topology.vertexCount;
  for (let drawn = 0; drawn < drawnCount; drawn++) {
    const [a, b, bendsA, bendsB] = ends.subarray(4 * drawn, 4 * drawn + 4);
    if (a >= boxCount || a === b) {
      expect([bendsA, bendsB]).toEqual([1, 1]);
      continue;
    }
    const [atA, atB] = [a, b].map((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
    const isAlongCrease = sidesAt(middle(drawn)).length === 2;
    const bends = (at: number[]) => Number(sidesAt(at).length === 1 || (isAlongCrease && sidesAt(at).length === 2));
    expect([bendsA, bendsB]).toEqual([bends(atA), bends(atB)]);
  }
});

test('looks of new vertices are the means of their ends', () => {
  const looks = Float32Array.from({ length: 3 * world.vertexCount }, (_, i) => i);
  const means = meansAt(ends, looks);
  for (let drawn = 0; drawn < drawnCount; drawn++) {
    const mean = (ends[4 * drawn] + ends[4 * drawn + 1]) / 2;
    expect([...means.subarray(3 * drawn, 3 * drawn + 3)]).toEqual([0, 1, 2].map((k) => 3 * mean + k));
  }
});
