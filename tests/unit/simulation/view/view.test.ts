import { describe, expect, it } from 'vitest';
import { NONE } from '../../../../src/mesh/topology.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { COUNTERS, PATH, PATH_OVERFLOW } from '../../../../src/simulation/state.ts';
import { depths } from '../../../../src/simulation/diagnostics/stages.ts';
import { normals } from '../../../../src/simulation/view/normals.ts';
import { contextOf, runInRanges } from '../../../fixtures/stages.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

const boxes = () => contextOf([createModel('box', boxMesh(3, 3, 3), 0.5), createModel('other', boxMesh(2, 2, 2), 0.5)]);

describe('depths', () => {
  it.each([Infinity, 5, 1])(
    'takes the longest path of each vertex, counts and finds the deepest, in ranges of %d',
    (size) => {
      const context = boxes();
      const { state, world } = context;
      const queries = [[0.003], [NONE, 0.2], [PATH_OVERFLOW], [0.004, 0.006], [NONE]];
      let next = 0;
      queries.forEach((paths, s) => {
        state.pairCounts[4 * s] = paths.length;
        state.pairOffsets[4 * s] = next;
        for (const path of paths) {
          const without = path > 1;
          state.paths.u32[PATH.stride * next + PATH.face] = without ? path : 7;
          state.paths.f32[PATH.stride * next++ + PATH.depth] = without ? 99 : path;
        }
      });
      state.depths.fill(5);
      runInRanges(depths, context, size);
      const expected = new Float32Array(world.vertexCount).fill(5);
      for (const v of world.surfaceVertices) expected[v] = 0;
      [0.003, 0.2, 0, 0.006, 0].forEach((depth, s) => {
        expected[world.surfaceVertices[4 * s]] = depth;
      });
      expect(state.depths).toEqual(expected);
      expect(state.counters[COUNTERS.penetrating]).toBe(5);
      expect(state.counters[COUNTERS.deep]).toBe(2);
      expect(new Float32Array(state.counters.buffer, 4 * COUNTERS.deepest, 1)[0]).toBe(Math.fround(0.2));
    },
  );
});

describe('normals', () => {
  it('of a box point outward, along the axes in the middle of its sides', () => {
    const context = boxes();
    const { state, world } = context;
    runInRanges(normals, context, 3);
    const sides = [3, 2];
    world.surfaceVertices.forEach((v, s) => {
      const side = sides[world.surfaceBodies[s]];
      const outward = [...state.positions.subarray(3 * v, 3 * v + 3)].map((x) => (x === 0 ? -1 : x === side ? 1 : 0));
      const normal = [...state.normals.subarray(3 * v, 3 * v + 3)];
      expect(Math.hypot(...normal)).toBeCloseTo(1, 6);
      if (outward.filter((x) => x !== 0).length === 1)
        outward.forEach((x, k) => {
          expect(normal[k]).toBeCloseTo(x, 6);
        });
      else expect(normal.map((x) => Math.sign(Math.round(1e6 * x)) + 0)).toEqual(outward);
    });
  });

  it('of a body squeezed into a point are zero, not NaN', () => {
    const context = boxes();
    context.state.positions.fill(1);
    runInRanges(normals, context);
    expect(context.state.normals.every((x) => x === 0)).toBe(true);
  });
});
