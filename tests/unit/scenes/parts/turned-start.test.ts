import { expect, it } from 'vitest';
import { entangledOctopi } from '../../../../src/scenes/entangled-octopi.ts';
import { flattenedBall } from '../../../../src/scenes/flattened-ball.ts';
import { rigidFit } from '../../../../src/scenes/parts/rigid-fit.ts';
import { turnedBodies, turnedStart } from '../../../../src/scenes/parts/turned-start.ts';

const size = flattenedBall.size.min;
const positionsOf = (seed?: number) =>
  (seed === undefined ? flattenedBall : turnedStart(flattenedBall, seed)).build(size).placements[0].positions;
const untouched = positionsOf();

/** Axis times sine of the angle of the rotation that takes the untouched start to another one. */
function turnOf(positions: Float32Array): number[] {
  const { rotation: r } = rigidFit(untouched, positions);
  return [r[7] - r[5], r[2] - r[6], r[3] - r[1]].map((difference) => difference / 2);
}

it('turns the start by 1e-3 rad, about its centre and without changing its shape', () => {
  for (const seed of [0, 1, 2, 28]) {
    const positions = positionsOf(seed);
    expect(Math.hypot(...turnOf(positions))).toBeCloseTo(1e-3, 6);
    const { rms, centre, movedCentre } = rigidFit(untouched, positions);
    expect(rms).toBeLessThan(1e-6);
    for (let k = 0; k < 3; k++) expect(movedCentre[k]).toBeCloseTo(centre[k], 6);
  }
});

it('gives the same bits for the same seed, and another axis for another seed', () => {
  expect(positionsOf(7)).toEqual(positionsOf(7));
  const axes = Array.from({ length: 14 }, (_, i) => turnOf(positionsOf(i + 1)).map((x) => x / 1e-3));
  for (let i = 0; i < axes.length; i++)
    for (let j = 0; j < i; j++) expect(axes[i].reduce((sum, x, k) => sum + x * axes[j][k], 0)).toBeLessThan(1 - 1e-3);
  // The axes point to every side.
  for (let k = 0; k < 3; k++) {
    expect(Math.min(...axes.map((axis) => axis[k]))).toBeLessThan(-0.3);
    expect(Math.max(...axes.map((axis) => axis[k]))).toBeGreaterThan(0.3);
  }
});

it('leaves everything but the positions as it is', () => {
  const build = flattenedBall.build(size);
  const turned = turnedStart(flattenedBall, 1).build(size);
  expect(turned.colliders).toEqual(build.colliders);
  expect(turned.script).toEqual(build.script);
  expect(turned.placements[0].model.mesh).toEqual(build.placements[0].model.mesh);
});

it('turns each body by itself, by up to 5 degrees about its own centre', () => {
  const small = entangledOctopi.size.min;
  const before = entangledOctopi.build(small).placements;
  const degrees = [1, 2, 3, 4, 5, 6, 7].map((seed) =>
    turnedBodies(entangledOctopi, seed, 5)
      .build(small)
      .placements.map(({ positions }, body) => {
        const { rotation: r, rms, centre, movedCentre } = rigidFit(before[body].positions, positions);
        expect(rms).toBeLessThan(1e-5);
        for (let k = 0; k < 3; k++) expect(movedCentre[k]).toBeCloseTo(centre[k], 5);
        return (Math.asin(Math.hypot(r[7] - r[5], r[2] - r[6], r[3] - r[1]) / 2) * 180) / Math.PI;
      }),
  );
  expect(Math.max(...degrees.flat())).toBeLessThan(5.001);
  expect(Math.max(...degrees.flat())).toBeGreaterThan(3);
  for (const [one, other] of degrees) expect(Math.abs(one - other)).toBeGreaterThan(0.01);
});
