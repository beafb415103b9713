import { beforeEach, expect, test, vi } from 'vitest';
import { SmoothSkin } from '../../../../src/render/smooth-skin.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import { Smoothing } from '../../../../src/ui/app/smoothing.ts';
import { defaultViewOptions, type ViewOptions } from '../../../../src/ui/panel/view-options.ts';

/** More frames than Smoothing looks at before it decides. */
const FRAMES = 20;

let options: ViewOptions;
let smoothing: Smoothing;
let told: string[];

beforeEach(() => {
  told = [];
  options = defaultViewOptions('webgl');
  smoothing = new Smoothing(options, {
    tell: (text) => told.push(text),
    viewOptionsChanged: () => {},
  });
});

/** Lets frames pass. Times are in milliseconds. */
function run(frames: number, times: { readonly simulating: number; readonly drawing: number; readonly wait: number }) {
  const { simulating, drawing, wait } = times;
  const row = { ms: simulating + drawing, stages: { render: drawing } } as FrameRow;
  for (let i = 0; i < frames; i++) smoothing.add(row, wait);
}

const isSmooth = () => vi.waitFor(() => expect(options.smoothSkin).toBe(SmoothSkin));
const isPlain = () => vi.waitFor(() => expect([options.smoothSkin, smoothing.isOn]).toEqual([undefined, false]));

test('the skin is plain in the first frame, and smooth soon after', async () => {
  smoothing.begin(false);
  expect(options.smoothSkin).toBeUndefined();
  run(FRAMES, { simulating: 20, drawing: 5, wait: 10 });
  await isSmooth();
  expect(told).toEqual([]);
});

test('a software renderer keeps it plain', async () => {
  for (let scene = 0; scene < 2; scene++) {
    smoothing.begin(true);
    run(FRAMES, { simulating: 20, drawing: 5, wait: 10 });
  }
  await isPlain();
  expect(told).toEqual([]);
});

for (const [name, times] of [
  ['the device reports', { simulating: 30, drawing: 90, wait: 0 }],
  ['makes the page wait for', { simulating: 30, drawing: 2, wait: 90 }],
] as const) {
  test(`slow drawing, which ${name}, makes it plain, and the page says so once`, async () => {
    smoothing.begin(false);
    run(1, times);
    await isSmooth();
    run(5 * FRAMES, times);
    await isPlain();
    expect(told).toEqual([expect.stringContaining('longer than simulating')]);
    smoothing.begin(false);
    run(FRAMES, times);
    expect(told).toHaveLength(1);
  });
}

test('one long wait, as of a hidden page, changes nothing', async () => {
  smoothing.begin(false);
  run(FRAMES, { simulating: 5, drawing: 2, wait: 10 });
  run(1, { simulating: 5, drawing: 2, wait: 60_000 });
  run(FRAMES, { simulating: 5, drawing: 2, wait: 10 });
  await isSmooth();
  expect(told).toEqual([]);
});

test('drawing that takes long, but less than simulating, stays smooth', async () => {
  smoothing.begin(false);
  run(FRAMES, { simulating: 200, drawing: 90, wait: 16 });
  await isSmooth();
  expect(told).toEqual([]);
});

test("the person's choice stays, on a slow renderer too", async () => {
  smoothing.begin(true);
  smoothing.isOn = true;
  await isSmooth();
  run(FRAMES, { simulating: 5, drawing: 90, wait: 90 });
  smoothing.begin(true);
  expect([smoothing.isOn, told]).toEqual([true, []]);
  smoothing.isOn = false;
  await isPlain();
  run(FRAMES, { simulating: 50, drawing: 1, wait: 1 });
  await isPlain();
});
