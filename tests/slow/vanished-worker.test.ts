import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from '../browser/app-page.ts';
import { some } from '../fixtures/tier.ts';

declare const untangle: App;

declare global {
  /** All pool workers that the page has started, dead ones included. */
  var poolWorkers: Worker[];
  var before: App['running'];
}

const missing = browserMissing();

/** Runs before the page's scripts: keeps the pools' workers, and speeds long timeouts up by this factor. */
async function watched(page: Page, haste: { readonly intervals: number; readonly timeouts: number }): Promise<void> {
  await page.addInitScript(({ intervals, timeouts }) => {
    globalThis.poolWorkers = [];
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (String(url).includes('pool.worker')) poolWorkers.push(this);
      }
    };
    const LONG = 1000;
    const { setInterval, setTimeout } = globalThis;
    const faster = (ms: number | undefined, times: number) => (ms && ms > LONG ? ms / times : ms);
    Object.assign(globalThis, {
      setInterval: (act: () => void, ms?: number) => setInterval(act, faster(ms, intervals)),
      setTimeout: (act: () => void, ms?: number) => setTimeout(act, faster(ms, timeouts)),
    });
  }, haste);
}

describe.skipIf(missing)(`a worker that vanishes without any event${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  const open = (haste: Parameters<typeof watched>[1]) =>
    AppPage.open(context, `${served.url}?size=900&stepsPerFrame=1&iterations=2`, (page) => watched(page, haste));
  const endOne = (app: AppPage) => app.page.evaluate(() => poolWorkers.at(-1)!.terminate());

  it('is replaced after a while, and the scene goes on', async () => {
    const app = await open({ intervals: 20, timeouts: 1 });
    await app.frames(2);
    const started = await app.page.evaluate(() => poolWorkers.length);
    await endOne(app);
    await app.moreFrames(2);
    expect(await app.page.evaluate(() => poolWorkers.length)).toBeGreaterThan(started);
    await app.page.close();
    expect(app.errors).toEqual([]);
  });

  it.each(some(['reset', 'another scene'], 1))(
    'a request of the person meanwhile does not wait for it: %s',
    async (what) => {
      // As if the watch never reacted.
      const app = await open({ intervals: 1e-3, timeouts: 20 });
      await app.frames(2);
      await endOne(app);
      await app.page.evaluate((isReset) => {
        globalThis.before = untangle.running;
        if (isReset) untangle.reset();
        else untangle.load({ scene: 'nested-knots', size: 4500 });
      }, what === 'reset');
      await app.page.waitForFunction(() => untangle.running && untangle.running !== before);
      await app.frames(2);
      const name = await app.page.evaluate(() => untangle.session!.scene.name);
      expect(name).toBe(what === 'reset' ? 'octopi-8' : 'nested-knots');
      await app.page.close();
      expect(app.errors).toEqual([]);
    },
  );
});
