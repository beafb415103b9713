import { describe, expect, it } from 'vitest';
import { stuffedAir } from '../../../../src/mesh/air/stuffed-air.ts';
import { localAir, spacePositions } from '../../../../src/mesh/air/tessellated-space.ts';
import { stuff } from '../../../../src/mesh/tetrahedralise/isosurface-stuffing.ts';
import { ball, capsule, STACK_BOUNDS, stack, tentacledBall, union } from './shapes.ts';
import { expectSoundSpace } from './sound-space.ts';

const cube = (half: number) => ({ min: [-half, -half, -half], max: [half, half, half] }) as const;
/** Every tetrahedron of air that is built must be better. */
const LEAST_QUALITY = 1e-3;

describe('air around stuffed bodies', () => {
  it('surrounds a ball, which is the same mesh as without air', () => {
    const space = stuffedAir([ball([0.05, 0.1, -0.03], 1)], cube(1.2), 0.4);
    const { worst, free, air, border } = expectSoundSpace(space);
    expect([free, worst > LEAST_QUALITY]).toEqual([0, true]);
    expect([air > 100, border < 100]).toEqual([true, true]);
    expect(space.bodies[0]).toEqual(stuff(ball([0.05, 0.1, -0.03], 1), cube(1.2), 0.4));
  });

  it('fills the space between four bodies that stand on one another, without free vertices, to the same bytes each time', () => {
    const build = () => stuffedAir(stack(0.25), STACK_BOUNDS, 0.26);
    const space = build();
    const counts = expectSoundSpace(space);
    expect(counts.free).toBe(0);
    expect(counts.worst).toBeGreaterThan(LEAST_QUALITY);
    expect(build()).toEqual(space);
  });

  it('reaches between the tentacles of a ball', () => {
    const counts = expectSoundSpace(stuffedAir([tentacledBall(1.6, 0.25)], cube(1.9), 0.32));
    expect(counts.free).toBe(0);
    expect(counts.worst).toBeGreaterThan(LEAST_QUALITY);
  });

  it('gives the air of an armpit alone', () => {
    const shoulder = [0.35, 1.3, 0] as const;
    const body = union(capsule([0, -0.2, 0], [0, 1.2, 0], 0.45), capsule(shoulder, [1.25, 0.1, 0], 0.25));
    const space = stuffedAir([body], { min: [-0.5, -0.7, -0.5], max: [1.6, 1.8, 0.5] }, 0.2);
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
    const space = stuffedAir([ball([0, 0, 0], 1)], cube(1.2), 0.4, undefined, [0.35]);
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
