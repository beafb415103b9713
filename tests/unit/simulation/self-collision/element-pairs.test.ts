import { describe, expect, it } from 'vitest';
import {
  createImpact,
  edgeEdgeTimeOfImpact,
  QUERY_STRIDE,
  vertexFaceTimeOfImpact,
} from '../../../../src/geometry/time-of-impact.ts';
import { seededRandom } from '../../../../src/math/random.ts';
import type { Topology } from '../../../../src/mesh/topology.ts';
import {
  chooseRepresentatives,
  createElementPairs,
  touchingElements,
} from '../../../../src/simulation/self-collision/element-pairs.ts';
import { SURFACE_FAMILIES } from '../../../fixtures/folded-surfaces.ts';
import { allPairs, topologyOf } from '../../../fixtures/self-collision.ts';

/** Oracle: every vertex with every face, and every pair of edges, that share no vertex, without boxes and without representatives. */
function byBruteForce(
  { faces, edges, faceCount, edgeCount, vertexCount }: Topology,
  x0: Float32Array,
  x1: Float32Array,
) {
  const impact = createImpact();
  const motion = new Float64Array(QUERY_STRIDE);
  const load = (vertices: readonly number[]) => {
    vertices.forEach((v, i) => {
      for (let k = 0; k < 3; k++) [motion[3 * i + k], motion[12 + 3 * i + k]] = [x0[3 * v + k], x1[3 * v + k]];
    });
  };
  const vertexFace: number[] = [];
  const edgeEdge: number[] = [];
  for (let v = 0; v < vertexCount; v++)
    for (let f = 0; f < faceCount; f++) {
      const corners = [...faces.subarray(3 * f, 3 * f + 3)];
      if (corners.includes(v)) continue;
      load([v, ...corners]);
      if (vertexFaceTimeOfImpact(motion, 0, impact)) vertexFace.push(v * faceCount + f);
    }
  for (let e = 0; e < edgeCount; e++)
    for (let f = e + 1; f < edgeCount; f++) {
      const ends = [edges[2 * e], edges[2 * e + 1], edges[2 * f], edges[2 * f + 1]];
      if (new Set(ends).size < 4) continue;
      load(ends);
      if (edgeEdgeTimeOfImpact(motion, 0, impact)) edgeEdge.push(e * edgeCount + f);
    }
  return { vertexFace, edgeEdge };
}

const sorted = (keys: readonly number[]) => [...keys].sort((a, b) => a - b);

describe.each(SURFACE_FAMILIES)('elements of $name that touch', (family) => {
  it('are found from the pairs of faces, each once', () => {
    let count = 0;
    for (let seed = 0; seed < 5; seed++) {
      const random = seededRandom(70 + seed);
      const { mesh, deform } = family.draw(random);
      const topology = topologyOf(mesh);
      const [x0, other] = [deform(), deform()];
      const x1 = x0.map((x, i) => x + 0.6 * (other[i] - x));
      const found = createElementPairs();
      const { pairs, pairCount } = allPairs(topology.faceCount);
      touchingElements(found, chooseRepresentatives(topology), pairs, pairCount, x0, x1);
      const expected = byBruteForce(topology, x0, x1);
      expect(sorted(found.vertexFace)).toEqual(expected.vertexFace);
      expect(sorted(found.edgeEdge)).toEqual(expected.edgeEdge);
      count += expected.vertexFace.length + expected.edgeEdge.length;
    }
    expect(count).toBeGreaterThan(0);
  });
});
