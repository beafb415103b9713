import { describe, expect, it } from 'vitest';
import { DETAILS, FULL_DETAIL } from '../../../../src/render/drawing.ts';
import { DrawingPace } from '../../../../src/ui/app/drawing-pace.ts';

/** A machine that simulates a frame in `simulate` ms, and draws one in that many ms at each level of DETAILS, the finest first. */
function machine({ simulate = 100, drawing }: { simulate?: number; drawing: readonly number[] }) {
  const pace = new DrawingPace(() => {
    changes++;
  });
  let changes = 0;
  return {
    pace,
    set: (changed: readonly number[]) => {
      drawing = changed;
    },
    run(frames: number): number {
      const before = changes;
      for (let i = 0; i < frames; i++)
        pace.add({ ms: simulate + 5, stages: { render: 5 } as never }, drawing[pace.level]! - 5);
      return changes - before;
    },
  };
}

/**
 * Drawing octopi-8 on SwiftShader at 1280 x 720, with WebGL [ms]. The first and the last are measured (docs/performance.md), the two between
 * are guesses that lie between them.
 */
const SWIFTSHADER = [753, 470, 220, 130];

describe('the pace of drawing', () => {
  it('leaves a machine alone that draws faster than it simulates, or than 30 frames per second', () => {
    const ways = [
      { simulate: 100, drawing: [90, 60, 40, 30] },
      { simulate: 2, drawing: [28, 20, 12, 8] },
    ];
    for (const fast of ways.map(machine)) {
      expect(fast.run(200)).toBe(0);
      expect(fast.pace.level).toBe(0);
    }
  });

  it('draws coarser until drawing takes no longer than simulating, and stays there', () => {
    const slow = machine({ drawing: [270, 165, 90, 65] });
    slow.run(40);
    expect(slow.pace.detail).toEqual(DETAILS[2]);
    expect(slow.run(200)).toBe(0);
  });

  it('ends at the coarsest detail where nothing suffices', () => {
    const slow = machine({ drawing: SWIFTSHADER });
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

  it('begins a scene coarsely again after a still picture was drawn in full detail', () => {
    const given: number[] = [];
    const pace = new DrawingPace(({ resolution }) => given.push(resolution));
    pace.begin(DETAILS.at(-1)!);
    for (let i = 0; i < 50; i++) pace.rest(false);
    pace.begin(DETAILS.at(-1)!);
    // The new scene has its first drawing, and then stands still.
    pace.rest(true);
    for (let i = 0; i < 50; i++) pace.rest(false);
    expect(given).toEqual([1, 1]);
  });

  it('comes back when there is time again', () => {
    const one = machine({ drawing: SWIFTSHADER });
    one.run(40);
    one.set([40, 30, 25, 22]);
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
