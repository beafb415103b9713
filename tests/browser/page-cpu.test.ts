import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Simulator } from '../../src/simulation/simulator.ts';
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
  usesKeys,
} from './scenario.ts';
import { isFull } from '../fixtures/tier.ts';

declare const untangle: App;
/** The simulator before a restart. */
declare const before: Simulator;

const missing = browserMissing();

/** Takes long: four visits to the page, and a pull that acts for half a second of the scene. */
describe.skipIf(missing)(`the page without WebGPU${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?size=${SIZE}`);
    await app.frames(1);
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  it('says that there is no WebGPU, and runs on the CPU with all its cores', async () => {
    expect(await app.message()).toContain('no WebGPU');
    const [kind, cores, drawn] = await app.page.evaluate(() => {
      const { backend, drawn } = untangle.session!.opened;
      return [backend.kind, backend.adapter, drawn === undefined, navigator.hardwareConcurrency] as const;
    });
    expect([kind, drawn]).toEqual(['cpu', true]);
    expect(cores).toMatch(/^(\d+) of \1 cores$/);
  });
  it('welcomes in few words, which its cross hides', async () => {
    const own = await app.page.locator('#message').evaluate((element) => element.firstChild?.textContent);
    expect(own).toBe('Go on, pull one: drag a body. Drag beside it to look around.');
    await app.page.keyboard.press('i');
    await app.page.locator('#message .close').click();
    expect(await app.page.locator('#message').isVisible()).toBe(false);
  });
  it('shows octopi', () => seesOctopi(app));
  it('pauses, goes a step, shows help', () => usesKeys(app));
  it('takes a slider', () => movesSlider(app));
  it('lets the mouse drag a body', () => dragsBody(app));
  it('records and downloads', () => recordsAndDownloads(app, 'cpu'));
  it('shows contacts, points, wireframe and tetrahedra; switches the mode', () => switchesWhileRunning(app));

  it('stops a broken simulation, says where it broke, and starts again', async () => {
    await app.page.keyboard.press(' ');
    await app.state('paused');
    await app.page.evaluate(async () => {
      const { backend } = untangle.session!.opened;
      const velocities = (await backend.read('velocities')) as Float32Array;
      await backend.write('velocities', velocities.slice().fill(Number.NaN, 0, 3));
    });
    await app.page.keyboard.press(' ');
    await app.state('stopped');
    expect(await app.message()).toMatch(/simulation broke. step \d+: body 0 .* after 'predict'/);
    await app.page.locator('#message').getByRole('button', { name: 'Restart', exact: true }).click();
    await app.state('running');
    await app.frames(1);
  });

  it('starts again with r and keeps the sliders’ values; the recording ends there, with a notice', async () => {
    await app.openFolder('Record frame timings');
    await app.page.getByRole('button', { name: 'Start recording', exact: true }).click();
    await app.page.waitForFunction(() =>
      /recording, [2-9]/.test(document.querySelector('#readouts .origin')!.textContent!),
    );
    await app.page.evaluate(() => Object.assign(globalThis, { before: untangle.session!.simulator }));
    await app.page.keyboard.press('r');
    await app.state('starting');
    await app.state('running');
    await app.frames(1);
    expect(await app.page.evaluate(() => untangle.recording!.isOn)).toBe(false);
    await app.page.getByRole('button', { name: 'Start recording', exact: true }).waitFor();
    expect(await app.message()).toMatch(/Recorded \d+ frames of octopi-8: download/);
    const [isNew, mode, iterations] = await app.page.evaluate(() => {
      const { simulator } = untangle.session!;
      return [simulator !== before, simulator.parameters.mode, simulator.parameters.iterations] as const;
    });
    expect([isNew, mode, iterations]).toEqual([true, 'off', 3]);
    // The mouse may have moved the camera in the tests above.
    await expect
      .poll(() => new URL(app.page.url()).search)
      .toMatch(new RegExp(`^\\?scene=octopi-8&size=${SIZE}&mode=off&iterations=3(&camera=[-\\d.,]+)?$`));
  });

  it.runIf(isFull)('turns intersecting bodies blue', async () => {
    await app.page.evaluate((settings) => {
      untangle.setParameters(settings);
      untangle.reset();
    }, OVERLAPPING);
    await app.state('starting');
    await app.state('running');
    await turnsBlue(app);
  });

  it('had no error', async () => {
    await app.page.close();
    expect(app.errors).toEqual([]);
  });

  it('names the bad parts of a link, and runs the rest', async () => {
    const link = '?scene=octopi-9&backend=gpu&size=12&mode=soft&iterations=2.5&gravity=-40&flavour=red&density=500';
    const bad = await AppPage.open(context, `${served.url}${link}&size=900&stepsPerFrame=1`);
    await bad.frames(1);
    const message = await bad.message();
    for (const part of [
      "unknown scene 'octopi-9'; known are octopi-8",
      'gpu backend',
      "size is '12'; expected a whole number from 900 to 200000",
      "mode is 'soft'; allowed are off, ccd, dcd, hybrid",
      "iterations is '2.5'; expected a whole number from 1 to 100",
      "gravity is '-40'; expected a number from -30 to 30",
      "unknown parameter 'flavour'",
    ]) {
      expect(message).toContain(part);
    }
    expect(await bad.page.evaluate(() => untangle.session!.simulator.parameters.density)).toBe(500);
    await bad.page.close();
    expect(bad.errors).toEqual([]);
  });

  it('runs with one worker where the headers for shared memory are missing, and says so', async () => {
    const alone = await AppPage.open(context, `${served.url}?size=900&stepsPerFrame=1`, withoutIsolation);
    await alone.frames(1);
    expect(await alone.page.evaluate(() => crossOriginIsolated)).toBe(false);
    expect(await alone.message()).toContain('one worker');
    expect(await alone.page.evaluate(() => untangle.session!.opened.backend.adapter)).toMatch(/^1 of/);
    await seesOctopi(alone);
    await alone.page.close();
    expect(alone.errors).toEqual([]);
  });

  it.runIf(isFull)(
    'runs with one worker in a browser that shares no memory although the page is isolated, and says so',
    async () => {
      const alone = await AppPage.open(context, `${served.url}?size=900&stepsPerFrame=1`, async (page) => {
        await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SharedArrayBuffer'));
      });
      await alone.frames(2);
      expect(await alone.page.evaluate(() => [crossOriginIsolated, typeof SharedArrayBuffer])).toEqual([
        true,
        'undefined',
      ]);
      expect(await alone.message()).toContain('This browser shares no memory among workers: one worker');
      expect(await alone.page.evaluate(() => untangle.session!.opened.backend.adapter)).toMatch(/^1 of/);
      await alone.page.close();
      expect(alone.errors).toEqual([]);
    },
  );
});

/** Serves the page without the headers for shared memory. */
async function withoutIsolation(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    delete headers['cross-origin-opener-policy'];
    delete headers['cross-origin-embedder-policy'];
    await route.fulfill({ response, headers });
  });
}
