import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import { restShapeSlide } from '../../src/scenes/rest-shape-slide.ts';
import { SCENES } from '../../src/scenes/scenes.ts';
import type { App } from '../../src/ui/app/app.ts';
import type { FrameWatch } from '../../src/ui/app/frame-watch.ts';
import type { Loader } from '../../src/ui/app/loader.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';
import { isFull } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();
/** The worker that builds scenes, as the built page names its file. */
const BUILDER = '**/build.worker*';
/** Frames after which the page knows how fast this machine is. */
const MEASURED = 5;
/** Timeout: on a busy machine a start takes seconds [ms]. */
const SLOWLY = { timeout: 60_000 };

/** Takes long: several visits to the page, and several starts of scenes. */
describe.skipIf(missing)(`the gallery${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?size=small&stepsPerFrame=1&iterations=2`);
    await app.frames(MEASURED);
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  const card = (scene: string) => app.page.locator(`#gallery [data-scene="${scene}"]`);
  const running = () =>
    app.page.evaluate(() => {
      const { scene, size } = untangle.session!;
      return [scene.name, size];
    });

  it('opens with g, shows every scene, and nothing moves under it', async () => {
    await app.page.keyboard.press('g');
    await app.state('paused');
    const frames = await app.frameCount();
    for (const { name, title, figure } of SCENES) {
      const text = await card(name).innerText();
      expect(text).toContain(title);
      expect(text.includes('Figure')).toBe(figure !== undefined);
      if (figure !== undefined) expect(text).toContain(`Figure ${figure}`);
      expect(await card(name).locator('[data-size]').count()).toBe(3);
    }
    expect(await card('octopi-8').innerText()).toMatch(/8 bodies.*small\s+\d+ K/s);
    expect(await app.frameCount()).toBe(frames);
    await app.page.keyboard.press('Escape');
    expect(await app.page.locator('#gallery').isVisible()).toBe(false);
    await app.moreFrames(1);
  });

  it('shows a progress bar while a scene is built; cancelled, the scene before goes on', async () => {
    await app.page.route(BUILDER, () => new Promise(() => undefined));
    await app.page.keyboard.press('g');
    await card('octopi-8').locator('[data-size=medium]').click();
    await app.state('starting');
    expect(await app.page.locator('#gallery').isVisible()).toBe(false);
    await startsIfAsked(app);
    expect(await app.message()).toMatch(
      /^Eight octopi.*\nSize: medium · 8 bodies, [\d,]+ tetrahedra · about \d+ MB of memory · an estimated .* per frame\nBuilding the bodies \(part 1 of 3\)/,
    );
    expect(await app.page.locator('#readouts .origin').innerText()).toMatch(/^Size: medium/);
    expect(await app.page.locator('#message progress').count()).toBe(1);
    await app.page.getByRole('button', { name: 'cancel', exact: true }).click();
    await app.state('running');
    await app.page.unroute(BUILDER);
    expect(await app.message()).toContain('Cancelled. The previous scene goes on.');
    await app.moreFrames(1);
    expect(await running()).toEqual(['octopi-8', octopi8.size.small]);
    expect(await app.row('size').locator('select').inputValue()).toBe('small');
  });

  it('names a scene that loads at once, and shows the figures of the scene before again if it doesn’t come', async () => {
    await app.page.route(BUILDER, () => new Promise(() => undefined));
    const heading = () => app.page.locator('#readouts h1').innerText();
    await app.page.evaluate(() => untangle.load({ scene: 'rest-shape-slide', size: 4 }));
    // The start, which names the scene, waits for the end of the frame that is under way.
    await expect.poll(heading, SLOWLY).toBe(restShapeSlide.title);
    await app.state('starting');
    expect(await app.page.locator('#readouts .inside').isVisible()).toBe(false);
    expect(await app.page.title()).toBe(`${restShapeSlide.title} - Untangle`);
    await app.page.keyboard.press('Escape');
    await app.state('running');
    await app.page.unroute(BUILDER);
    expect(await heading()).toBe(octopi8.title);
    expect(await app.page.title()).toBe(`${octopi8.title} - Untangle`);
    await expect.poll(() => app.page.locator('#readouts .inside').isVisible()).toBe(true);
  });

  it('lets a start be cancelled after the bodies are built; the scene before starts again', async () => {
    await app.page.evaluate(() => {
      const { loader } = (untangle as unknown as { starter: { loader: Pick<Loader, 'load'> } }).starter;
      const load = loader.load.bind(loader);
      loader.load = async (...given) => {
        const loaded = await load(...given);
        loader.load = load;
        // As Esc does, while the backend opens.
        setTimeout(() => untangle.cancelLoad());
        return loaded;
      };
      untangle.load({ scene: 'rest-shape-slide', size: 4 });
    });
    await expect.poll(() => app.message(), SLOWLY).toContain('Cancelled. The previous scene starts again.');
    await app.frames(1);
    expect(await running()).toEqual(['octopi-8', octopi8.size.small]);
  });

  it('opens where the first scene of all is cancelled, with Escape too', async () => {
    const first = await AppPage.open(context, `${served.url}?size=small`, async (page) => {
      await page.route(BUILDER, () => new Promise(() => undefined));
    });
    await first.page.getByRole('button', { name: 'cancel', exact: true }).waitFor();
    await first.page.keyboard.press('Escape');
    await first.page.locator('#gallery').waitFor();
    expect(await first.message()).toContain('Cancelled.');
    await first.page.close();
    expect(first.errors).toEqual([]);
  });

  it('loads what is chosen, at its size, and says what to look for', async () => {
    const other = restShapeSlide;
    await app.page.keyboard.press('g');
    await card(other.name).locator('[data-size=small]').click();
    await app.page.waitForFunction((name) => untangle.session?.scene.name === name, other.name);
    await app.frames(1);
    expect(await running()).toEqual([other.name, other.size.small]);
    await app.page.keyboard.press('i');
    expect(await app.message()).toContain(other.description);
    expect(await app.page.locator('#readouts .about').textContent()).toBe(other.description);
    await expect.poll(() => new URL(app.page.url()).search).toBe(`?scene=${other.name}&size=small`);
    // Leaves the machine to the next test's page.
    await app.page.keyboard.press(' ');
    await app.state('paused');
  });

  it('says of a scene that the machine is too small for it, with the bytes, before it starts', async () => {
    const small = await AppPage.open(context, `${served.url}?size=paper`, async (page) => {
      await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 0.05 }));
    });
    await small.page.locator('#gallery').waitFor();
    expect(await small.message()).toMatch(
      /“Eight octopi.*” with [\d,]+ tetrahedra needs \d+ MB of memory; this browser gives about 27 MB. Choose a smaller size/,
    );
    const octopi = small.page.locator('#gallery [data-scene="octopi-8"]');
    expect(await octopi.locator('.refusal').first().innerText()).toMatch(/^(medium|paper): needs \d+ MB of memory/);
    expect(await octopi.locator('[data-size=paper]').isDisabled()).toBe(true);
    await octopi.locator('[data-size=small]').click();
    await small.frames(1);
    await small.page.close();
    expect(small.errors).toEqual([]);
  });

  it.runIf(isFull)('says so of a restart by an integrator that needs more memory, and goes on as before', async () => {
    const small = await AppPage.open(context, `${served.url}?backend=cpu`, async (page) => {
      await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'deviceMemory', { get: () => 0.03 }));
    });
    await small.frames(1);
    await small.page.evaluate(() => untangle.setParameters({ integrator: 'implicit-euler' }));
    await expect
      .poll(() => small.message(), SLOWLY)
      .toMatch(/“Eight octopi.*” with [\d,]+ tetrahedra needs \d+ MB of memory; this browser gives about 17 MB/);
    await small.frames(1);
    await small.page.close();
    expect(small.errors).toEqual([]);
  });

  it('asks before a scene that will be slow; another message in its place counts as a no', async () => {
    await app.page.route(BUILDER, () => new Promise(() => undefined));
    await app.page.evaluate(() => {
      const { watch } = untangle as unknown as { watch: FrameWatch };
      // A machine on which a tetrahedron takes a minute.
      watch.speed.add('cpu', 9, { tetrahedra: 1, steps: 1 }, 6e5);
      untangle.load({ scene: 'octopi-8', size: 900 });
    });
    const question =
      /“Eight octopi .*” will take an estimated \d+ s per frame on this machine\.\n.*\nStart it all the same\?/;
    await expect.poll(() => app.message(), SLOWLY).toMatch(question);
    const answer = (name: string) => app.page.locator('#message').getByRole('button', { name, exact: true }).click();
    await answer('cancel');
    await expect.poll(() => app.message(), SLOWLY).toContain('Not started. The previous scene goes on.');
    expect(await running()).toEqual([restShapeSlide.name, restShapeSlide.size.small]);

    const ask = () => app.page.evaluate(() => untangle.load({ scene: 'octopi-8', size: 900 }));
    await ask();
    await expect.poll(() => app.message(), SLOWLY).toMatch(question);
    await app.page.keyboard.press('i');
    await expect.poll(() => app.message(), SLOWLY).toContain('Not started. The previous scene goes on.');

    await ask();
    await expect.poll(() => app.message(), SLOWLY).toMatch(question);
    // The question has the focus, since nothing else had it.
    await app.page.keyboard.press('Enter');
    await expect.poll(() => app.message(), SLOWLY).toContain('Building the bodies (part 1 of 3)');
    await app.page.keyboard.press('Escape');
    await expect.poll(() => app.message(), SLOWLY).toContain('Cancelled. The previous scene goes on.');
    await app.page.unroute(BUILDER);
  });

  it('had no error', async () => {
    await app.page.close();
    expect(app.errors).toEqual([]);
  });
});

/** Answers the question whether a slow scene should start, which the page asks on slow machines. */
async function startsIfAsked({ page }: AppPage): Promise<void> {
  await page
    .locator('#message progress')
    .or(page.getByRole('button', { name: 'start', exact: true }).and(page.locator('#message button')))
    .waitFor();
  if ((await page.locator('#message progress').count()) === 0) await page.locator('#message button').first().click();
  await page.locator('#message progress').waitFor();
}
