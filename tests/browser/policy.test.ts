import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';

// Takes long: each policy has a visit to the page of its own.
declare const untangle: App;

const missing = browserMissing();

describe.skipIf(missing)(`under a policy of default-src 'self'${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  beforeAll(async () => {
    served = await servePage('dist/page', { 'Content-Security-Policy': "default-src 'self'" });
    context = await launchBrowser({ webgpu: true, scale: COARSE });
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  it('is the policy that the page is served with', async () => {
    const page = await context.newPage();
    const answer = await page.goto(`${served.url}favicon.svg`);
    expect(answer!.headers()).toMatchObject({
      'content-security-policy': "default-src 'self'",
      'cross-origin-embedder-policy': 'require-corp',
    });
    await page.close();
  });

  it('the page refuses nothing', async () => {
    const app = await AppPage.open(context, `${served.url}?size=900&stepsPerFrame=1&chart`);
    const { page } = app;
    await app.frames(3);
    const legend = page.locator('#chart li:not([hidden]) i').first();
    expect(await legend.evaluate((mark) => getComputedStyle(mark).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)');
    await page.locator('#chart canvas').hover();
    // lil-gui's own style sheet has come, and its icons.
    expect(await page.locator('.lil-gui.lil-root').evaluate((panel) => getComputedStyle(panel).width)).toBe('300px');
    expect(await page.evaluate(() => document.fonts.check('12px "lil-gui"'))).toBe(true);
    await app.openFolder('Record frame timings');
    await page.getByRole('button', { name: 'Start recording', exact: true }).click();
    await app.moreFrames(2);
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV', exact: true }).click();
    expect((await started).suggestedFilename()).toMatch(/^untangle-octopi-8-900-.*\.csv$/);
    await page.keyboard.press('g');
    await page.locator('#gallery [data-scene=octopi-8] img').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await page.waitForFunction(() => untangle.explore);
    await page.close();
    app.forgive('WebAssembly');
    expect(app.errors).toEqual([]);
  });

  it('the material is solved without SIMD, and the page says so', async () => {
    const app = await AppPage.open(context, `${served.url}?size=900&stepsPerFrame=1&backend=cpu`);
    await app.frames(2);
    expect(await app.message()).toContain(
      "The material takes about 1.7 times as long as it could, since the page's content security policy refuses WebAssembly, expected 'wasm-unsafe-eval' in its script-src.",
    );
    expect(await app.page.evaluate(() => untangle.session!.opened.backend.adapter)).toMatch(/, without SIMD$/);
    await app.page.close();
    app.forgive('WebAssembly');
    expect(app.errors).toEqual([]);
  });

  it("with 'wasm-unsafe-eval' the material is solved with SIMD", async () => {
    const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
    const own = await servePage('dist/page', { 'Content-Security-Policy': policy });
    const app = await AppPage.open(context, `${own.url}?size=900&stepsPerFrame=1&backend=cpu`);
    await app.frames(2);
    expect(await app.message()).not.toContain('WebAssembly');
    expect(await app.page.evaluate(() => untangle.session!.opened.backend.pool.withoutSimd)).toBeUndefined();
    await app.page.close();
    await own.close();
    expect(app.errors).toEqual([]);
  });

  it("the paper's figures have their colours", async () => {
    const app = await AppPage.open(context, `${served.url}?scene=paths-2d`);
    const mark = app.page.locator('#explore dl i').first();
    await mark.waitFor();
    expect(await mark.evaluate((line) => getComputedStyle(line).getPropertyValue('--swatch'))).toMatch(
      /^#[0-9a-f]{6}$/,
    );
    await app.page.close();
    app.forgive('WebAssembly');
    expect(app.errors).toEqual([]);
  });
});
