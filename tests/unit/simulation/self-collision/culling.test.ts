import { cases as tier } from '../../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../src/math/random.ts';
import { cutStripes, windingStrip } from '../../../../src/paper/winding-strip.ts';
import { LEAST_FACES } from '../../../../src/simulation/self-collision/face-pairs.ts';
import { buildPatchTree } from '../../../../src/simulation/self-collision/patch-tree.ts';
import { WAY_NAMES, WAYS, type WayName } from '../../../../src/simulation/self-collision/ways.ts';
import { gridSurface, SURFACE_FAMILIES } from '../../../fixtures/folded-surfaces.ts';
import {
  allPairs,
  elementsTouching,
  facesTouching,
  missing,
  searchBy,
  topologyOf,
} from '../../../fixtures/self-collision.ts';

/** Ways that must not miss any pair. */
const SOUND: readonly WayName[] = ['boxes', 'proved'];

describe('the smallest case that the published descent gets wrong: 48 triangles in a strip that crosses itself', () => {
  const mesh = windingStrip();
  const topology = topologyOf(mesh);
  const tree = buildPatchTree(topology, mesh.positions, cutStripes);
  const truth = facesTouching(topology, allPairs(topology.faceCount), mesh.positions);
  const foundBy = (way: WayName) =>
    facesTouching(topology, searchBy(tree, way, mesh.positions, mesh.positions), mesh.positions);

  it('has 15 pairs of triangles that intersect', () => {
    expect(topology.faceCount).toBe(48);
    expect(truth.size).toBe(15);
  });
  it('the published descent finds 6 of them', () => {
    expect(missing(foundBy('enhanced'), truth)).toEqual([]);
    expect(foundBy('enhanced').size).toBe(6);
  });
  it.each(SOUND.concat('enhanced-simple'))('%s finds all', (way) => {
    expect(foundBy(way)).toEqual(truth);
  });
});

describe.each(SURFACE_FAMILIES)('$name', (family) => {
  /** Cases per family; tests/long/self-collision.test.ts has 100,000. */
  const CASES = tier(40, 15);
  const cases = Array.from({ length: CASES }, (_, seed) => {
    const random = seededRandom(1000 + seed);
    const { mesh, deform } = family.draw(random);
    const [x0, other] = [deform(), deform()];
    const share = 0.5 * random() ** 2;
    return { mesh, x0, x1: x0.map((x, i) => x + share * (other[i] - x)) };
  });

  it('pairs that intersect at rest, and that touch during a motion: none is missed against brute force', () => {
    const counts = { pairs: 0, culled: 0 };
    for (const { mesh, x0, x1 } of cases) {
      const topology = topologyOf(mesh);
      const tree = buildPatchTree(topology, mesh.positions);
      const all = allPairs(topology.faceCount);
      const faces = facesTouching(topology, all, x0);
      const elements = elementsTouching(topology, all, x0, x1);
      counts.pairs += faces.size + elements.vertexFace.size + elements.edgeEdge.size;
      for (const way of SOUND) {
        const atRest = searchBy(tree, way, x0, x0);
        expect(facesTouching(topology, atRest, x0)).toEqual(faces);
        const moving = searchBy(tree, way, x0, x1);
        expect(elementsTouching(topology, moving, x0, x1)).toEqual(elements);
        counts.culled += atRest.culled + moving.culled;
      }
    }
    // Otherwise the test would show nothing.
    expect(counts.pairs).toBeGreaterThan(tier(100, 38));
    expect(counts.culled).toBeGreaterThan(tier(100, 38));
  });
});

it('a smooth sheet is culled whole by every way, at rest and moving', () => {
  const wave = (lift: number) => gridSurface(40, 40, (i, j) => [i, j, lift * Math.sin(i / 9) * Math.cos(j / 7)]);
  const tree = buildPatchTree(topologyOf(wave(0)), wave(0).positions);
  for (const way of WAY_NAMES) {
    const { culled, pairCount } = searchBy(tree, way, wave(1).positions, wave(2).positions);
    if (way === 'boxes') expect(pairCount).toBeGreaterThan(10_000);
    else expect(culled).toBeGreaterThan(0);
    if (way === 'proved') expect(pairCount).toBe(0);
  }
});

it('a sheet that passes through itself during the step, and lies apart at both ends, is not culled', () => {
  // The right half turns over the left one, from above to below it.
  const fold = (angle: number) =>
    gridSurface(12, 4, (i, j) => {
      const [x, right] = [Math.min(i, 6), Math.max(0, i - 6)];
      return [x + right * Math.cos(angle), j, right * Math.sin(angle) + 1e-3 * i];
    });
  const [from, to] = [fold((170 * Math.PI) / 180), fold((190 * Math.PI) / 180)];
  const topology = topologyOf(from);
  const tree = buildPatchTree(topology, gridSurface(12, 4, (i, j) => [i, j, 0]).positions);
  const truth = elementsTouching(topology, allPairs(topology.faceCount), from.positions, to.positions);
  expect(truth.vertexFace.size).toBeGreaterThan(0);
  const search = searchBy(tree, 'proved', from.positions, to.positions);
  expect(elementsTouching(topology, search, from.positions, to.positions)).toEqual(truth);
  expect(search.skipped).not.toContain(0);
});

it('positions that are no numbers are never culled', () => {
  const mesh = gridSurface(8, 8, (i, j) => [i, j, 0]);
  const tree = buildPatchTree(topologyOf(mesh), mesh.positions);
  const broken = mesh.positions.map((x, i) => (i % 9 === 4 ? Number.NaN : x));
  expect(searchBy(tree, 'proved', broken, broken).culled).toBe(0);
  expect(searchBy(tree, 'proved', mesh.positions, broken).culled).toBe(0);
  expect(searchBy(tree, 'proved', mesh.positions, mesh.positions).culled).toBe(1);
  expect(tree.faceCount).toBeGreaterThan(LEAST_FACES);
});

it('ways say whether they miss pairs', () => {
  expect(WAY_NAMES.filter((name) => !WAYS[name].misses)).toEqual(['boxes', 'normal-cones', 'proved']);
});
