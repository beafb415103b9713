import { isFull, some } from '../../../fixtures/tier.ts';
import { describe, expect, it } from 'vitest';
import { stuffedAir } from '../../../../src/mesh/air/stuffed-air.ts';
import { outsideCase, stuffBox } from '../../../../src/mesh/air/stuffing/stuff-box.ts';
import { localAir, shareOut, spacePositions } from '../../../../src/mesh/air/tessellated-space.ts';
import { stuff } from '../../../../src/mesh/tetrahedralise/isosurface-stuffing.ts';
import { ON, STENCIL_EDGES, stencilCase, stencilTable } from '../../../../src/mesh/tetrahedralise/stencils.ts';
import { TET_FACES } from '../../../../src/mesh/tet-mesh.ts';
import { ball, capsule, STACK_BOUNDS, stack, tentacledBall, union } from './shapes.ts';
import { determinant, expectSoundSpace } from './sound-space.ts';

const cube = (half: number) => ({ min: [-half, -half, -half], max: [half, half, half] }) as const;
/** Every tetrahedron of air that is built must be better. */
const LEAST_QUALITY = 1e-3;

const CORNERS = [0, 0, 0, 2, 0, 0, 1, -1, -1, 1, 1, -1];
/** Corners of a lattice tetrahedron, then the middles of its edges, which stand for cut points. */
const POINTS = [
  ...CORNERS,
  ...STENCIL_EDGES.flatMap(([a, b]) => [0, 1, 2].map((k) => (CORNERS[3 * a + k] + CORNERS[3 * b + k]) / 2)),
];
/** For each face of a lattice tetrahedron the points that lie on it. */
const ON_FACE = TET_FACES.map(
  (face) =>
    new Set([...face, ...STENCIL_EDGES.flatMap((ends, e) => (ends.every((c) => face.includes(c)) ? [4 + e] : []))]),
);

it.each([0, 1])('fills both sides of every stencil so that they conform (odd: %i)', (odd) => {
  const { offsets, points } = stencilTable();
  const stencil = (c: number) => {
    const own = points.subarray(offsets[c], offsets[c + 1]);
    return Array.from({ length: own.length / 4 }, (_, t) => Array.from(own.subarray(4 * t, 4 * t + 4)));
  };
  for (let n = 0; n < 81; n++) {
    const [s0, s1, s2, s3] = [1, 3, 9, 27].map((digit) => Math.floor(n / digit) % 3);
    const signs = [s0, s1, s2, s3];
    if (signs.every((sign) => sign === ON)) continue;
    const tets = [...stencil(stencilCase(s0, s1, s2, s3, odd)), ...stencil(outsideCase(s0, s1, s2, s3, odd))];
    const counts = new Map<string, number>();
    for (const tet of tets)
      for (const face of TET_FACES) {
        const corners = face.map((c) => tet[c]).sort((a, b) => a - b);
        if (ON_FACE.some((points) => corners.every((point) => points.has(point)))) continue;
        counts.set(corners.join(), (counts.get(corners.join()) ?? 0) + 1);
      }
    expect([signs, [...counts].filter(([, count]) => count !== 2)]).toEqual([signs, []]);
    const volumes = tets.map((tet) => determinant(POINTS, tet));
    expect(Math.min(...volumes)).toBeGreaterThan(0);
    expect(volumes.reduce((sum, volume) => sum + volume, 0)).toBeCloseTo(determinant(POINTS, [0, 1, 2, 3]), 12);
  }
});

it.each(some([1, 2], 1))('fills both sides of a rough surface (seed %i)', (seed) => {
  const rough = (x: number, y: number, z: number) =>
    ball([0, 0, 0], 0.8)(x, y, z) + 0.2 * Math.sin(9 * x + seed) * Math.sin(7 * y + 2 * seed) * Math.sin(11 * z);
  const box = stuffBox([rough], cube(1.1), 0.19);
  const { free, worst } = expectSoundSpace(shareOut(box, 1, (v) => box.sides[v] !== 0));
  expect(free).toBeGreaterThan(100);
  expect(worst).toBeGreaterThan(0.05);
});

describe('air around stuffed bodies', () => {
  it('surrounds a ball, which is the same mesh as without air, with the same bytes each time', () => {
    const build = () => stuffedAir([ball([0.05, 0.1, -0.03], 1)], cube(1.2), 0.4);
    const space = build();
    const { worst, free, air, border } = expectSoundSpace(space);
    expect([free, worst > LEAST_QUALITY]).toEqual([0, true]);
    expect([air > 100, border < 100]).toEqual([true, true]);
    expect(space.bodies[0]).toEqual(stuff(ball([0.05, 0.1, -0.03], 1), cube(1.2), 0.4));
    expect(build()).toEqual(space);
  });

  it('fills the space between four bodies that stand on one another, without free vertices', () => {
    const counts = expectSoundSpace(stuffedAir(stack(0.3), STACK_BOUNDS, 0.28)); // about as many elements as Figure 8 has
    expect(counts.free).toBe(0);
    expect(counts.worst).toBeGreaterThan(LEAST_QUALITY);
    expect([counts.bodies, counts.air].map((count) => Math.round(count / 1000))).toEqual([2, 2]);
  });

  it.runIf(isFull)('reaches between the tentacles of a ball', () => {
    const { free, worst } = expectSoundSpace(stuffedAir([tentacledBall(1.6, 0.25)], cube(1.9), 0.35));
    expect([free, worst > LEAST_QUALITY]).toEqual([0, true]);
  });

  it('gives the air of an armpit alone', () => {
    const shoulder = [0.35, 1.3, 0] as const;
    const body = union(capsule([0, -0.2, 0], [0, 1.2, 0], 0.45), capsule(shoulder, [1.25, 0.1, 0], 0.25));
    const space = stuffedAir([body], { min: [-0.5, -0.7, -0.5], max: [1.6, 1.8, 0.5] }, 0.25);
    const counts = expectSoundSpace(space);
    expect(counts.free).toBe(0);
    const armpit = [0.6, 0.7, 0] as const;
    const local = localAir(space, armpit, 0.55);
    const x = spacePositions(space);
    const elements = (ids: Uint32Array) =>
      new Set(Array.from({ length: ids.length / 4 }, (_, e) => ids.subarray(4 * e, 4 * e + 4).join()));
    const near = [...elements(space.air.elements)].filter((element) =>
      element
        .split(',')
        .map(Number)
        .every(
          (v) =>
            3 * v < space.bodies[0].positions.length &&
            Math.hypot(...armpit.map((center, k) => x[3 * v + k] - center)) <= 0.55,
        ),
    );
    expect(elements(local.elements)).toEqual(new Set(near));
    expect(near.length).toBeGreaterThan(20);
  });

  it('returns the vertices that it could not remove', () => {
    const space = stuffedAir([ball([0, 0, 0], 1)], cube(1.2), 0.4, undefined, [{ quality: 0.35, flips: 0 }]);
    const { free, worst } = expectSoundSpace(space);
    expect(free).toBeGreaterThan(0);
    expect(worst).toBeGreaterThan(0.1);
  });

  it('refuses bodies that overlap, that come closer than a lattice edge, or that leave the bounds', () => {
    const build = (gap: number, half = 2.4) =>
      stuffedAir([ball([0, 0, 0], 1), ball([2 + gap, 0, 0], 1)], { min: [-half, -1, -1], max: [3.2, 1, 1] }, 0.3);
    expect(() => build(-0.3)).toThrow(/^Bodies 1 and 2 overlap at \(/);
    expect(() => build(0.1)).toThrow(/^A lattice edge leads from body [12] at \(.*\) into body [12] at \(/);
    expect(() => build(1)).toThrow('The surface leaves the bounds');
    expect(() => build(0.1, 0.2)).toThrow('The surface leaves the bounds');
  });
});
