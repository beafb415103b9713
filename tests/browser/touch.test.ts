import type { BrowserContext, CDPSession } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';
import { isFull } from '../fixtures/tier.ts';

// Takes long: fingers pull and press for as long as a person would.
declare const untangle: App;
declare global {
  /** Messages of the page, in their order. */
  var told: string[];
  /** Number of fingers that were lifted. */
  var lifted: number;
}

const missing = browserMissing();
const PHONE = { width: 360, height: 640 };
/** Eight bodies that stand still, so that fingers meet them where they are seen. */
const STILL = '?scene=octopi-8&size=900&backend=cpu&paused';

/** More than the time of a long press (src/ui/hand/hand.ts) [ms]. */
const LONGER_THAN_A_PRESS = 700;

/** A finger on the screen [pixels]. */
interface Finger {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

describe.skipIf(missing)(`fingers on a phone${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let phone: BrowserContext;
  let app: AppPage;
  let screen: CDPSession;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    phone = await context
      .browser()!
      .newContext({ hasTouch: true, isMobile: true, viewport: PHONE, deviceScaleFactor: COARSE });
    app = await AppPage.open(phone, `${served.url}${STILL}`);
    await app.page.setViewportSize(PHONE);
    screen = await phone.newCDPSession(app.page);
    await app.state('paused');
    await app.hideMessages();
    // Each message replaces the one before, perhaps before the test has seen it.
    await app.page.evaluate(() => {
      const message = document.querySelector('#message')!;
      globalThis.told = [];
      new MutationObserver(() => globalThis.told.push(message.textContent!)).observe(message, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    await app.cameraStands();
  });
  afterAll(async () => {
    await phone?.close();
    await context?.close();
    await served?.close();
  });

  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: readonly Finger[]) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((finger) => ({ ...finger })) });
  const grabs = () => app.page.evaluate(() => untangle.session!.simulator.grabs);
  const isCameraTouched = () => app.page.evaluate(() => untangle.running!.first.view.travel.isTouched);
  /** Whether a finger holds a body: then the camera's controls are off. */
  const isHolding = () => app.page.evaluate(() => !untangle.running!.first.view.controls.enabled);
  /** Unit vector from the camera's target to the camera. */
  const direction = () =>
    app.page.evaluate(() => {
      const { camera, controls } = untangle.running!.first.view;
      return camera.position.clone().sub(controls.target).normalize().toArray();
    });
  /** Returns where the middle of a body is seen [pixels]. */
  const placeOf = (body: number) =>
    app.page.evaluate((index) => {
      const { first } = untangle.running!;
      const { world } = first.session;
      const { vertexBase: from } = world.bodies[index]!;
      const to = world.bodies[index + 1]?.vertexBase ?? world.vertexCount;
      const middle = [0, 1, 2].map((k) => {
        let sum = 0;
        for (let v = from; v < to; v++) sum += first.bodies[3 * v + k]!;
        return sum / (to - from);
      });
      const { camera, canvas } = first.view;
      const [x, y] = camera.position
        .clone()
        .set(...(middle as [number, number, number]))
        .project(camera);
      return { x: ((1 + x!) / 2) * canvas.clientWidth, y: ((1 - y!) / 2) * canvas.clientHeight };
    }, body);

  it('pull a body each, at once, and let go one by one', async () => {
    // The code of the hand comes after the first frame. Once it is there, the cursor tells where a body is.
    const { x, y } = await placeOf(0);
    await expect
      .poll(async () => {
        await app.page.mouse.move(0, 0);
        await app.page.mouse.move(x, y);
        return app.page.evaluate(() => untangle.running!.first.view.canvas.style.cursor);
      })
      .toBe('grab');
    const [a, b] = [
      { id: 1, ...(await placeOf(0)) },
      { id: 2, ...(await placeOf(3)) },
    ];
    const moved = (pixels: number): [Finger, Finger] => [
      { ...a, x: a.x + pixels },
      { ...b, y: b.y - pixels },
    ];
    // No call waits for the one before: on a slow machine the fingers would rest so long that they pin the bodies.
    await Promise.all([touch('touchStart', [a]), touch('touchStart', [a, b]), touch('touchMove', moved(15))]);
    const held = await grabs();
    expect(held.length).toBe(2);
    const [a2, b2] = moved(60);
    await touch('touchMove', [a2, b2]);
    await expect
      .poll(async () => {
        const ways = (await grabs()).map(({ target }, i) => target.map((x, k) => x - held[i]!.target[k]!));
        return Math.min(...ways.map((way) => Math.hypot(...way)));
      })
      .toBeGreaterThan(0.01);
    // Fingers that have moved pin nothing, however long they rest afterwards. This timer ends after that of a long press.
    await app.page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), LONGER_THAN_A_PRESS);
    await app.page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await app.page.evaluate(() => told.filter((one) => one.includes('Pinned')))).toEqual([]);
    await app.page.evaluate(() => {
      globalThis.lifted = 0;
      addEventListener('pointerup', () => globalThis.lifted++);
    });
    const lifted = () => app.page.evaluate(() => globalThis.lifted);
    await touch('touchEnd', [b2]);
    expect([await lifted(), await isHolding()]).toEqual([1, true]);
    await touch('touchEnd', []);
    expect([await lifted(), await isHolding()]).toEqual([2, false]);
    // A pull that ends while the scene is paused acts for half a second of simulated time once the scene resumes, then ends.
    await app.page.keyboard.press(' ');
    await app.page.waitForFunction(() => untangle.session!.simulator.grabs.length === 0);
    await app.page.keyboard.press(' ');
    await app.state('paused');
    expect(await isCameraTouched()).toBe(false);
  });

  it('pin by a long press, and free by another', async () => {
    for (const [words, count] of [
      ['Pinned', 1],
      ['Free again', 0],
    ] as const) {
      await app.cameraStands();
      await touch('touchStart', [{ id: 1, ...(await placeOf(0)) }]);
      await app.page.waitForFunction((text) => told.some((one) => one.includes(text)), words);
      await touch('touchEnd', []);
      expect((await grabs()).length).toBe(count);
    }
  });

  it.runIf(isFull)('turn the camera beside the bodies', async () => {
    const before = await direction();
    const finger = { id: 1, x: 20, y: 400 };
    await touch('touchStart', [finger]);
    expect(await grabs()).toEqual([]);
    for (const dx of [10, 30, 60]) await touch('touchMove', [{ ...finger, x: finger.x + dx }]);
    await touch('touchEnd', []);
    await app.cameraStands();
    const after = await direction();
    expect(Math.hypot(...after.map((x, k) => x - before[k]!))).toBeGreaterThan(0.1);
    expect(await isCameraTouched()).toBe(true);
  });

  it('had no error', () => expect(app.errors).toEqual([]));
});
