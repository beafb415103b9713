import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';
import { isFull } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();
/** Files of the built page that are fetched on demand. */
const PARTS = /\/(gallery|chart-card|explore|page-2d|formats|csv|section|smooth-skin|untangled)-[^/]*\.js$/;
const GOES_ON = 3;
/** Timeout: on a busy machine a frame takes long [ms]. */
const PATIENCE = { timeout: 60_000 };

describe.skipIf(missing)(`parts of the page that can't be fetched${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  const refused: string[] = [];
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?size=900&stepsPerFrame=1&iterations=2`);
    await app.frames(1);
    await app.page.route(PARTS, (route) => {
      refused.push(PARTS.exec(route.request().url())![1]);
      return route.abort();
    });
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  /** Expects that the page reports the missing part once, and that frames go on. */
  async function says(name: string, part: string): Promise<void> {
    const text = `${name}: this part of the page could not be fetched. Check the connection, then reload the page.`;
    await expect.poll(() => app.message(), PATIENCE).toContain(text);
    await app.moreFrames(GOES_ON);
    expect(refused.splice(0)).toEqual([part]);
    expect(await app.page.evaluate(() => document.body.dataset.state)).toBe('running');
  }

  it('are reported: the gallery, which closes', async () => {
    await app.page.keyboard.press('g');
    await says('The gallery', 'gallery');
    expect(await app.page.locator('#gallery').isVisible()).toBe(false);
  });

  it('the chart, which closes', async () => {
    await app.page.keyboard.press('c');
    await says('The chart', 'chart-card');
    expect(await app.page.locator('#chart').isVisible()).toBe(false);
  });

  it('the section, which stays closed', async () => {
    await app.openFolder('Section');
    const toggle = app.row('cut open').locator('input');
    // Not `check`, which expects the box to stay checked.
    await toggle.click();
    await says('The section', 'section');
    expect(await toggle.isChecked()).toBe(false);
  });

  it('the smooth skin, which stays off', async () => {
    const toggle = app.row('Smooth skin').locator('input');
    await toggle.click();
    await says('The smooth skin', 'smooth-skin');
    expect(await toggle.isChecked()).toBe(false);
  });

  it('exploring paths, which doesn’t begin', async () => {
    await app.page.keyboard.press('e');
    await says('Exploring paths', 'explore');
  });

  it.runIf(isFull)('the recorder’s exact counts, without which it goes on, and its files', async () => {
    await app.openFolder('Record frame timings');
    await app.page.getByLabel('Count overlaps exactly (slower)').check();
    await app.page.getByRole('button', { name: 'Start recording', exact: true }).click();
    await says('Counting overlaps', 'untangled');
    await app.page.getByRole('button', { name: 'Stop recording', exact: true }).click();
    await app.page.getByRole('button', { name: 'Download CSV', exact: true }).click();
    await says('The recording’s file', 'csv');
  });

  it('the 2D figures: the previous scene goes on', async () => {
    await app.row('scene').locator('select').selectOption('paths-2d');
    await says('The paper’s figures', 'page-2d');
    expect(await app.message()).toContain('The previous scene goes on.');
    expect(await app.row('scene').locator('select').inputValue()).toBe('octopi-8');
  });

  it('another scene: it can be asked for again', async () => {
    await app.page.route('**/nested-knots-*.js', (route) => route.abort());
    await app.row('scene').locator('select').selectOption('nested-knots');
    await app.state('stopped');
    expect(await app.message()).toContain('The scene ‘nested-knots’: this part of the page could not be fetched.');
    expect(await app.page.locator('#message').getByRole('button', { name: 'Restart', exact: true }).isVisible()).toBe(
      true,
    );
  });

  it('had no other error', () => {
    app.forgive('net::ERR_FAILED');
    app.forgive('nested-knots');
    expect(app.errors).toEqual([]);
  });
});

describe.skipIf(missing || !isFull)(
  `a page without the code that adapts drawing${missing ? ` (${missing})` : ''}`,
  () => {
    it('draws, pauses, and explores paths, of which the camera shows one', async () => {
      const served = await servePage();
      const context = await launchBrowser({ webgpu: false, scale: COARSE });
      try {
        const app = await AppPage.open(context, `${served.url}?size=900&stepsPerFrame=1&iterations=2`, async (page) => {
          await page.route(/\/drawing-care-[^/]*\.js$/, (route) => route.abort());
        });
        await app.frames(1);
        const distance = () =>
          app.page.evaluate(() => {
            const { camera, controls } = untangle.running!.first.view;
            return camera.position.distanceTo(controls.target);
          });
        // Measured before the key: on a slow machine the camera is there before the page is asked again.
        const before = await distance();
        await app.page.keyboard.press('e');
        await app.state('paused');
        await expect.poll(distance).toBeLessThan(0.7 * before);
        expect(await app.page.evaluate(() => untangle.care === undefined)).toBe(true);
      } finally {
        await context.close();
        await served.close();
      }
    });
  },
);
