import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/math/random.ts';
import { buildSurfaceTopology } from '../../../src/mesh/surface-mesh.ts';
import { NONE } from '../../../src/mesh/topology.ts';
import { TINT_COUNT, tintPatches } from '../../../src/render/explore/patch-tints.ts';
import { PATCH } from '../../../src/render/overlay-palette.ts';
import { buildPatchTree } from '../../../src/simulation/self-collision/patch-tree.ts';
import { seenDistance, VISIONS } from '../../fixtures/colour-vision.ts';
import { gridSurface } from '../../fixtures/folded-surfaces.ts';

/** Distance in CIELAB at which two colours side by side are told apart at a glance; 2.3 is just noticeable. */
const CLEAR_DISTANCE = 15;

describe('tints of patches', () => {
  it.each(VISIONS)('differ from one another and from the rest: %s', (vision) => {
    const all = [...PATCH.tints, PATCH.rest];
    for (const [i, a] of all.entries())
      for (const b of all.slice(0, i)) expect(seenDistance(vision, a, b)).toBeGreaterThan(CLEAR_DISTANCE);
    expect(PATCH.tints).toHaveLength(TINT_COUNT);
  });

  it('differ between patches side by side', () => {
    const size = 40;
    const surface = gridSurface(size, size, (i, j) => [i, j, 0]);
    const tree = buildPatchTree(
      buildSurfaceTopology(surface.triangles, surface.positions.length / 3),
      surface.positions,
    );
    const random = seededRandom(3);
    // Patches around random centres; the last ones are not ruled out.
    const centres = Array.from({ length: 90 }, () => [size * random(), size * random()]);
    const count = 80;
    const patches = Uint32Array.from({ length: tree.faceCount }, (_, face) => {
      const [x, y] = [0, 1].map((k) => surface.positions[3 * tree.faces[3 * face] + k]);
      const distances = centres.map(([u, v]) => Math.hypot(u - x, v - y));
      const nearest = distances.indexOf(Math.min(...distances));
      return nearest < count ? nearest : NONE;
    });
    const culled = Uint32Array.from({ length: count }, (_, i) => i);
    const tints = tintPatches(tree, { culled, patches, pairCount: 0, pairCountWithout: 0 });
    let borders = 0;
    for (const [side, twin] of tree.twins.entries()) {
      if (twin === NONE) continue;
      const [a, b] = [patches[Math.floor(side / 3)], patches[Math.floor(twin / 3)]];
      if (a === b || a === NONE || b === NONE) continue;
      borders++;
      expect(tints[a]).not.toBe(tints[b]);
    }
    expect(borders).toBeGreaterThan(500);
    // All tints are used about equally often.
    const uses = PATCH.tints.map((_, tint) => tints.filter((one) => one === tint).length);
    expect(Math.min(...uses)).toBeGreaterThan(count / TINT_COUNT / 2);
  });

  it('are given to all patches even if each touches each other one', () => {
    const count = 9;
    const pairs = Array.from({ length: count }, (_, a) => Array.from({ length: count }, (_, b) => [a, b]))
      .flat()
      .filter(([a, b]) => a !== b);
    // A face per pair, whose first side borders on the face of the reverse pair.
    const twins = Uint32Array.from(
      pairs.flatMap(([a, b]) => [3 * pairs.findIndex(([c, d]) => c === b && d === a), NONE, NONE]),
    );
    const patches = Uint32Array.from(pairs, ([a]) => a);
    const culled = Uint32Array.from({ length: count }, (_, i) => i);
    const tints = tintPatches({ twins }, { culled, patches, pairCount: 0, pairCountWithout: 0 });
    expect(Math.max(...tints)).toBe(TINT_COUNT - 1);
    expect(new Set(tints).size).toBe(TINT_COUNT);
  });
});
