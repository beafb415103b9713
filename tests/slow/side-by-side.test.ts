// Takes long: shows two runs beside each other in a browser that draws by software.
import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from '../browser/app-page.ts';
import { cases } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();
/** Frames after which the thrown octopi have hit the ground and one another. */
const FRAMES = 4;
/** A software renderer on a busy machine draws one frame per second [ms]. */
const SLOWLY = { timeout: 20_000 };

describe.skipIf(missing)(`two methods side by side${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    const link = `?size=${cases(2000, 1000)}&dropSpeed=40&iterations=2&paused&compare=mode:hybrid`;
    app = await AppPage.open(context, `${served.url}${link}`);
    await app.state('paused');
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  const hashes = () =>
    app.page.evaluate(() => Promise.all(untangle.running!.halves.map((half) => half.session.simulator.hash())));
  const captions = () => app.page.locator('.half-caption').allInnerTexts();
  const sameness = () => app.page.locator('.sameness').innerText();
  const time = () => app.page.evaluate(() => untangle.session!.simulator.time.toFixed(2));
  const steps = () => app.page.evaluate(() => untangle.running!.halves.map((half) => half.session.simulator.steps));

  it('goes frame by frame in lockstep; equal methods end in the same bits', async () => {
    await app.page.evaluate(watchLockstep);
    await app.page.keyboard.press(' ');
    await app.frames(FRAMES);
    await app.page.keyboard.press(' ');
    await app.state('paused');
    const { seen, apart } = await app.page.evaluate(() => globalThis.lockstep!);
    expect(seen).toBeGreaterThan(2);
    expect(apart).toBe(0);
    const [left, right] = await steps();
    expect(left).toBe(right);
    const [a, b] = await hashes();
    expect(a).toBe(b);
    expect(await sameness()).toBe(
      `Both sides are equal up to frame ${(await app.frameCount()) - 1} (${await time()} s), to the last bit. ` +
        'They stay equal, since both sides use the same.',
    );
    for (const caption of await captions())
      expect(caption).toMatch(/^Mode: Hybrid \(both\)\s+\d+ penetrating .* deepest .* mm .* ms$/);
  });

  it('keeps its message on the page, clear of the panel', async () => {
    await app.page.keyboard.press('i');
    const box = (await app.page.locator('#message').boundingBox())!;
    const panel = (await app.page.locator('.lil-root').boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(panel.x);
  });

  it('has one camera for both', async () => {
    // Each view's controls round the camera they are given.
    const cameras = () =>
      app.page.evaluate(() =>
        untangle.running!.halves.map(({ view }) => {
          const { position, target } = view.travel.viewpoint;
          return [...position, ...target].map((x) => x.toFixed(6)).join();
        }),
      );
    const [before] = await cameras();
    await app.page.mouse.click(400, 300);
    const box = (await app.page.locator('.half canvas').nth(1).boundingBox())!;
    const [x, y] = [box.x + 0.9 * box.width, box.y + 0.2 * box.height];
    await app.page.mouse.move(x, y);
    await app.page.mouse.down();
    await app.page.mouse.move(x - 60, y + 30, { steps: 3 });
    await app.page.mouse.up();
    await expect.poll(async () => (await cameras())[0] !== before, SLOWLY).toBe(true);
    await expect.poll(async () => new Set(await cameras()).size, SLOWLY).toBe(1);
  });

  it('applies a slider and a section to both halves', async () => {
    await app.openFolder('Section');
    const whole = (await app.pixels()).skin;
    await app.row('cut open').locator('input').check();
    await app.row('position').locator('input[type=text]').fill('0.2');
    await app.row('position').locator('input[type=text]').press('Enter');
    const sections = () => app.page.evaluate(() => untangle.running!.halves.map(({ view }) => view.section));
    await expect.poll(sections, SLOWLY).toMatchObject([
      { axis: 2, share: 0.2 },
      { axis: 2, share: 0.2 },
    ]);
    await expect.poll(async () => (await app.pixels()).skin < 0.8 * whole, SLOWLY).toBe(true);
    await app.row('cut open').locator('input').uncheck();
    await app.page.evaluate(() => untangle.setParameters({ gravity: 3, mode: 'dcd' }));
    const frames = await app.frameCount();
    await app.page.keyboard.press('.');
    await app.frames(frames + 1);
    const told = () =>
      app.page.evaluate(() =>
        untangle.running!.halves.map(({ session }) => {
          const { gravity, mode } = session.simulator.parameters;
          return [gravity, mode];
        }),
      );
    expect(await told()).toEqual([
      [3, 'dcd'],
      [3, 'hybrid'],
    ]);
  });

  it('starts another comparison from the panel, whose halves differ', async () => {
    await app.page.evaluate(() => untangle.setParameters({ gravity: 9.81, mode: 'hybrid' }));
    await app.row('compare with').locator('select').selectOption('mode:off');
    await app.page.waitForFunction(() => untangle.running?.comparison?.value === 'off');
    await app.frames(FRAMES);
    const [a, b] = await hashes();
    expect(a).not.toBe(b);
    expect(await sameness()).toMatch(/^The sides differ since frame \d+ \(0\.\d\d s\)\.$/);
    const [left, right] = await captions();
    expect(left).toContain('Mode: Hybrid (both)');
    expect(right).toContain('Mode: Off');
    await app.row('compare with').locator('select').selectOption('nothing');
    await app.page.waitForFunction(() => untangle.running?.halves.length === 1);
    await app.frames(1);
    expect(await app.page.locator('.half canvas').count()).toBe(1);
  });

  it('had no error', async () => {
    await app.page.close();
    expect(app.errors).toEqual([]);
  });
});

declare global {
  var lockstep: { seen: number; apart: number } | undefined;
}

/** Runs in the page: observes both halves continuously; they may be at most one frame apart. */
function watchLockstep(): void {
  const watch = { seen: 0, apart: 0 };
  globalThis.lockstep = watch;
  setInterval(() => {
    if (untangle.running?.halves.length !== 2) return;
    const { halves, frames } = untangle.running;
    watch.seen++;
    for (const { session } of halves) {
      // A shown frame is finished in both halves; at most the next one is not shown yet.
      const done = session.simulator.frames;
      if (done < frames || done > frames + 1) watch.apart++;
    }
  }, 5);
}
