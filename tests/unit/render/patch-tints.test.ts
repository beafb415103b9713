import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src/math/random.ts';
import { buildSurfaceTopology } from '../../../src/mesh/surface-mesh.ts';
import { NONE } from '../../../src/mesh/topology.ts';
import { TINT_COUNT, tintPatches } from '../../../src/render/explore/patch-tints.ts';
import { PATCH } from '../../../src/render/overlay-palette.ts';
import { buildPatchTree } from '../../../src/simulation/self-collision/patch-tree.ts';
import { gridSurface } from '../../fixtures/folded-surfaces.ts';

type Vector = readonly number[];
type Matrix = readonly Vector[];

/**
 * Colours as people without one kind of cone see them, in linear RGB. Source: Machado, Oliveira, Fernandes 2009, "A Physiologically-based Model for
 * Simulation of Color Vision Deficiency", severity 1.
 */
const VISIONS: Readonly<Record<string, Matrix>> = {
  'full vision': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
/** From linear sRGB to XYZ relative to white (IEC 61966-2-1). */
const XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
/** Distance in CIELAB at which two colours side by side are told apart at a glance; 2.3 is just noticeable. */
const CLEAR_DISTANCE = 15;

const times = (matrix: Matrix, vector: Vector) =>
  matrix.map((row) => row.reduce((sum, factor, k) => sum + factor * vector[k], 0));

function labOf(rgb: Vector): Vector {
  const white = times(XYZ, [1, 1, 1]);
  const [x, y, z] = times(XYZ, rgb).map((value, k) => {
    const share = value / white[k];
    return share > (6 / 29) ** 3 ? Math.cbrt(share) : share / (3 * (6 / 29) ** 2) + 4 / 29;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe('tints of patches', () => {
  it.each(Object.keys(VISIONS))('differ from one another and from the rest: %s', (name) => {
    const seen = [...PATCH.tints, PATCH.rest].map((colour) =>
      labOf(times(VISIONS[name], colour.toArray()).map((channel) => Math.min(1, Math.max(0, channel)))),
    );
    for (const [i, a] of seen.entries())
      for (const b of seen.slice(0, i))
        expect(Math.hypot(...a.map((x, k) => x - b[k]))).toBeGreaterThan(CLEAR_DISTANCE);
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
