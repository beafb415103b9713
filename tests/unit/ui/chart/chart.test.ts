import { expect, it } from 'vitest';
import { axisUpTo } from '../../../../src/record/bar-plot.ts';
import { STAGE_SERIES } from '../../../../src/record/stage-colours.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { drawBars, type PlotContent, barsThatFit, plotOf } from '../../../../src/ui/chart/draw-bars.ts';
import { CAPACITY, FrameWindow } from '../../../../src/ui/chart/frame-window.ts';
import { barHeight, meansOf, SharedScale } from '../../../../src/ui/chart/scale.ts';

/** A frame whose stages take `from`, `from` + 1, and so on [ms]. */
function rowOf(frame: number, from: number): FrameRow {
  const stages = Object.fromEntries(STAGE_SERIES.map(({ stage }, i) => [stage, from + i]));
  return { frame, stages } as unknown as FrameRow;
}

const windowOf = (rows: readonly FrameRow[]): FrameWindow => {
  const window = new FrameWindow();
  for (const row of rows) window.add(row);
  return window;
};

it('keeps the last frames, and has none that are older, still to come, or of a side that stopped', () => {
  const window = windowOf(Array.from({ length: CAPACITY + 7 }, (_, frame) => rowOf(frame, 1)));
  expect(window.at(6)).toBeUndefined();
  expect(window.at(7)?.frame).toBe(7);
  expect(window.at(CAPACITY + 6)?.frame).toBe(CAPACITY + 6);
  expect(window.at(CAPACITY + 7)).toBeUndefined();
  expect(window.all().map(({ frame }) => frame)).toEqual(Array.from({ length: CAPACITY }, (_, i) => i + 7));
  expect(new FrameWindow().all()).toEqual([]);
});

it('has an axis of round numbers, at most four lines over 0, from microseconds to minutes', () => {
  for (let height = 1e-3; height < 1e5; height *= 1.17) {
    const { top, step } = axisUpTo(height, 4);
    expect(top).toBeGreaterThanOrEqual(height * (1 - 1e-6));
    expect(top / step).toBeCloseTo(Math.round(top / step), 6);
    expect(top / step).toBeLessThan(4.5);
    expect([1, 2, 5]).toContain(Number(step.toExponential(3).split('e')[0]));
  }
});

it('has one scale for both sides, which ignores small changes and outliers', () => {
  const low = windowOf([0, 1, 2, 3].map((frame) => rowOf(frame, 1)));
  const high = windowOf([0, 1, 2, 3].map((frame) => rowOf(frame, 10)));
  const scale = new SharedScale();
  const both = scale.of([low, high], 0, 3);
  expect(both.top).toBeGreaterThan(barHeight(rowOf(0, 10)));
  high.add(rowOf(4, 10.2));
  expect(scale.of([low, high], 0, 4)).toBe(both);
  high.add(rowOf(5, 1000));
  expect(scale.of([low, high], 0, 5).top).toBeLessThan(5 * both.top);
});

it('takes means over the frames that both sides have, without the first one', () => {
  const left = windowOf([0, 1, 2, 3].map((frame) => rowOf(frame, frame === 0 ? 500 : frame)));
  const right = windowOf([0, 1, 2].map((frame) => rowOf(frame, 7)));
  const spread = barHeight(rowOf(0, 0));
  const from = (mean: number) => mean * STAGE_SERIES.length + spread;
  expect(meansOf([left, right], 0, 3)).toEqual({ frames: 2, ms: [from(1.5), from(7)] });
  expect(meansOf([left, right], 2, 3)).toEqual({ frames: 1, ms: [from(2), from(7)] });
  expect(meansOf([left, right], 3, 3)).toBeUndefined();
  expect(meansOf([left], 0, 3)).toEqual({ frames: 3, ms: [from(2)] });
});

it('stacks the stages on top of one another, without gap or overlap, in one colour each', () => {
  const filled: { colour: string; rect: number[] }[] = [];
  const context = {
    fillStyle: '',
    fillRect(...rect: number[]) {
      filled.push({ colour: this.fillStyle, rect });
    },
  };
  const plot = plotOf(40, 10, 600, 100, 1);
  const window = windowOf([rowOf(0, 2), rowOf(1, 3)]);
  const drawn: PlotContent = { window, first: 0, last: 1, hoveredFrame: -1, title: '' };
  const top = 200;
  drawBars(context as unknown as CanvasRenderingContext2D, plot, { top, step: 50 }, drawn);
  for (const frame of [0, 1]) {
    const bars = filled.filter(({ rect }) => rect[0] === plot.left + frame * plot.pitch);
    expect(bars.map(({ colour }) => colour)).toEqual(STAGE_SERIES.map(({ colour }) => colour));
    let floor = plot.top + plot.height;
    for (const { rect } of bars) {
      expect(rect[1] + rect[3]).toBe(floor);
      floor = rect[1];
    }
    expect(plot.top + plot.height - floor).toBeCloseTo((plot.height * barHeight(window.at(frame)!)) / top, 0);
  }
  expect(barsThatFit(plot) * plot.pitch).toBeLessThanOrEqual(plot.width);
});
