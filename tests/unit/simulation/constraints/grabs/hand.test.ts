import { describe, expect, it, test } from 'vitest';
import { Hand } from '../../../../../src/simulation/constraints/grabs/hand.ts';
import {
  grabbedPoint,
  grabRadius,
  Neighbourhoods,
} from '../../../../../src/simulation/constraints/grabs/neighbourhood.ts';
import { GRAB_POINT } from '../../../../../src/simulation/state.ts';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../../../src/simulation/world/create-world.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

/** Two bars of 8 cubes with edges of 1 m. */
const bar = createModel('bar', boxMesh(8, 1, 1), 0.5);
const { positions } = bar.mesh;
const { world } = createWorld(
  [0, 1].map(() => ({ model: bar, positions })),
  [],
);
const [first, second] = world.bodies;
const vertexAt = (x: number, y: number, z: number) =>
  [0, 1, 2, 3].length &&
  positions.findIndex((_, i) => i % 3 === 0 && positions[i] === x && positions[i + 1] === y && positions[i + 2] === z) /
    3;

function weights(vertex: number, radius: number): Map<number, readonly [weight: number, carry: number]> {
  const { points, count } = new Neighbourhoods(world).of(vertex, radius);
  const found = new Map<number, readonly [number, number]>();
  for (let at = 0; at < GRAB_POINT.stride * count; at += GRAB_POINT.stride)
    found.set(points.u32[at + GRAB_POINT.vertex], [
      points.f32[at + GRAB_POINT.weight],
      points.f32[at + GRAB_POINT.carry],
    ]);
  return found;
}

describe('a neighbourhood', () => {
  it('has weights by the distance along edges of the rest shape, in its own body alone', () => {
    const corner = second.vertexBase + vertexAt(0, 0, 0);
    const found = weights(corner, 2.5);
    expect(found.get(corner)).toEqual([1, 1]);
    const at = (x: number) => found.get(second.vertexBase + vertexAt(x, 0, 0))!;
    for (const x of [1, 2, 3, 8]) {
      const [pull, carry] = [2.5, 15].map((radius) => (x < radius ? (1 - (x / radius) ** 2) ** 2 : 0));
      expect(at(x)).toEqual([expect.closeTo(pull, 6), expect.closeTo(carry, 6)]);
    }
    expect([...found.keys()].every((v) => v >= second.vertexBase && v < second.vertexBase + positions.length / 3)).toBe(
      true,
    );
    expect([...found.keys()]).toEqual([...found.keys()].sort((a, b) => a - b));
  });

  it('of radius 0 is the vertex alone', () => {
    expect([...weights(5, 0)]).toEqual([[5, [1, 0]]]);
  });

  it('is refused where there is no such vertex or radius', () => {
    expect(() => weights(-1, 1)).toThrow(
      `vertex -1 is grabbed; expected a whole number from 0 to ${world.vertexCount - 1}`,
    );
    expect(() => weights(world.vertexCount, 1)).toThrow(`vertex ${world.vertexCount} is grabbed`);
    expect(() => weights(0, Number.NaN)).toThrow('the radius of a grab is NaN m; expected a finite number from 0');
  });

  it('has a middle, weighted by mass, without held vertices', () => {
    const neighbourhood = new Neighbourhoods(world).of(first.vertexBase, 1.5);
    const held = new Float32Array(world.vertexCount);
    expect(grabbedPoint(neighbourhood, new Float32Array(3 * world.vertexCount), held)).toBeUndefined();
    held[3] = 0.25;
    const places = Float32Array.from({ length: 3 * world.vertexCount }, (_, i) => i);
    expect(weights(0, 100).has(3)).toBe(true);
    const middle = grabbedPoint(new Neighbourhoods(world).of(0, 100), places, held);
    expect(middle).toEqual([9, 10, 11]);
  });

  it('has a default radius by thickness, but at most a quarter of the size', () => {
    expect(grabRadius(bar)).toBeCloseTo(1.6, 6);
    expect(grabRadius({ ...bar, thickness: 5 })).toBe(2);
  });
});

describe('a hand', () => {
  const target = [1, 2, 3] as const;

  test('moves the targets of grabs that stay uniformly, from where they are', () => {
    const hand = new Hand(world);
    hand.set([{ vertex: 1, target }]);
    hand.begin(0);
    expect(hand.pulls(0, 0.1)[0]).toMatchObject({ goal: [1, 2, 3], velocity: [0, 0, 0] });
    hand.set([{ vertex: 1, target: [3, 2, 3], steps: 4 }]);
    hand.begin(10);
    const xs = (step: number) => hand.pulls(step, 0.1).map(({ goal, velocity }) => [goal[0], velocity[0]]);
    expect(xs(10)).toEqual([[1.5, expect.closeTo(5)]]);
    expect(xs(13)).toEqual([[3, expect.closeTo(5)]]);
    expect(xs(14)).toEqual([[3, 0]]);
    // A new goal half-way: the target goes on from there.
    hand.set([{ vertex: 1, target: [1, 2, 3], steps: 2 }]);
    hand.begin(12);
    expect(xs(12)).toEqual([[1.5, expect.closeTo(-5)]]);
  });

  test('keeps its grabs if new ones are refused', () => {
    const hand = new Hand(world);
    hand.set([{ vertex: 1, target }]);
    expect(() => hand.set([{ vertex: -1, target }])).toThrow(RangeError);
    const all = Array.from({ length: 5 }, (_, vertex) => ({ vertex, radius: 100, target }));
    expect(() => hand.set(all)).toThrow(`the grabs hold ${5 * 36} vertices; expected at most ${2 * 72}`);
    expect(hand.grabs).toEqual([{ vertex: 1, target }]);
  });
});
