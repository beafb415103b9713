import { orient3d } from 'robust-predicates';
import { describe, expect, it } from 'vitest';
import { createImpact } from '../../../../../src/geometry/time-of-impact.ts';
import { CROSSED, findCrossed } from '../../../../../src/simulation/contacts/ccd/crossed-edges.ts';
import { movingBoxes, pointOf } from '../../../../fixtures/detection.ts';
import { cross, dot, minus } from '../../../../fixtures/vectors.ts';

describe.each([1, 2, 3])('edges of boxes that overlap, seed %i', (seed) => {
  const { world, state } = movingBoxes(seed, 0.2);
  const { positionsT0, positions } = state;
  const [first, second] = world.bodies;
  const edgesOf = ({ model, vertexBase }: typeof first) => {
    const { edges, edgeFaces, faces, edgeCount } = world.models[model].topology;
    return Array.from({ length: edgeCount }, (_, e) => ({
      ends: [0, 1].map((k) => vertexBase + edges[2 * e + k]),
      beside: [0, 1].map((k) =>
        Array.from(faces.subarray(3 * edgeFaces[2 * e + k], 3 * edgeFaces[2 * e + k] + 3), (v) => vertexBase + v),
      ),
    }));
  };
  /** Whether a segment passes through the inside of a triangle at x0, decided exactly. */
  const pierces = ([p, q]: number[], [a, b, c]: number[]): boolean => {
    const volume = (...ids: number[]) => {
      const [i, j, k, l] = ids.map((v) => pointOf(positionsT0, v));
      return Math.sign(orient3d(...i, ...j, ...k, ...l));
    };
    const sides = [volume(p, q, a, b), volume(p, q, b, c), volume(p, q, c, a)];
    return volume(a, b, c, p) * volume(a, b, c, q) === -1 && Math.abs(sides[0] + sides[1] + sides[2]) === 3;
  };

  it('are crossed if each pierces a face beside the other, and only then', () => {
    const impact = createImpact();
    let count = 0;
    edgesOf(first).forEach((a, i) => {
      edgesOf(second).forEach((b, j) => {
        const areCrossed =
          b.beside.some((face) => pierces(a.ends, face)) && a.beside.some((face) => pierces(b.ends, face));
        if (findCrossed(impact, world, state, 0, i, 1, j, false) !== areCrossed) expect.fail(`edges ${i} and ${j}`);
        if (!areCrossed) return;
        count++;
        expect(impact.t).toBe(CROSSED);
        // The vector between the nearest points is perpendicular to both edges, if these points are inside the edges.
        if (impact.u <= 0 || impact.u >= 1 || impact.v <= 0 || impact.v >= 1) return;
        const [p, q, r, s] = [...a.ends, ...b.ends].map((v) => pointOf(positions, v));
        const along = [minus(q, p), minus(s, r)];
        const gap = [0, 1, 2].map((k) => p[k] + impact.u * along[0][k] - r[k] - impact.v * along[1][k]) as [
          number,
          number,
          number,
        ];
        for (const direction of along) expect(Math.abs(dot(gap, direction))).toBeLessThan(1e-5);
        expect(Math.abs(dot(gap, cross(...(along as [typeof p, typeof p]))))).toBeGreaterThan(0);
      });
    });
    expect(count).toBeGreaterThan(0);
  });
});
