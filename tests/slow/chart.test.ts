import { readFileSync } from 'node:fs';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { STAGE_SERIES } from '../../src/record/stage-colours.ts';
import { browserMissing, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from '../browser/app-page.ts';
import { isFull } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();
const FRAMES = 5;
/** Tolerance: both ends of a bar, and each stage in it, are rounded to pixels [pixels]. */
const ROUNDING = 2;

describe.skipIf(missing || !isFull)(`the chart of frame times${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false });
    app = await AppPage.open(context, `${served.url}?scene=culling&size=4000&compare=culling:false&chart`);
    await app.frames(FRAMES);
    await app.page.keyboard.press(' ');
    await app.state('paused');
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  const isShown = () => app.page.locator('#chart').isVisible();
  const checkbox = () => app.row('chart of frame times (c)').locator('input');

  it('is opened by the link, says what each colour is, and stands clear of panel, readouts and captions', async () => {
    expect(await isShown()).toBe(true);
    const legend = (await app.page.locator('#chart li:visible').allInnerTexts()).join();
    for (const label of ['material solve', 'DCD']) expect(legend).toContain(label);
    const box = async (selector: string) => (await app.page.locator(selector).first().boundingBox())!;
    const chart = await box('#chart');
    expect(chart.x + chart.width).toBeLessThanOrEqual((await box('.lil-root')).x);
    for (const other of ['#readouts', '.half-caption']) {
      const { y, height } = await box(other);
      expect(y + height).toBeLessThanOrEqual(chart.y);
    }
  });

  it('has two sides with bars of the right heights on one scale', async () => {
    const seen = await app.page.evaluate(
      lookAtBars,
      STAGE_SERIES.map(({ colour }) => colour),
    );
    for (const side of [0, 1]) {
      const frames = new Set(seen.filter((bar) => bar.side === side).map(({ heads }) => heads[0]));
      expect(frames.size).toBeGreaterThanOrEqual(FRAMES);
    }
    expect(seen[0].heads).toEqual(['frame 0', 'Culling: on', 'Culling: off']);
    const heights = seen.map(({ sums, side, pixels }) => ({ pixels, ms: sums[side] }));
    // A bar that is cut off at the axis' end shows its height as text.
    const most = Math.max(...heights.map(({ pixels }) => pixels));
    const whole = heights.filter(({ pixels }) => pixels < most - ROUNDING);
    expect(whole.length).toBeGreaterThan(2);
    const perMs = whole.reduce((sum, { pixels }) => sum + pixels, 0) / whole.reduce((sum, { ms }) => sum + ms, 0);
    for (const { pixels, ms } of whole) expect(Math.abs(pixels - perMs * ms)).toBeLessThanOrEqual(ROUNDING);
  });

  it('has a tip that stays over the chart’s width and in the window, without hiding its bar', async () => {
    const size = app.page.viewportSize()!;
    for (const viewport of [size, { width: 1280, height: 720 }]) {
      await app.page.setViewportSize(viewport);
      const chart = (await app.page.locator('#chart').boundingBox())!;
      const plot = (await app.page.locator('#chart canvas').boundingBox())!;
      const x = plot.x + 42;
      await app.page.mouse.move(x, plot.y + 60);
      await app.page.locator('#chart .tip').waitFor();
      const tip = (await app.page.locator('#chart .tip').boundingBox())!;
      expect(tip.x).toBeGreaterThanOrEqual(chart.x);
      expect(tip.x + tip.width).toBeLessThanOrEqual(chart.x + chart.width);
      expect(tip.y).toBeGreaterThanOrEqual(0);
      if (tip.y + tip.height > chart.y) expect(tip.x).toBeGreaterThan(x);
    }
    await app.page.setViewportSize(size);
  });

  it('says that its sides share the machine', async () => {
    expect(await app.page.locator('#chart .note').innerText()).toContain('share the machine');
  });

  it('has the width of a phone', async () => {
    const size = app.page.viewportSize()!;
    await app.page.setViewportSize({ width: 390, height: 844 });
    const { x, width } = (await app.page.locator('#chart').boundingBox())!;
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(390);
    expect(width).toBeGreaterThan(0.9 * 390);
    await app.page.setViewportSize(size);
  });

  it('is saved as SVG, with both sides and every stage that took time', async () => {
    const started = app.page.waitForEvent('download');
    await app.page.getByRole('button', { name: 'save SVG' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^untangle-culling-4000-frames-\d{4}-\d\d-\d\d\.svg$/);
    const text = readFileSync(await download.path(), 'utf8');
    const { isWellFormed, words } = await app.page.evaluate((svg) => {
      const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
      return { isWellFormed: !parsed.querySelector('parsererror'), words: parsed.documentElement.textContent ?? '' };
    }, text);
    expect(isWellFormed).toBe(true);
    for (const part of [
      'Culling: on',
      'Culling: off',
      'material solve',
      'culling, size 4000 · 1 body',
      'tetrahedra · cpu: ',
      'with measuring and drawing',
      'shared the machine',
      ` · ${new Date().getFullYear()}-`,
      'Chrome/',
    ])
      expect(words).toContain(part);
    expect(words).toMatch(/untangle \d+\.\d+\.\d+/);
    expect(words.match(/mean [\d.]+ ms of \d+ frames/g)?.length).toBe(2);
  });

  it('is closed and opened by key, cross, and panel; the address follows', async () => {
    await app.page.keyboard.press('c');
    expect(await isShown()).toBe(false);
    expect(await checkbox().isChecked()).toBe(false);
    await app.page.waitForFunction(() => !location.search.includes('chart'));
    await checkbox().check();
    expect(await isShown()).toBe(true);
    await app.page.waitForFunction(() => location.search.includes('chart'));
    await app.page.getByRole('button', { name: 'close the chart' }).click();
    expect(await isShown()).toBe(false);
  });

  it('is suggested by the scene where nothing is compared', async () => {
    await app.row('compare with').locator('select').selectOption('nothing');
    await app.page.waitForFunction(() => untangle.running?.halves.length === 1 && untangle.frames > 0);
    await app.page.locator('#readouts .suggestion').click();
    await app.page.waitForFunction(() => untangle.running?.comparison?.name === 'culling');
    expect(await isShown()).toBe(true);
  });

  it('had no error', async () => {
    await app.page.close();
    expect(app.errors).toEqual([]);
  });
});

/** A place of the canvas with a bar below it: the chart's text about the frame, and the bar's height. */
interface Seen {
  readonly heads: readonly string[];
  /** Sum of all stages of the frame per side [ms]. */
  readonly sums: readonly number[];
  readonly side: number;
  readonly pixels: number;
}

/** Runs in the page: moves the pointer over the chart from left to right, and measures bars by the stages' colours. */
async function lookAtBars(colours: string[]): Promise<Seen[]> {
  const canvas = document.querySelector<HTMLCanvasElement>('#chart canvas')!;
  const tip = document.querySelector<HTMLElement>('#chart .tip')!;
  const known = new Set(colours.map((colour) => Number.parseInt(colour.slice(1), 16)));
  const { left, top } = canvas.getBoundingClientRect();
  const heightAt = (x: number): number => {
    const { data } = canvas.getContext('2d')!.getImageData(x, 0, 1, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4)
      if (data[i + 3] === 255 && known.has((data[i] << 16) | (data[i + 1] << 8) | data[i + 2])) count++;
    return count;
  };
  // The axis has a stage's colour; no frame has arrived there yet.
  const axis = heightAt(Math.floor(0.45 * canvas.width));
  const texts = (selector: string) => [...tip.querySelectorAll(selector)].map((cell) => cell.textContent ?? '');
  const seen: Seen[] = [];
  for (let x = 0; x < canvas.width; x += 2) {
    canvas.dispatchEvent(new PointerEvent('pointermove', { clientX: left + x + 0.5, clientY: top + 50 }));
    await new Promise((drawn) => requestAnimationFrame(drawn));
    if (tip.hidden) continue;
    const side = x < canvas.width / 2 ? 0 : 1;
    seen.push({ heads: texts('thead th'), sums: texts('.sum td').map(Number), side, pixels: heightAt(x) - axis });
  }
  return seen;
}
