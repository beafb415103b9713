import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/math/random.ts';
import { AIR_STRIDE, airMesh } from '../../../src/mesh/air/air-mesh.ts';
import { NONE } from '../../../src/mesh/topology.ts';
import { AirEdges } from '../../../src/render/air/air-edges.ts';

/** All edges of elements as 'low,high', each once, without those of bodies: by a set of strings. */
function bruteForce(elements: Uint32Array, bodyEdges: Uint32Array): string[] {
  const keyOf = (a: number, b: number) => [Math.min(a, b), Math.max(a, b)].join();
  const ofBodies = new Set<string>();
  for (let i = 0; i < bodyEdges.length; i += 2) ofBodies.add(keyOf(bodyEdges[i], bodyEdges[i + 1]));
  const found = new Set<string>();
  for (let at = 0; at < elements.length; at += AIR_STRIDE) {
    const corners = elements.subarray(at, at + AIR_STRIDE).filter((v) => v !== NONE);
    for (const [i, a] of corners.entries()) for (const b of corners.subarray(0, i)) found.add(keyOf(a, b));
  }
  return [...found].filter((key) => !ofBodies.has(key)).sort();
}

const listed = (ends: Uint32Array) =>
  Array.from({ length: ends.length / 2 }, (_, e) => `${ends[2 * e]},${ends[2 * e + 1]}`).sort();

describe.each([2, 3] as const)('edges of air in %i dimensions', (dimension) => {
  it('are found once each, and again after the elements have changed', () => {
    const random = seededRandom(dimension);
    const randomMesh = (count: number) =>
      airMesh(
        dimension,
        Array.from({ length: count }, () => {
          const corners = new Set<number>();
          while (corners.size <= dimension) corners.add(Math.floor(60 * random()));
          return [...corners];
        }).flat(),
      ).elements;
    const bodyEdges = Uint32Array.from({ length: 80 }, (_, i) => (i % 2 === 0 ? i / 2 : (i + 1) / 2));
    const edges = new AirEdges(bodyEdges, 100);
    for (const count of [100, 0, 1, 57]) {
      const elements = randomMesh(count);
      expect(listed(edges.find(elements, count))).toEqual(bruteForce(elements, bodyEdges));
    }
  });
});
