import { expect, test } from 'vitest';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { MAX_GRABS } from '../../../../src/simulation/state.ts';
import { Grips } from '../../../../src/ui/hand/grips.ts';
import type { Bodies } from '../../../../src/render/hand/hand-layer.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

/** Two bars of 8 cubes with edges of 1 m, whose grips have a radius of 1.6 m. */
const bar = createModel('bar', boxMesh(8, 1, 1), 0.5);
const { world, positions } = createWorld(
  [0, 1].map(() => ({ model: bar, positions: bar.mesh.positions })),
  [],
);
const bodies: Bodies = { positions, inverseMasses: new Float32Array(world.vertexCount).fill(1) };
const second = world.bodies[1]!.vertexBase;
const STEPS = 5;

test('a part is held where it is, follows its pointer, and is let go', () => {
  const grips = new Grips(world);
  expect(grips.hold(1, 0, [0, 0, 0], bodies)).toBeUndefined();
  const [{ target: start }] = grips.grabs(STEPS);
  grips.move(1, [0.5, 1, -2]);
  grips.move(1, [0.5, 1, -3]);
  const [grab, ...others] = grips.grabs(STEPS);
  expect(others).toEqual([]);
  expect(grab).toEqual({
    vertex: 0,
    radius: expect.closeTo(1.6),
    target: [0.5, 1, -3].map((x, k) => expect.closeTo(start[k] + x)),
    steps: STEPS,
  });
  expect([grips.isHeldBy(1), grips.isHeldBy(2), grips.isHolding]).toEqual([true, false, true]);
  grips.release(1);
  expect(grips.grabs(STEPS)).toEqual([]);
  expect(grips.isHolding).toBe(false);
});

test('several pointers hold several parts', () => {
  const grips = new Grips(world);
  grips.hold(1, 0, [0, 0, 0], bodies);
  grips.hold(2, second, [0, 0, 0], bodies);
  grips.move(2, [1, 0, 0]);
  grips.release(1);
  expect(grips.grabs(STEPS).map(({ vertex }) => vertex)).toEqual([second]);
});

test('the radius changes within bounds, and the pull stays', () => {
  const grips = new Grips(world);
  grips.hold(1, 0, [0, 0, 0], bodies);
  const [{ target: start }] = grips.grabs(STEPS);
  grips.move(1, [3, 0, 0]);
  grips.scale(2, bodies);
  const [wide] = grips.grabs(STEPS);
  expect(wide.radius).toBeCloseTo(3.2);
  // The mean of a wider part of the bar lies farther along x, and the target with it.
  expect(wide.target[0]).toBeGreaterThan(start[0] + 3.1);
  for (let i = 0; i < 40; i++) grips.scale(2, bodies);
  expect(grips.grabs(STEPS)[0].radius).toBeCloseTo(4 * 1.6);
  for (let i = 0; i < 40; i++) grips.scale(0.5, bodies);
  expect(grips.grabs(STEPS)[0].radius).toBeCloseTo(0.3 * 1.6);
});

test('what is let go while the scene stands still is pulled for half a second once it goes on', () => {
  const grips = new Grips(world);
  grips.hold(1, 0, [0, 0, 0], bodies);
  grips.move(1, [1, 0, 0]);
  grips.release(1, 2);
  expect(grips.isHolding).toBe(false);
  expect([grips.expire(2), grips.expire(2.49)]).toEqual([false, false]);
  expect(grips.grabs(STEPS)).toHaveLength(1);
  expect(grips.expire(2.5)).toBe(true);
  expect(grips.grabs(STEPS)).toEqual([]);
});

test('one pointer may pull several parts, one after the other, while the scene stands still', () => {
  const grips = new Grips(world);
  for (const vertex of [0, second]) {
    grips.hold(1, vertex, [0, 0, 0], bodies);
    grips.move(1, [1, 0, 0]);
    grips.release(1, 2);
  }
  expect(grips.grabs(STEPS).map(({ vertex }) => vertex)).toEqual([0, second]);
});

test('a part that is pulled on after its release, and is held again, is pulled once', () => {
  const grips = new Grips(world);
  grips.hold(1, 0, [0, 0, 0], bodies);
  grips.move(1, [1, 0, 0]);
  grips.release(1, 2);
  grips.hold(1, 0, [0, 0, 0], bodies);
  expect(grips.grabs(STEPS)).toHaveLength(1);
  expect(grips.pinHeld(1)).toBe(true);
  expect(grips.grabs(STEPS)).toHaveLength(1);
});

test('a press that does not move leaves no pull behind, also while the scene stands still', () => {
  const grips = new Grips(world);
  grips.hold(1, 0, [0, 0, 0], bodies);
  grips.release(1, 2);
  expect(grips.grabs(STEPS)).toEqual([]);
});

test('a pin stays, moves with a pointer that takes its part, and is freed', () => {
  const grips = new Grips(world);
  grips.hold(1, 0, [0, 0, 0], bodies);
  grips.move(1, [0, 2, 0]);
  expect(grips.pinHeld(1)).toBe(true);
  expect(grips.all.map(({ isPin }) => isPin)).toEqual([true]);
  const [{ target }] = grips.grabs(STEPS);
  // A vertex of the pinned part, but not its middle.
  grips.hold(2, 1, [0, 0, 0], bodies);
  grips.move(2, [0, 1, 0]);
  expect(grips.grabs(STEPS)).toMatchObject([{ vertex: 0, target: [target[0], target[1] + 1, target[2]] }]);
  grips.release(2);
  expect(grips.all.map(({ isPin }) => isPin)).toEqual([true]);
  // The same place of the other body is no part of the pin.
  grips.hold(3, second, [0, 0, 0], bodies);
  expect(grips.all).toHaveLength(2);
  grips.release(3);
  grips.hold(4, 1, [0, 0, 0], bodies);
  expect(grips.pinHeld(4)).toBe(false);
  expect(grips.all).toEqual([]);
});

test('what is fixed, and more than the simulation takes, is refused with the reason', () => {
  const grips = new Grips(world);
  const fixed = { positions, inverseMasses: new Float32Array(world.vertexCount) };
  expect(grips.hold(1, 0, [0, 0, 0], fixed)).toBe('This part is held by the scene: nothing can move it.');
  let refusal: string | undefined;
  let held = 0;
  for (; held <= MAX_GRABS && refusal === undefined; held++) {
    refusal = grips.hold(held, held % 2 === 0 ? 0 : second, [0, 0, 0], bodies);
    grips.scale(4, bodies);
  }
  expect(refusal).toBe('So many parts are held that no further one can be: free a pin first.');
  expect(held).toBeLessThanOrEqual(MAX_GRABS);
});
