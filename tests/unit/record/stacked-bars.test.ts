import { describe, expect, it } from 'vitest';
import { barsOf, frameAxis, roundUp, type StageTimes } from '../../../src/record/bar-plot.ts';
import { stackedBars } from '../../../src/record/stacked-bars.ts';
import { STAGE_SERIES } from '../../../src/record/stage-colours.ts';
import { STAGE_CLOCKS } from '../../../src/simulation/program/stage.ts';

const none = {
  solve: 0,
  refit: 0,
  dcd: 0,
  path: 0,
  ccd: 0,
  projection: 0,
  air: 0,
  flips: 0,
  walks: 0,
  readback: 0,
  measuring: 0,
  render: 0,
};
const frame = (number: number, stages: Partial<StageTimes['stages']>): StageTimes => ({
  frame: number,
  stages: { ...none, ...stages },
});

const quick = [frame(4, { solve: 10, path: 2 }), frame(5, { solve: 12.5, path: 0.5 }), frame(6, { path: 7 })];
const slow = [frame(4, { solve: 10, path: 60 }), frame(5, { solve: 11, path: 22, dcd: 40 }), frame(6, { dcd: 1 })];
const panels = [
  { title: 'quick', frames: quick },
  { title: 'slow', note: 'a < b & "c"', frames: slow },
];

/** Checks nesting, quotes and entities. @returns the elements in document order */
function elementsOf(xml: string): { name: string; attributes: Record<string, string> }[] {
  const open: string[] = [];
  const found: { name: string; attributes: Record<string, string> }[] = [];
  for (const [, text, tag] of xml.matchAll(/([^<]*)<([^>]*)>/g)) {
    expect(text.replace(/&(amp|lt|gt|quot);/g, '')).not.toMatch(/[&>]/);
    if (tag.startsWith('/')) {
      expect(open.pop()).toBe(tag.slice(1));
      continue;
    }
    const [, name, rest, close] = /^([a-z]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)$/.exec(tag)!;
    const attributes = [...rest.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
    expect(new Set(attributes.map(([key]) => key)).size).toBe(attributes.length);
    found.push({ name, attributes: Object.fromEntries(attributes) as Record<string, string> });
    if (close === '') open.push(name);
  }
  expect(open).toEqual([]);
  return found;
}

/**
 * Per panel: bars by stage (x, lower end, height and width in pixels), and pixels per millisecond according to the axis' numbers.
 */
function panelsOf(svg: string) {
  return svg
    .split('<g transform="translate(64 ')
    .slice(2)
    .map((part) => {
      const ticks = [...part.matchAll(/x="-8" y="([\d.]+)"[^>]*>([\d.]+)</g)].map(([, y, ms]) => [
        Number(y),
        Number(ms),
      ]);
      const [low, high] = [ticks[0], ticks.at(-1)!];
      const perMs = (low[0] - high[0]) / (high[1] - low[1]);
      const stages = [...part.matchAll(/data-stage="(\w+)"[^>]* d="([^"]*)"/g)].map(([, stage, d]) => {
        const boxes = [...d.matchAll(/M([\d.]+) ([\d.]+)v-([\d.]+)h([\d.]+)v([\d.]+)z/g)];
        return { stage, boxes: boxes.map(([, ...numbers]) => numbers.map(Number)) };
      });
      return { perMs, stages, top: high[1] };
    });
}

describe('an SVG of stacked bars', () => {
  const svg = stackedBars(panels, { title: 'A & B', caption: ['one', 'two'] });

  it('is well-formed, self-contained, and has a title', () => {
    const elements = elementsOf(svg);
    expect(elements[0]).toMatchObject({
      name: 'svg',
      attributes: { xmlns: 'http://www.w3.org/2000/svg', role: 'img' },
    });
    expect(elements[1].name).toBe('title');
    expect(svg).toContain('<title>A &amp; B</title>');
    expect(svg).toContain('a &lt; b &amp; &quot;c&quot;');
    expect(svg).not.toMatch(/href|url\(|<script|<style/);
  });

  it('has one scale for both panels, in which every bar fits', () => {
    const [first, second] = panelsOf(svg);
    expect(first.perMs).toBeCloseTo(second.perMs, 9);
    expect(first.top).toBe(second.top);
    expect(second.top).toBeGreaterThanOrEqual(73);
  });

  it('stacks bars as high as their milliseconds, each stage on top of the one before', () => {
    for (const [i, { perMs, stages }] of panelsOf(svg).entries()) {
      const tops = new Map<number, number>();
      for (const { stage, boxes } of stages) {
        const given = panels[i].frames.map((row) => row.stages[stage as 'solve']).filter((ms) => ms > 0);
        expect(boxes).toHaveLength(given.length);
        for (const [k, [x, floor, height, , down]] of boxes.entries()) {
          expect(height / perMs).toBeCloseTo(given[k], 2);
          expect(down).toBe(height);
          expect(floor).toBeCloseTo(tops.get(x) ?? 190, 2);
          tops.set(x, floor - height);
        }
      }
      const sums = panels[i].frames.map(({ stages: times }) => Object.values(times).reduce((sum, ms) => sum + ms, 0));
      const heights = [...tops].toSorted(([a], [b]) => a - b).map(([, top]) => (190 - top) / perMs);
      for (const [k, sum] of sums.entries()) expect(heights[k]).toBeCloseTo(sum, 2);
    }
  });

  it('lists in its legend the requested stages that took any time', () => {
    const names = (text: string) =>
      STAGE_SERIES.map(({ label }) => label).filter((name) => text.includes(`>${name}</text>`));
    expect(names(svg)).toEqual(['material solve', 'DCD', 'shortest paths']);
    const paths = STAGE_SERIES.filter(({ stage }) => stage === 'path');
    const only = stackedBars(panels, { stages: paths });
    expect(names(only)).toEqual(['shortest paths']);
    expect(panelsOf(only)[1].top).toBe(60);
    elementsOf(only);
  });

  it('has another scale and another height for panels of other stages', () => {
    const stages = STAGE_SERIES.filter(({ stage }) => stage === 'solve');
    const more = panels.map((panel) => ({ ...panel, stages, height: 80 }));
    const drawn = panelsOf(stackedBars([...panels, ...more]));
    expect(drawn.map(({ top }) => top)).toEqual([80, 80, 15, 15]);
    expect(drawn.map(({ perMs }) => perMs)).toEqual([190 / 80, 190 / 80, 80 / 15, 80 / 15]);
    expect(drawn[2].stages.map(({ stage }) => stage)).toEqual(['solve']);
  });

  it('draws axes without bars if there are no frames', () => {
    elementsOf(stackedBars([{ title: 'none', frames: [] }]));
    elementsOf(stackedBars([{ title: 'no time', frames: [frame(0, {})] }]));
  });
});

it('combines frames into bars of their mean if there are too many', () => {
  const frames = Array.from({ length: 1000 }, (_, i) => frame(i, { solve: i % 2 === 0 ? 1 : 3 }));
  const plot = frameAxis(frames);
  expect(plot).toEqual({ first: 0, perBar: 3, bars: 334 });
  const bars = barsOf(frames, plot, STAGE_SERIES);
  expect(bars[0][0]).toBeCloseTo((1 + 3 + 1) / 3, 12);
  expect(bars[333][0]).toBe(3);
});

it('rounds up to 1, 2, 5 and powers of ten', () => {
  expect([0.9, 1, 1.2, 3, 5, 7, 430].map(roundUp)).toEqual([1, 1, 2, 5, 5, 10, 500]);
});

it('has a name and a colour of its own for every clock', () => {
  expect(STAGE_SERIES.map(({ stage }) => stage).toSorted()).toEqual([...STAGE_CLOCKS, 'render'].toSorted());
  for (const field of ['label', 'colour'] as const)
    expect(new Set(STAGE_SERIES.map((series) => series[field])).size).toBe(STAGE_SERIES.length);
});

describe('a line of overlaps', () => {
  const shared = (...shares: number[]) =>
    shares.map((overlapShare, i) => ({ ...frame(i, { solve: 1 }), overlapShare }));
  const lineOf = (frames: readonly StageTimes[]) =>
    elementsOf(stackedBars([{ title: 'one', frames, height: 100 }])).find(
      ({ attributes }) => attributes['data-overlap'],
    );

  it('runs from bar to bar, on a scale of its own', () => {
    expect(lineOf(shared(0.2, 0.1, 0))?.attributes).toMatchObject({ 'data-overlap': '0.2', d: 'M8 0L24 50L40 100' });
    expect(lineOf(shared(0.9))?.attributes['data-overlap']).toBe('1');
  });

  it('is not there without overlaps', () => {
    expect(lineOf(shared(0, 0))).toBeUndefined();
    expect(lineOf(quick)).toBeUndefined();
  });
});
