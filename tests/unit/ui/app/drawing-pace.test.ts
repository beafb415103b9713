import { describe, expect, it } from 'vitest';
import { DETAILS, FULL_DETAIL, workOf } from '../../../../src/render/drawing.ts';
import { DrawingPace } from '../../../../src/ui/app/drawing-pace.ts';

/** A machine that simulates a frame in `simulate` ms, and draws one in `fixed` ms and `perPixel` ms for all pixels of the screen. */
function machine({ simulate = 100, fixed = 20, perPixel = 0 }) {
  const pace = new DrawingPace(() => {
    changes++;
  });
  let changes = 0;
  return {
    pace,
    set: (changed: { simulate?: number; perPixel?: number }) => {
      simulate = changed.simulate ?? simulate;
      perPixel = changed.perPixel ?? perPixel;
    },
    run(frames: number): number {
      const before = changes;
      for (let i = 0; i < frames; i++) {
        const drawing = fixed + (perPixel * workOf(pace.detail)) / workOf(FULL_DETAIL);
        pace.add({ ms: simulate + 5, stages: { render: 5 } as never }, drawing - 5);
      }
      return changes - before;
    },
  };
}

describe('the pace of drawing', () => {
  it('leaves a machine alone that draws faster than it simulates, or than 30 frames per second', () => {
    for (const fast of [machine({ perPixel: 70 }), machine({ simulate: 2, fixed: 3, perPixel: 25 })]) {
      expect(fast.run(200)).toBe(0);
      expect(fast.pace.level).toBe(0);
    }
  });

  it('draws coarser until drawing takes no longer than simulating, and stays there', () => {
    const slow = machine({ perPixel: 250 });
    slow.run(40);
    // 20 + 250 * 0.75^2 / 2 = 90 ms.
    expect(slow.pace.detail).toEqual(DETAILS[2]);
    expect(slow.run(200)).toBe(0);
  });

  it('ends at the coarsest detail where nothing suffices', () => {
    const slow = machine({ fixed: 500, perPixel: 300 });
    slow.run(40);
    expect(slow.pace.detail).toBe(DETAILS.at(-1));
    expect(slow.run(100)).toBe(0);
  });

  it('skips a detail that could not suffice', () => {
    const given: number[] = [];
    const pace = new DrawingPace((detail) => given.push(DETAILS.indexOf(detail)));
    for (let i = 0; i < 5; i++) pace.add({ ms: 100, stages: {} as never }, 300);
    expect(given).toEqual([2]);
  });

  it('begins with the detail of the first view, and keeps its own in later scenes', () => {
    const pace = new DrawingPace(() => {});
    pace.begin(DETAILS.at(-1)!);
    expect(pace.detail).toBe(DETAILS.at(-1));
    pace.begin(FULL_DETAIL);
    expect(pace.detail).toBe(DETAILS.at(-1));
  });

  it('comes back when there is time again', () => {
    const one = machine({ perPixel: 300 });
    one.run(40);
    one.set({ perPixel: 20 });
    one.run(100);
    expect(one.pace.level).toBe(0);
  });

  it('draws a still picture in full detail once the camera stands still, and a moving one coarsely', () => {
    const given: number[] = [];
    const pace = new DrawingPace(({ resolution }) => given.push(resolution));
    for (let i = 0; i < 5; i++) pace.add({ ms: 100, stages: {} as never }, 150);
    const paints = (hasDrawn: boolean, count: number) => {
      for (let i = 0; i < count; i++) pace.rest(hasDrawn);
      return given.splice(0);
    };
    expect(paints(true, 50)).toEqual([DETAILS[1]!.resolution]);
    expect(paints(false, 50)).toEqual([1]);
    // The still picture, and then a moving camera.
    expect(paints(true, 1)).toEqual([]);
    expect(paints(true, 1)).toEqual([DETAILS[1]!.resolution]);
    expect(paints(false, 50)).toEqual([1]);
    pace.add({ ms: 100, stages: {} as never }, 50);
    expect(given).toEqual([DETAILS[1]!.resolution]);
  });

  it('tries less and less often where a finer detail turns out too slow', () => {
    // Expected by pixels: just enough time. But the finer picture takes longer than its pixels say.
    const pace = new DrawingPace(() => {});
    const levels: number[] = [];
    for (let i = 0; i < 600; i++) {
      pace.add({ ms: 100, stages: {} as never }, pace.level === 0 ? 150 : 30);
      levels.push(pace.level);
    }
    const tries = levels.flatMap((level, i) => (level === 0 && levels[i - 1] === 1 ? [i] : []));
    const gaps = tries.slice(1).map((at, i) => at - tries[i]!);
    expect(gaps.length).toBeGreaterThan(2);
    expect(gaps.every((gap, i) => i === 0 || gap > 1.5 * gaps[i - 1]!)).toBe(true);
  });
});
