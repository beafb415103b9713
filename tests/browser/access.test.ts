import axe, { type Result } from 'axe-core';
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';
import { isFull, some } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();
const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 720 };
/** Impacts of barriers that the page must not have. */
const GRAVE: readonly (string | null | undefined)[] = ['serious', 'critical'];

const SCHEMES = some(['light', 'dark'] as const, 1);

/** Takes long: axe judges the page in many states. */
describe.skipIf(missing)(`access to the page${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?size=900&stepsPerFrame=1&iterations=2`);
    await app.page.setViewportSize(DESK);
    await app.page.locator('#bar [data-key="0"]').waitFor();
    await app.page.locator('.lil-root').waitFor();
    await app.frames(1);
    await app.page.keyboard.press(' ');
    await app.state('paused');
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  /** Expects axe to find no serious and no critical barrier. */
  async function expectNoBarrier({ page }: AppPage): Promise<void> {
    await page.evaluate(axe.source);
    // A card that fades in has little contrast for a moment. One that is closed meanwhile ends its animation.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    const violations: Result[] = await page.evaluate(async () => {
      const run = (globalThis as unknown as { axe: typeof axe }).axe.run;
      return (await run({ resultTypes: ['violations'] })).violations;
    });
    const found = violations
      .filter(({ impact }) => GRAVE.includes(impact))
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`));
    expect(found).toEqual([]);
  }
  const focused = () => app.page.evaluate(() => document.activeElement?.outerHTML.slice(0, 60));

  it.each(SCHEMES)('has no barrier: the page, %s', async (colorScheme) => {
    await app.page.emulateMedia({ colorScheme });
    await expectNoBarrier(app);
  });

  it.each(SCHEMES)('the gallery, %s', async (colorScheme) => {
    await app.page.emulateMedia({ colorScheme });
    await app.page.keyboard.press('g');
    await app.page.locator('#gallery article').first().waitFor();
    await expectNoBarrier(app);
    await app.page.keyboard.press('Escape');
  });

  it.each(SCHEMES)('the help, %s', async (colorScheme) => {
    await app.page.emulateMedia({ colorScheme });
    await app.page.keyboard.press('h');
    await app.page.locator('#help').waitFor();
    await expectNoBarrier(app);
    await app.page.keyboard.press('Escape');
  });

  it.each(SCHEMES)('exploring paths, %s', async (colorScheme) => {
    await app.page.emulateMedia({ colorScheme });
    await app.page.keyboard.press('e');
    await app.page.locator('#explore .leave').waitFor();
    await app.page.locator('#explore [data-tool=section]').click();
    await expectNoBarrier(app);
    await app.page.locator('#explore [data-tool=patches]').click();
    await app.page.locator('#explore .totals').waitFor();
    await app.page.evaluate(() => untangle.explore!.patches.explain(0, 0));
    await expectNoBarrier(app);
    await app.page.keyboard.press('Escape');
  });

  it.each(SCHEMES)('the legend of a field, %s', async (colorScheme) => {
    await app.page.emulateMedia({ colorScheme });
    await app.page.evaluate(() => untangle.colourBy({ field: 'stress', top: undefined }));
    await app.page.locator('#field h2').filter({ hasText: 'Von Mises stress' }).waitFor();
    await expectNoBarrier(app);
    await app.page.locator('#field .close').click();
    await app.page.locator('#field').waitFor({ state: 'hidden' });
  });

  it.runIf(isFull)('the notes of a first visit, wide and at 360 pixels', async () => {
    const visit = await AppPage.open(context, served.url);
    await visit.page.setViewportSize(DESK);
    await visit.page.locator('#visit button').first().waitFor();
    await visit.page.locator('.lil-root').waitFor();
    await expectNoBarrier(visit);
    await visit.page.setViewportSize(PHONE);
    await expectNoBarrier(visit);
    await visit.page.close();
    expect(visit.errors).toEqual([]);
  });

  it('at 360 pixels: the page, the unfolded bar, the chart, the timeline, exploring paths', async () => {
    await app.page.emulateMedia({ colorScheme: 'light' });
    await app.page.setViewportSize(PHONE);
    await expectNoBarrier(app);
    // The panel was opened on a wide page.
    const panel = app.page.locator('.lil-root > .lil-title');
    await panel.click();
    await app.page.locator('#bar .unfold').click();
    await expectNoBarrier(app);
    await app.page.locator('#bar .unfold').click();
    await app.page.keyboard.press('c');
    await app.page.locator('#chart canvas').waitFor();
    await expectNoBarrier(app);
    await app.page.keyboard.press('c');
    await app.page.keyboard.press('t');
    await app.page.locator('#timeline output').waitFor();
    await expectNoBarrier(app);
    await app.page.keyboard.press('t');
    await app.page.keyboard.press('e');
    await app.page.locator('#explore .leave').waitFor();
    await expectNoBarrier(app);
    await app.page.locator('#explore .leave').click();
    await panel.click();
    await app.page.setViewportSize(DESK);
  });

  it('the figures of the plane, wide and at 360 pixels', async () => {
    const figures = await AppPage.open(context, `${served.url}?scene=paths-2d`);
    await figures.page.locator('#bar [data-key=g]').waitFor();
    await figures.page.locator('.lil-root').waitFor();
    for (const size of [DESK, PHONE]) {
      await figures.page.setViewportSize(size);
      await expectNoBarrier(figures);
    }
    await figures.page.close();
    expect(figures.errors).toEqual([]);
  });

  it('names the canvas; arrow keys turn the camera and + and - move it while the canvas has the focus', async () => {
    const canvas = app.page.getByRole('application', { name: /^Eight octopi fall into a box: 8 bodies/ });
    const camera = () =>
      app.page.evaluate(() => {
        const { position, target } = untangle.running!.first.view.travel.viewpoint;
        const [x, y, z] = position.map((coordinate, k) => coordinate - target[k]!);
        return { around: Math.atan2(x!, z!), up: y! / Math.hypot(x!, y!, z!), distance: Math.hypot(x!, y!, z!) };
      });
    await app.page.keyboard.press('ArrowRight');
    // It follows the bodies, and may still be on its way.
    await app.cameraStands();
    const before = await camera();
    await canvas.focus();
    for (const key of ['ArrowRight', 'ArrowUp', '+']) await app.page.keyboard.press(key);
    const after = await camera();
    expect(after.around - before.around).toBeCloseTo((5 * Math.PI) / 180, 3);
    expect(after.up).toBeGreaterThan(before.up);
    expect(after.distance / before.distance).toBeCloseTo(0.9, 2);
    for (const key of ['ArrowLeft', 'ArrowDown', '-']) await app.page.keyboard.press(key);
    expect((await camera()).around).toBeCloseTo(before.around, 3);
    // The space key still pauses the scene, and the canvas keeps the focus.
    await app.page.keyboard.press(' ');
    await app.state('running');
    await app.page.keyboard.press(' ');
    await app.state('paused');
    expect(await canvas.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('shows what has the focus, and the space key presses a button that one has come to by keyboard', async () => {
    await app.page.locator('#views canvas').focus();
    const outlineOf = () =>
      app.page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
        return outlineStyle === 'solid' && Number.parseFloat(outlineWidth) >= 2;
      });
    expect(await outlineOf()).toBe(true);
    // From the canvas to the bar: over the readouts' folded times.
    for (let i = 0; i < 8; i++) {
      await app.page.keyboard.press('Tab');
      expect(await outlineOf(), await focused()).toBe(true);
      if ((await focused())?.includes('data-key="1"')) break;
    }
    expect(await focused()).toContain('data-key="1"');
    await app.page.keyboard.press(' ');
    await app.state('paused');
    await app.page.waitForFunction(() => {
      const { position, target } = untangle.running!.first.view.travel.viewpoint;
      return Math.abs(position[0] - target[0]) < 0.05 * (position[2] - target[2]);
    });
  });

  it('gives dialogs the focus, keeps it there, and gives it back; Escape closes them', async () => {
    for (const [key, dialog, first] of [
      ['g', '#gallery', 'class="picture"'],
      ['h', '#help', 'id="help"'],
    ] as const) {
      await app.page.locator('#views canvas').focus();
      await app.page.keyboard.press(key);
      await expect.poll(focused).toContain(first);
      for (let i = 0; i < 4; i++) {
        await app.page.keyboard.press('Tab');
        const isInside = await app.page.evaluate(
          (selector) => document.activeElement === document.body || !!document.activeElement?.closest(selector),
          dialog,
        );
        expect(isInside, `${key}: ${await focused()}`).toBe(true);
      }
      await app.page.keyboard.press('Escape');
      expect(await app.page.locator(dialog).isVisible()).toBe(false);
      expect(await focused()).toMatch(/^<canvas/);
    }
  });

  it('turns nothing by itself where little motion is wanted: a view is there at once', async () => {
    await app.page.emulateMedia({ reducedMotion: 'reduce' });
    await app.page.keyboard.press('2');
    const places = await app.page.evaluate(async () => {
      const seen: number[] = [];
      for (let paint = 0; paint < 6; paint++) {
        await new Promise(requestAnimationFrame);
        const { position, target } = untangle.running!.first.view.travel.viewpoint;
        seen.push(Math.round(10 * Math.atan2(position[0] - target[0], position[2] - target[2])));
      }
      return [...new Set(seen)];
    });
    await app.page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(places.length).toBeLessThanOrEqual(2);
    expect(places.at(-1)).toBe(Math.round(5 * Math.PI));
  });

  it('works at a zoom of 200 %: nothing is cut off', async () => {
    await app.page.setViewportSize({ width: DESK.width / 2, height: DESK.height / 2 });
    const outside = await app.page.evaluate(
      () =>
        [...document.querySelectorAll('#bar :is(button, select), .lil-root, #readouts')].filter((element) => {
          const { left, top, right, bottom, width } = element.getBoundingClientRect();
          return width > 0 && (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight);
        }).length,
    );
    await app.page.setViewportSize(DESK);
    expect(outside).toBe(0);
  });

  it('had no error', async () => {
    await app.page.close();
    expect(app.errors).toEqual([]);
  });
});
