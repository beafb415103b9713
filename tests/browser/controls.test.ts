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
const LARGE = { width: 2560, height: 1440 };
/** Timeout: on a busy machine a frame takes seconds [ms]. */
const PATIENCE = { timeout: 60_000 };
/** Least side of what a finger hits [pixels]. */
const TARGET = 40;

/** Takes long: the camera glides to many places, and pictures are taken there. */
describe.skipIf(missing)(`the bar and the camera${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?scene=twisted-beam&size=small&stepsPerFrame=1&iterations=2`);
    await app.page.setViewportSize(DESK);
    await app.page.locator('#bar [data-key="0"]').waitFor();
    await app.page.locator('.lil-root').waitFor();
    await app.frames(2);
    await app.page.keyboard.press(' ');
    await app.state('paused');
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  const still = () => app.cameraStands();
  /** A button of the bar: while the panel folds up, its buttons of the same name are still on the page. */
  const onBar = (name: string) => app.page.locator('#bar').getByRole('button', { name, exact: true });

  /** Counts vertices that are drawn on the page where a card lies, or beside the page. */
  const hidden = () =>
    app.page.evaluate(() => {
      const half = untangle.running!.first;
      const cards = [...document.querySelectorAll('#readouts, #bar, .lil-root, #message:not([hidden])')]
        .map((card) => card.getBoundingClientRect())
        .filter(({ width }) => width > 0);
      let count = 0;
      for (let i = 0; i < half.bodies.length; i += 3) {
        const { x, y } = half.view.rig.project([...half.bodies.subarray(i, i + 3)])!;
        const isCovered = cards.some((card) => x > card.left && x < card.right && y > card.top && y < card.bottom);
        if (isCovered || x < 0 || y < 0 || x > innerWidth || y > innerHeight) count++;
      }
      return count;
    });
  const touched = () => app.page.evaluate(() => untangle.running!.first.view.travel.isTouched);
  const offset = () =>
    app.page.evaluate(() => {
      const { position, target } = untangle.running!.first.view.travel.viewpoint;
      const [x, y, z] = position.map((coordinate, k) => coordinate - target[k]!);
      const distance = Math.hypot(x!, y!, z!);
      return [x! / distance, y! / distance, z! / distance];
    });

  it.each(some([PHONE, DESK, LARGE], 1))('draws no vertex below a card at $width x $height', async (size) => {
    await app.page.setViewportSize(size);
    // The panel, which was opened on a wide page, covers a phone.
    const isPhone = size === PHONE;
    if (isPhone) await app.page.locator('.lil-root > .lil-title').click();
    // The panel folds up.
    await app.page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await still();
    expect(await hidden()).toBe(0);
    if (isPhone) await app.page.locator('.lil-root > .lil-title').click();
    await app.page.setViewportSize(DESK);
  });

  it.runIf(isFull)(
    'views the bodies from the front, the side and the top, by keys and buttons, and follows them from there',
    async () => {
      await app.page.keyboard.press('1');
      await still();
      expect((await offset())[2]).toBeGreaterThan(0.99);
      await onBar('View from the side').click();
      await still();
      expect((await offset())[0]).toBeGreaterThan(0.99);
      await app.page.keyboard.press('3');
      await still();
      expect((await offset())[1]).toBeGreaterThan(0.99);
      expect(await hidden()).toBe(0);
      expect(await touched()).toBe(false);
    },
  );

  it('shows all bodies again after the person has come closer', async () => {
    await app.page.mouse.move(640, 400);
    for (let turn = 0; turn < 6; turn++) await app.page.mouse.wheel(0, -400);
    await still();
    expect(await touched()).toBe(true);
    expect(await hidden()).toBeGreaterThan(0);
    await app.page.keyboard.press('0');
    await still();
    expect(await hidden()).toBe(0);
    expect(await touched()).toBe(false);
  });

  it.runIf(isFull)('turns slowly around the bodies if that is chosen', async () => {
    const button = onBar('Turn slowly around the bodies');
    await app.page.keyboard.press('1');
    await still();
    const before = await offset();
    await button.click();
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(async () => Math.abs((await offset())[0]! - before[0]!), PATIENCE).toBeGreaterThan(0.001);
    await app.page.keyboard.press('o');
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    await still();
  });

  it('hides the interface with u, says how to see it again, and shows it with Escape', async () => {
    const cards = app.page.locator('#readouts, #bar, .lil-root');
    await app.page.keyboard.press('u');
    for (const card of await cards.all()) expect(await card.isVisible()).toBe(false);
    expect(await app.message()).toContain('Press u or Esc');
    await still();
    expect(await app.page.evaluate(() => untangle.running!.first.view.rig.freeArea.left)).toBe(0);
    await app.page.keyboard.press('Escape');
    for (const card of await cards.all()) expect(await card.isVisible()).toBe(true);
  });

  it('fills the whole screen with f, and comes back', async () => {
    const isFull = () => app.page.evaluate(() => document.fullscreenElement !== null);
    await app.page.keyboard.press('f');
    await expect.poll(isFull, PATIENCE).toBe(true);
    const button = onBar('Whole screen');
    await expect.poll(() => button.getAttribute('aria-pressed'), PATIENCE).toBe('true');
    await app.page.keyboard.press('f');
    await expect.poll(isFull, PATIENCE).toBe(false);
  });

  describe('on a phone', () => {
    beforeAll(async () => {
      await app.page.setViewportSize(PHONE);
      await app.page.locator('.lil-root > .lil-title').click();
    });

    it('has targets for fingers, within the page', async () => {
      await onBar('More').click();
      const targets = await app.page.locator('#bar :is(button, select):visible').all();
      expect(targets.length).toBeGreaterThanOrEqual(12);
      for (const target of targets) {
        const { x, y, width, height } = (await target.boundingBox())!;
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(TARGET);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + width).toBeLessThanOrEqual(PHONE.width);
        expect(y + height).toBeLessThanOrEqual(PHONE.height);
      }
      await onBar('More').click();
    });

    it('resumes and pauses, restarts, chooses how collisions are found, opens the gallery', async () => {
      await onBar('Resume').click();
      await app.state('running');
      await onBar('Pause').click();
      await app.state('paused');
      await app.page.locator('#bar').getByLabel('Collisions').selectOption('dcd');
      expect(await app.page.evaluate(() => untangle.session!.simulator.parameters.mode)).toBe('dcd');
      const session = await app.page.evaluateHandle(() => untangle.session);
      await onBar('Restart the scene').click();
      await app.page.waitForFunction((old) => untangle.session && untangle.session !== old, session);
      expect(await app.page.locator('#bar').getByLabel('Collisions').inputValue()).toBe('dcd');
      await onBar('All scenes').click();
      await app.page.locator('#gallery article').first().waitFor();
      await app.page.getByRole('button', { name: 'close (g)' }).click();
      expect(await app.page.locator('#gallery').isVisible()).toBe(false);
    });

    it('explores paths below the scene, and a button leads back', async () => {
      // The restarted scene is still paused, before its first frame.
      await app.page.keyboard.press('.');
      await app.frames(1);
      await onBar('More').click();
      await onBar('Explore paths').click();
      const leave = app.page.locator('#explore .leave');
      await leave.waitFor();
      const card = (await app.page.locator('#explore').boundingBox())!;
      expect(card.y).toBeGreaterThan(PHONE.height / 3);
      expect(card.x + card.width).toBeLessThanOrEqual(PHONE.width);
      expect((await leave.boundingBox())!.height).toBeGreaterThanOrEqual(TARGET);
      await leave.click();
      expect(await app.page.locator('#explore').isVisible()).toBe(false);
      await onBar('More').click();
    });

    it('shows the figures of the plane above their card, and a button leads to all scenes', async () => {
      const figures = await AppPage.open(context, `${served.url}?scene=paths-2d`);
      await figures.page.setViewportSize(PHONE);
      const gallery = figures.page.getByRole('button', { name: 'All scenes' });
      await gallery.waitFor();
      const [figure, card] = [
        (await figures.page.locator('.view-2d svg').boundingBox())!,
        (await figures.page.locator('#explore').boundingBox())!,
      ];
      expect(figure.width).toBeGreaterThan(0.8 * PHONE.width);
      expect(figure.height).toBeGreaterThan(PHONE.height / 3);
      expect(figure.y + figure.height).toBeLessThanOrEqual(card.y);
      await gallery.click();
      await figures.page.locator('#gallery article').first().waitFor();
      await figures.page.close();
      expect(figures.errors).toEqual([]);
    });
  });

  it('had no error', async () => {
    await app.page.close();
    expect(app.errors).toEqual([]);
  });
});
