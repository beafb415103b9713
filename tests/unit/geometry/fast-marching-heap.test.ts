import { expect, it } from 'vitest';
import { PointHeap } from '../../../src/geometry/fast-marching/point-heap.ts';
import { seededRandom } from '../../fixtures/box-world.ts';

it.each([1, 2, 3])(
  'the heap pops in the order of a sort by value and index, also after values were lowered (seed %d)',
  (seed) => {
    const random = seededRandom(seed);
    // Few different values, so that many are equal.
    const values = Float64Array.from({ length: 500 }, () => Math.floor(40 * random()));
    const heap = new PointHeap(values, values.length);
    const within: number[] = [];
    const waiting = [...values.keys()].sort(() => random() - 0.5);
    const least = () => within.sort((a, b) => values[a] - values[b] || a - b)[0];
    let popped = 0;
    while (waiting.length > 0 || within.length > 0) {
      const chance = random();
      if (waiting.length > 0 && chance < 0.5) {
        const point = waiting.pop()!;
        heap.push(point);
        within.push(point);
      } else if (within.length > 0 && chance < 0.8) {
        const point = within[Math.floor(random() * within.length)];
        values[point] -= Math.floor(10 * random());
        heap.rise(point);
      } else if (within.length > 0) {
        expect(heap.pop()).toBe(least());
        within.shift();
        popped++;
      }
      expect(heap.size).toBe(within.length);
    }
    expect(popped).toBe(values.length);
  },
);
