import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';

declare const untangle: App;

const missing = browserMissing();
/** Timeout: on a busy machine a frame takes seconds [ms]. */
const PATIENCE = { timeout: 60_000 };

describe.skipIf(missing)(`a scene with air${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?scene=boxes-rope&size=20&paused&backend=cpu`);
    await app.state('paused');
  });
  afterAll(async () => {
    expect(app.errors).toEqual([]);
    await context.close();
    await served.close();
  });

  it('is pressed flat by the key p, as an input of the run, and by the link', async () => {
    const { page } = app;
    const button = page.getByRole('button', { name: 'Flatten', exact: true });
    await button.waitFor(PATIENCE);
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Let go', exact: true }).waitFor(PATIENCE);
    await page.keyboard.press('.');
    await app.frames(1);
    const inputs = () => page.evaluate(() => untangle.session!.simulator.inputs.map(({ parameters }) => parameters));
    await expect.poll(inputs, PATIENCE).toEqual([{ flatten: true }]);
    await expect.poll(() => page.evaluate(() => location.search), PATIENCE).toContain('flatten=on');
    const heights = await page.evaluate(async () => {
      const { world, opened } = untangle.session!;
      const positions = (await opened.backend.read('positions')) as Float32Array;
      // The first body is a box, which nothing holds.
      const end = 3 * world.models[world.bodies[0]!.model]!.topology.vertexCount;
      return [...positions.subarray(0, end)].filter((_, i) => i % 3 === 1);
    });
    expect(new Set(heights.map(Math.abs))).toEqual(new Set([0]));
  });

  it('explains an element, and hides the air by the key a', async () => {
    const { page } = app;
    await page.keyboard.press('e');
    await page.locator('#explore [data-tool="air"]').waitFor(PATIENCE);
    const corners = await page.evaluate(() => {
      untangle.explore!.air!.explain(0);
      return untangle.explore!.air!.explained!.corners.length;
    });
    expect(corners).toBe(3);
    expect(await page.locator('#explore').innerText()).toContain('signed area');
    await page.keyboard.press('e');
    await page.keyboard.press('a');
    await expect.poll(() => page.evaluate(() => location.search), PATIENCE).toContain('hide=air');
  });
});
