import type { BrowserContext, Download } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage, HIDE_PANELS } from './app-page.ts';
import { decode } from './decode.ts';
import { isFull, some } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();
/** Timeout: on a busy machine a frame takes seconds [ms]. */
const PATIENCE = { timeout: 60_000 };
/** A small scene of short frames, which waits at its start. */
const SCENE = '?size=900&stepsPerFrame=1&iterations=2&paused&camera=6,4,6,0,1,0';
/** The middle colour of viridis in matplotlib's table, #21918c, and how far a channel may be from it [of 255 levels]. */
const MIDDLE = [0x21, 0x91, 0x8c] as const;
const NEAR = 12;
/** Least difference of the channels of a strong colour [of 255 levels]. */
const STRONG = 40;
/** Least share of the picture that bodies cover. */
const COVERED = 0.02;

/** Shares of a picture: pixels near a colour, and pixels of any strong colour. */
type Shares = { readonly near: number; readonly strong: number };

async function sharesOf({ page }: AppPage, png: Buffer): Promise<Shares> {
  const { data } = await decode(page, png);
  let [near, strong] = [0, 0];
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b] = data.subarray(i, i + 3);
    if ([r, g, b].every((channel, k) => Math.abs(channel - MIDDLE[k]!) < NEAR)) near++;
    if (Math.max(r, g, b) - Math.min(r, g, b) > STRONG) strong++;
  }
  return { near: (4 * near) / data.length, strong: (4 * strong) / data.length };
}

const shot = ({ page }: AppPage) => page.screenshot({ style: `${HIDE_PANELS} #field { visibility: hidden }` });
const contentOf = async (download: Download) => readFile(await download.path());

const BACKENDS = [
  ['cpu', false],
  ['gpu', true],
] as const;
for (const [backend, webgpu] of some<(typeof BACKENDS)[number]>(BACKENDS, 1)) {
  describe.skipIf(missing)(`colours by a field, ${backend}${missing ? ` (${missing})` : ''}`, () => {
    let served: ServedPage;
    let context: BrowserContext;
    let app: AppPage;
    beforeAll(async () => {
      served = await servePage();
      context = await launchBrowser({ webgpu, scale: COARSE });
      app = await AppPage.open(context, `${served.url}${SCENE}&mode=off&backend=${backend}&colour=speed`);
      await app.state('paused');
      await app.page.keyboard.press('.');
      await app.frames(1);
      await app.page.locator('#field h2').filter({ hasText: 'Speed' }).waitFor();
    });
    afterAll(async () => {
      expect(app.errors).toEqual([]);
      await context?.close();
      await served?.close();
    });

    it('paint falling bodies evenly, in the colour of the legend at their speed', async () => {
      // In the first frame all bodies fall freely, so all vertices are equally fast.
      const speed = await app.page.evaluate(async () => {
        const velocities = (await untangle.session!.opened.backend.read('velocities')) as Float32Array;
        return Math.hypot(...velocities.subarray(0, 3));
      });
      expect(speed).toBeGreaterThan(0.01);
      await app.page.evaluate((top) => untangle.colourBy({ field: 'speed', top }), 2 * speed);
      await expect.poll(async () => (await sharesOf(app, await shot(app))).near, PATIENCE).toBeGreaterThan(COVERED / 2);
      const { near, strong } = await sharesOf(app, await shot(app));
      // Parts seen from the side are darker. Nothing else has a colour, neither the bodies' own ones nor the blue of intersections.
      expect(strong).toBeGreaterThan(near);
      await app.page.evaluate((top) => untangle.colourBy({ field: 'speed', top }), 20 * speed);
      await expect.poll(async () => (await sharesOf(app, await shot(app))).near, PATIENCE).toBeLessThan(COVERED / 100);
    });

    it.runIf(isFull)('are saved as a picture of twice the size, with the legend', async () => {
      const waiting = app.page.waitForEvent('download');
      await app.page.locator('#field .save').click();
      const download = await waiting;
      expect(download.suggestedFilename()).toMatch(/^untangle-.*\.png$/);
      const png = await contentOf(download);
      const { width, height } = app.page.viewportSize()!;
      // A PNG holds its width and height from the 16th byte on.
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2 * COARSE * width, 2 * COARSE * height]);
      // The legend's scale passes through the middle colour, and the bodies don't.
      expect((await sharesOf(app, png)).near).toBeGreaterThan(0);
    });

    it('keep their range in the link, and go with a click', async () => {
      const { page } = app;
      await expect.poll(() => page.evaluate(() => location.search), PATIENCE).toMatch(/&colour=speed:\d/);
      await page.locator('#field label').click();
      await expect.poll(() => page.evaluate(() => location.search), PATIENCE).toMatch(/&colour=speed(?!:)/);
      await page.evaluate(() => untangle.colourBy({ field: 'stress', top: undefined }));
      await page.locator('#field h2').filter({ hasText: 'Von Mises stress' }).waitFor();
      await page.locator('#field .close').click();
      await page.locator('#field').waitFor({ state: 'hidden' });
      await expect.poll(() => page.evaluate(() => location.search), PATIENCE).not.toContain('colour');
      await expect.poll(async () => (await app.pixels()).hues, PATIENCE).toBeGreaterThanOrEqual(3);
    });

    it('say which bodies have no value', async () => {
      const { page } = app;
      await page.evaluate(() => untangle.setParameters({ material: 'mass-spring' }));
      await page.evaluate(() => untangle.colourBy({ field: 'stress', top: undefined }));
      await page.locator('#field .gap').filter({ hasText: 'Springs have no stress' }).waitFor();
    });
  });
}
