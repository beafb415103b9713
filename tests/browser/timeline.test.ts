import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { isFull } from '../fixtures/tier.ts';
import { AppPage, HIDE_PANELS } from './app-page.ts';

declare const untangle: App;

const missing = browserMissing();
const PHONE = { width: 360, height: 640 };
const DESK = { width: 1280, height: 720 };
/** Timeout: on a busy machine a frame takes seconds [ms]. */
const PATIENCE = { timeout: 60_000 };
/** Least side of what a finger hits [pixels]. */
const TARGET = 40;
/** A small scene of short frames, which waits at its start; its camera stays where it is. */
const SCENE = '?size=900&stepsPerFrame=1&iterations=2&paused&camera=6,4,6,0,1,0';

/** Simulates frames one by one, up to that number of frames. */
async function stepTo(app: AppPage, count: number): Promise<void> {
  for (let frame = await app.frameCount(); frame < count; ) {
    await app.page.keyboard.press('.');
    await app.frames(++frame);
  }
}

/** Opens a scene with its timeline, before the first frame. */
async function openWithTimeline(context: BrowserContext, url: string): Promise<AppPage> {
  const app = await AppPage.open(context, url);
  await app.page.setViewportSize(DESK);
  await app.state('paused');
  // The picture makes room for the panel, which comes late, and for the first message, which goes some time later.
  await app.page.waitForSelector('.lil-gui');
  await app.page.keyboard.press('Escape');
  await app.page.locator('#message').waitFor({ state: 'hidden' });
  await app.page.keyboard.press('t');
  await app.page.locator('#timeline').waitFor();
  await app.cameraStands();
  return app;
}

const hash = ({ page }: AppPage) => page.evaluate(() => untangle.session!.simulator.hash());
const place = ({ page }: AppPage) => page.locator('#timeline output').innerText();
/** For each half, the greatest distance along an axis between what is drawn and what is simulated [m]. */
const offsets = ({ page }: AppPage) =>
  page.evaluate(() =>
    Promise.all(
      untangle.running!.halves.map(async ({ session, bodies }) => {
        const simulated = (await session.opened.backend.read('positions')) as Float32Array;
        return simulated.reduce((most, x, i) => Math.max(most, Math.abs(x - bodies[i]!)), 0);
      }),
    ),
  );
const picture = async ({ page }: AppPage) => {
  // A slow machine draws moving pictures more coarsely, and a still one in full detail.
  await page.waitForFunction(() => {
    const { width, clientWidth } = document.querySelector('canvas')!;
    return width === clientWidth * devicePixelRatio;
  });
  // An invisible element would lose the focus.
  const style = `${HIDE_PANELS} #timeline { opacity: 0 !important }`;
  return (await page.screenshot({ style })).toString('base64');
};

/** Takes long: three visits to the page, whose pictures are compared once they stand still. */
describe.skipIf(missing)(`the timeline${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  /** The picture of the newest state of the first ten frames. */
  let newest: string;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await openWithTimeline(context, `${served.url}${SCENE}`);
    await stepTo(app, 10);
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  it('keeps each frame, and tells how many and how much memory they take', async () => {
    expect(await place(app)).toMatch(/^0\.\d\d s, frame 10$/);
    expect(await app.page.locator('#timeline small').innerText()).toMatch(
      /^Keeps the last 10 frames: \d MB of at most 96 MB\.$/,
    );
    expect(await offsets(app)).toEqual([0]);
    newest = await picture(app);
  });

  it('shows an earlier state, frame by frame with the arrow keys, and doesn’t touch the simulated one', async () => {
    const before = await hash(app);
    await app.page.locator('#timeline input').focus();
    await app.page.keyboard.press('Home');
    await expect.poll(() => offsets(app).then(([offset]) => offset!), PATIENCE).toBeGreaterThan(0);
    expect(await place(app)).toMatch(/frame 1$/);
    const farthest = (await offsets(app))[0]!;
    expect(await picture(app)).not.toBe(newest);
    for (const _ of [1, 2, 3]) await app.page.keyboard.press('ArrowRight');
    expect(await app.page.locator('#timeline input').getAttribute('aria-valuetext')).toMatch(/frame 4$/);
    await expect.poll(() => offsets(app).then(([offset]) => offset!), PATIENCE).toBeLessThan(farthest);
    expect(await hash(app)).toBe(before);
    // Nobody can pull what isn't there any more.
    expect(await app.page.evaluate(() => untangle.running!.first.canPull)).toBe(false);
  });

  it('goes back to the newest state, which looks as before', async () => {
    await app.page.getByRole('button', { name: 'Back to now' }).click();
    await expect.poll(() => offsets(app), PATIENCE).toEqual([0]);
    expect(await place(app)).toMatch(/frame 10$/);
    await app.page.mouse.move(1, 1);
    await expect.poll(() => picture(app).then((now) => now === newest), PATIENCE).toBe(true);
    expect(await app.page.evaluate(() => untangle.running!.first.canPull)).toBe(true);
  });

  it('lets the scene go on to the same bits as if nobody had looked back', async () => {
    await stepTo(app, 12);
    await app.page.locator('#timeline input').focus();
    await app.page.keyboard.press('Home');
    await expect.poll(() => offsets(app).then(([offset]) => offset!), PATIENCE).toBeGreaterThan(0);
    // A step from the past goes on from the newest state.
    await stepTo(app, 15);
    expect(await offsets(app)).toEqual([0]);
    const straight = await AppPage.open(context, `${served.url}${SCENE}`);
    await straight.state('paused');
    await stepTo(straight, 15);
    expect(await hash(app)).toBe(await hash(straight));
    await straight.page.close();
    expect(straight.errors).toEqual([]);
  });

  it.runIf(isFull)('plays the kept frames once, or again and again', async () => {
    const shown = await app.page.evaluateHandle(() => {
      const places: string[] = [];
      const output = document.querySelector('#timeline output')!;
      const add = () => {
        if (output.textContent !== places.at(-1)) places.push(output.textContent!);
      };
      new MutationObserver(add).observe(output, { childList: true });
      return places;
    });
    const last = /frame 15$/;
    const timesOfFirst = async () => (await shown.jsonValue()).filter((text) => text.endsWith('frame 1')).length;
    await app.page.getByLabel('Speed', { exact: true }).selectOption('⅒ speed');
    await app.page.getByRole('button', { name: 'Play the kept frames' }).click();
    // Playing begins anew, since the newest frame was shown, and ends there.
    await expect.poll(timesOfFirst, PATIENCE).toBe(1);
    await expect.poll(() => place(app), PATIENCE).toMatch(last);
    await app.page.getByRole('button', { name: 'Play the kept frames' }).waitFor();
    await app.page.getByRole('button', { name: 'Play again and again' }).click();
    await app.page.getByRole('button', { name: 'Play the kept frames' }).click();
    const before = await timesOfFirst();
    await expect.poll(timesOfFirst, PATIENCE).toBeGreaterThan(before);
    expect(await app.page.evaluate(() => [document.body.dataset.state, untangle.frames])).toEqual(['paused', 15]);
  });

  it('fits a phone: targets for fingers, beside the bar and the message', async () => {
    await app.page.setViewportSize(PHONE);
    await app.page.keyboard.press('i');
    const boxOf = async (selector: string) => (await app.page.locator(selector).boundingBox())!;
    const bottomOf = ({ y, height }: { readonly y: number; readonly height: number }) => y + height;
    // The message moves once the timeline's new height is known.
    const isAbove = async (upper: string, lower: string) => bottomOf(await boxOf(upper)) <= (await boxOf(lower)).y;
    await expect.poll(() => isAbove('#message', '#timeline'), PATIENCE).toBe(true);
    expect(await isAbove('#timeline', '#bar')).toBe(true);
    const timeline = await boxOf('#timeline');
    for (const target of await app.page.locator('#timeline :is(button, select, input)').all()) {
      const { x, width, height } = (await target.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(TARGET);
      expect(x).toBeGreaterThanOrEqual(timeline.x);
      expect(x + width).toBeLessThanOrEqual(timeline.x + timeline.width);
    }
    await app.page.setViewportSize(DESK);
  });

  it('is left by Resume, closed by t, and empty after a restart', async () => {
    await app.page.locator('#views canvas').focus();
    await app.page.keyboard.press(' ');
    await app.state('running');
    await app.frames(16);
    expect(await app.page.evaluate(() => document.body.dataset.past)).toBeUndefined();
    await app.page.keyboard.press(' ');
    await app.state('paused');
    await app.page.keyboard.press('r');
    await app.page.waitForFunction(() => untangle.running && untangle.frames === 0);
    await expect.poll(() => place(app), PATIENCE).toBe('no frame yet');
    await app.page.keyboard.press('t');
    expect(await app.page.locator('#timeline').isVisible()).toBe(false);
    await app.page.close();
    expect(app.errors).toEqual([]);
  });

  it.runIf(isFull)('moves both sides of a comparison', async () => {
    const both = await openWithTimeline(context, `${served.url}${SCENE}&compare=mode:off`);
    await stepTo(both, 3);
    expect(await offsets(both)).toEqual([0, 0]);
    await both.page.locator('#timeline input').focus();
    await both.page.keyboard.press('Home');
    await expect.poll(() => offsets(both).then((sides) => Math.min(...sides)), PATIENCE).toBeGreaterThan(0);
    await both.page.keyboard.press('t');
    await expect.poll(() => offsets(both), PATIENCE).toEqual([0, 0]);
    await both.page.close();
    expect(both.errors).toEqual([]);
  });
});

describe.skipIf(missing)(`the timeline on the GPU${missing ? ` (${missing})` : ''}`, () => {
  it.runIf(isFull)(
    'draws earlier states from copies, then the simulation’s own buffers again, which look as before',
    async () => {
      const served = await servePage();
      const context = await launchBrowser({ webgpu: true, scale: COARSE });
      try {
        const app = await openWithTimeline(context, `${served.url}${SCENE}&backend=gpu&mode=off`);
        await stepTo(app, 4);
        await app.cameraStands();
        expect(await app.page.evaluate(() => untangle.session!.opened.drawn !== undefined)).toBe(true);
        const [before, newest] = [await hash(app), await picture(app)];
        await app.page.locator('#timeline input').focus();
        await app.page.keyboard.press('Home');
        await expect.poll(() => offsets(app).then(([offset]) => offset!), PATIENCE).toBeGreaterThan(0);
        expect(await picture(app)).not.toBe(newest);
        await app.page.keyboard.press('End');
        await expect.poll(() => offsets(app), PATIENCE).toEqual([0]);
        // The timeline stays open, since the camera uses the room of a card that closes.
        await app.page.getByRole('button', { name: 'Back to now', exact: true }).click();
        await expect.poll(() => picture(app).then((now) => now === newest), PATIENCE).toBe(true);
        expect(await hash(app)).toBe(before);
        expect(app.errors).toEqual([]);
      } finally {
        await context.close();
        await served.close();
      }
    },
  );
});
