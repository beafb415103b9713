import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';

// Takes long: each link has a visit to the page of its own.
declare const untangle: App;

const missing = browserMissing();
/** A software renderer on a busy machine draws one frame per second [ms]. */
const SLOWLY = { timeout: 30_000 };
/** Coordinates in links are rounded to about a thousandth of the camera's distance, here 9 m [m]. */
const ROUNDING = 0.01;

describe.skipIf(missing)(`links${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    const view = 'camera=6,4,6,0,1,0&section=x:0.4&show=wireframe,penetrating&paused';
    app = await AppPage.open(context, `${served.url}?scene=octopi-8&size=900&${view}&workers=99`);
    await app.state('paused');
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  const search = () => decodeURIComponent(new URL(app.page.url()).search);
  const viewpoint = () => app.page.evaluate(() => untangle.running!.first.view.travel.viewpoint);
  const scene = (name: string) =>
    app.page.waitForFunction((wanted) => untangle.session?.scene.name === wanted && untangle.frames > 0, name);

  it('restore camera, section, what is shown, and the pause', async () => {
    const { position, target } = await viewpoint();
    const off = [...position, ...target].map((x, k) => Math.abs(x - [6, 4, 6, 0, 1, 0][k]!));
    expect(Math.max(...off)).toBeLessThan(ROUNDING);
    // The code of section and overlays is fetched on demand, and may come after the page has paused.
    await app.page.waitForFunction(() => {
      const { view } = untangle.running!.first;
      return view.overlays && view.section;
    });
    const { section, contacts, wireframe, penetrating, frames } = await app.page.evaluate(() => {
      const { view } = untangle.running!.first;
      const { contacts, edges, penetrating } = view.overlays as unknown as Record<string, { visible: boolean }>;
      return {
        section: view.section && [view.section.axis, view.section.share],
        contacts: contacts.visible,
        wireframe: edges.visible,
        penetrating: penetrating !== undefined,
        frames: untangle.frames,
      };
    });
    expect({ section, contacts, wireframe, penetrating, frames }).toEqual({
      section: [0, 0.4],
      contacts: false,
      wireframe: true,
      penetrating: true,
      frames: 0,
    });
    expect(await app.page.title()).toBe('Eight octopi fall into a box - Untangle');
  });

  it('lose what was refused, once it was told', async () => {
    expect(await app.message()).toContain("In the link: workers is '99'; expected a whole number from 1 to 64.");
    await expect
      .poll(search, SLOWLY)
      .toBe('?scene=octopi-8&size=900&paused&camera=6,4,6,0,1,0&section=x:0.4&show=penetrating,wireframe');
  });

  it('follow what the person does: r keeps the pause, space ends it, the mouse moves the camera', async () => {
    await app.page.keyboard.press('r');
    await app.state('starting');
    await app.state('paused');
    expect(await app.frameCount()).toBe(0);
    await app.page.keyboard.press(' ');
    await app.frames(1);
    await expect.poll(search, SLOWLY).not.toContain('paused');
    // On the ground in front of the bodies.
    await app.page.mouse.move(400, 432);
    await app.page.mouse.down();
    await app.page.mouse.move(340, 425, { steps: 3 });
    await app.page.mouse.up();
    await expect.poll(search, SLOWLY).not.toContain('camera=6,4,6,0,1,0');
    await expect.poll(search, SLOWLY).toContain('camera=');
  });

  it('lead back to the scene before, without a reload, and forward again', async () => {
    await app.page.evaluate(() => {
      Object.assign(globalThis, { isSameDocument: true });
      untangle.setParameters({ gravity: 3 });
      untangle.load({ scene: 'culling', size: 4000 });
    });
    await scene('culling');
    await expect.poll(search, SLOWLY).toContain('scene=culling');
    expect(search()).not.toContain('camera=');
    await app.page.goBack();
    await scene('octopi-8');
    expect(search()).toContain('gravity=3');
    expect(await app.page.title()).toBe('Eight octopi fall into a box - Untangle');
    const [gravity, isSame, section] = await app.page.evaluate(() => [
      untangle.session!.simulator.parameters.gravity,
      'isSameDocument' in globalThis,
      untangle.running!.first.view.section?.share,
    ]);
    expect([gravity, isSame, section]).toEqual([3, true, 0.4]);
    await app.page.goForward();
    await scene('culling');
  });

  it('hold the figure of the 2D page, whose keys say why they do nothing', async () => {
    await app.page.evaluate(() => untangle.load({ scene: 'paths-2d' }));
    await app.page.locator('[data-figure=figure-6b]').click();
    await expect.poll(search, SLOWLY).toContain('?scene=paths-2d&figure=figure-6b');
    await app.page.goBack();
    await scene('culling');
    await app.page.goForward();
    await app.page.waitForFunction(() => untangle.page2d?.figureName === 'figure-6b');
    for (const [key, words] of [
      ['e', /already/],
      ['c', /frame times/],
      ['i', /Move the pointer/],
      ['r', /Nothing moves/],
      [' ', /Nothing moves/],
      ['.', /Nothing moves/],
    ] as const) {
      await app.page.keyboard.press(key);
      expect(await app.message(), key).toMatch(words);
    }
  });

  it('had no error', async () => {
    await app.page.close();
    expect(app.errors).toEqual([]);
  });
});
