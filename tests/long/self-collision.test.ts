import { afterAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../../src/math/random.ts';
import { chooseRepresentatives } from '../../src/simulation/self-collision/element-pairs.ts';
import { buildPatchTree } from '../../src/simulation/self-collision/patch-tree.ts';
import { SURFACE_FAMILIES } from '../fixtures/folded-surfaces.ts';
import { allPairs, elementsTouching, facesTouching, searchBy, topologyOf } from '../fixtures/self-collision.ts';

/**
 * The proved culling test against brute force over all pairs, on random deformations, at rest and moving. Prints what it counted.
 */

/** Deformations in all. */
const DEFORMATIONS = 100_000;
const CASES = Math.ceil(DEFORMATIONS / SURFACE_FAMILIES.length);

interface Tally {
  cases: number;
  faces: number;
  vertexFace: number;
  edgeEdge: number;
  culled: number;
  missed: number;
}

const tallies: Record<string, Tally> = {};

afterAll(() => {
  console.table(tallies);
});

describe.each(SURFACE_FAMILIES)('$name', (family) => {
  test(`${CASES} deformations: no pair is missed`, () => {
    const tally: Tally = { cases: 0, faces: 0, vertexFace: 0, edgeEdge: 0, culled: 0, missed: 0 };
    tallies[family.name] = tally;
    for (let seed = 0; seed < CASES; seed++) count(seed, tally);
    expect(tally.missed).toBe(0);
    expect(tally.culled).toBeGreaterThan(CASES);
    expect(tally.faces + tally.vertexFace + tally.edgeEdge).toBeGreaterThan(CASES);
  });

  function count(seed: number, tally: Tally): void {
    const random = seededRandom(100_000 + seed);
    const { mesh, deform } = family.draw(random);
    const topology = topologyOf(mesh);
    const { faceCount, edgeCount } = topology;
    const tree = buildPatchTree(topology, mesh.positions);
    const [x0, other] = [deform(), deform()];
    const share = 0.5 * random() ** 2;
    const x1 = x0.map((x, i) => x + share * (other[i] - x));
    const all = allPairs(faceCount);
    const faces = facesTouching(topology, all, x0);
    const { vertexFace, edgeEdge } = elementsTouching(topology, all, x0, x1);
    const listedAtRest = listed(x0, x0);
    const listedMoving = listed(x0, x1);
    const { ofVertex, ofEdge } = chooseRepresentatives(topology);
    for (const key of faces) tally.missed += Number(!listedAtRest.has(key));
    for (const key of vertexFace) tally.missed += lacks(ofVertex[Math.floor(key / faceCount)], key % faceCount);
    for (const key of edgeEdge) tally.missed += lacks(ofEdge[Math.floor(key / edgeCount)], ofEdge[key % edgeCount]);
    tally.cases++;
    tally.faces += faces.size;
    tally.vertexFace += vertexFace.size;
    tally.edgeEdge += edgeEdge.size;

    /** Keys of the pairs of faces that the proved way leaves over. */
    function listed(from: Float32Array, to: Float32Array): Set<number> {
      const { pairs, pairCount, culled } = searchBy(tree, 'proved', from, to);
      tally.culled += culled;
      return new Set(Array.from({ length: pairCount }, (_, i) => keyOf(pairs[2 * i], pairs[2 * i + 1])));
    }

    function keyOf(a: number, b: number): number {
      return Math.min(a, b) * faceCount + Math.max(a, b);
    }

    function lacks(a: number, b: number): number {
      return Number(!listedMoving.has(keyOf(a, b)));
    }
  }
});
