import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';
import {
  dragsBody,
  movesSlider,
  OVERLAPPING,
  recordsAndDownloads,
  seesOctopi,
  SIZE,
  switchesWhileRunning,
  turnsBlue,
} from './scenario.ts';
import { isFull } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();

/** Takes long: kernels run in software, and each start compiles them. */
describe.skipIf(missing)(`the page on WebGPU${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: true, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?backend=gpu&size=${SIZE}`);
    await app.frames(1);
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  it('runs on the adapter, and says that it is emulated', async () => {
    const [kind, adapter, drawn] = await app.page.evaluate(() => {
      const { backend, drawn } = untangle.session!.opened;
      return [backend.kind, backend.adapter, drawn !== undefined] as const;
    });
    expect([kind, drawn]).toEqual(['gpu', true]);
    expect(adapter).toMatch(/swiftshader/i);
    expect(await app.message()).toContain('emulated in software');
  });
  it('shows octopi, drawn from the buffers that the kernels write', () => seesOctopi(app));
  it.runIf(isFull)('takes a slider', () => movesSlider(app));
  it('lets the mouse drag a body', () => dragsBody(app));
  it('records and downloads', async () => {
    const { adapter } = await recordsAndDownloads(app, 'gpu');
    expect(adapter).toMatch(/swiftshader/i);
  });
  it('shows contacts, points, wireframe and tetrahedra; switches the mode', () => switchesWhileRunning(app));

  it.runIf(isFull)('changes to the CPU and back', async () => {
    const change = async (kind: 'cpu' | 'gpu') => {
      await app.row('backend').locator('select').selectOption(kind);
      await app.state('starting');
      await app.state('running');
      await app.frames(1);
      expect(await app.page.evaluate(() => untangle.session!.opened.backend.kind)).toBe(kind);
    };
    await app.openFolder('Method');
    await change('cpu');
    await seesOctopi(app);
    await change('gpu');
  });

  it('starts again on a new device when its own is lost, on a new canvas, and turns intersecting bodies blue', async () => {
    // Both in one start, since each compiles all kernels.
    await app.page.evaluate((settings) => untangle.setParameters(settings), OVERLAPPING);
    await app.page.evaluate(() => {
      document.querySelector('canvas')!.id = 'lost';
      untangle.session!.opened.drawn!.device.destroy();
    });
    await app.state('starting');
    await app.state('running');
    await app.frames(1);
    expect(await app.message()).toContain('device was lost');
    expect(await app.page.locator('canvas#lost').count()).toBe(0);
    expect(await app.page.evaluate(() => untangle.session!.opened.backend.kind)).toBe('gpu');
    await turnsBlue(app);
    // three's timing of the frame in which the device was lost.
    app.forgive('Error resolving queries');
  });

  it('had no error', async () => {
    await app.page.close();
    expect(app.errors).toEqual([]);
  });
});
