import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { octopi8 } from '../../src/scenes/octopi-8.ts';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from '../browser/app-page.ts';
import { isFull, some } from '../fixtures/tier.ts';

declare global {
  /** All choices that were loaded, by the page or the test. */
  var asked: unknown[];
  var trialIsOver: boolean | undefined;
}
declare const untangle: App;

const missing = browserMissing();
const { small, default: own } = octopi8.size;
/** Timeout: on a busy machine a start takes long [ms]. */
const PATIENCE = { timeout: 60_000 };
/** Frames before the one that ends the sizing. */
const LAST_BUT_ONE = 4;

/** Actions of a person that end the sizing, as panel, keys and mouse call them. */
const DEEDS = {
  pauses: () => untangle.togglePause(),
  steps: () => untangle.step(),
  'opens the gallery': () => untangle.openGallery(),
  explores: () => untangle.toggleExplore(),
  'moves a slider': () => untangle.setParameters({ iterations: 3 }),
  'pulls a body': () => untangle.session!.simulator.setGrabs([{ vertex: 0, target: [0, 1, 0] }]),
  'starts again': () => untangle.reset(),
} as const;

describe.skipIf(missing)(`the sizing of a machine${missing ? ` (${missing})` : ''}`, () => {
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

  const sizeIn = ({ page }: AppPage) => page.evaluate(() => untangle.session?.size);
  const askedIn = ({ page }: AppPage) => page.evaluate(() => asked);
  async function close({ page, errors }: AppPage): Promise<void> {
    await page.close();
    expect(errors).toEqual([]);
  }

  for (const [name, deed] of some(Object.entries(DEEDS), 1))
    it(`gives way to a person who ${name} during its last frame`, async () => {
      const app = await openWith(context, served.url, deed);
      expect(await askedIn(app)).toEqual([]);
      await expect.poll(() => sizeIn(app), PATIENCE).toBe(small);
      await close(app);
    });

  it.runIf(isFull)('gives way to another scene that is chosen during its last frame', async () => {
    const app = await openWith(context, served.url, () => untangle.load({ scene: 'culling', size: 4000 }));
    expect(await askedIn(app)).toEqual([{ scene: 'culling', size: 4000 }]);
    await app.page.waitForFunction(() => untangle.session?.scene.name === 'culling');
    expect(await sizeIn(app)).toBe(4000);
    await close(app);
  });

  it('otherwise enlarges the scene on a fast machine, and remembers the size once it has started', async () => {
    const app = await openWith(context, served.url, () => undefined);
    expect(await askedIn(app)).toEqual([{ size: own }]);
    // What links and scenes of one's own have heard of (ui/notices/default-notes.ts) says nothing of sizes.
    const others = /^untangle:(recovery|guarantee)/;
    const ownKeys = () => app.page.evaluate(() => Object.keys(localStorage));
    expect((await ownKeys()).filter((key) => !others.test(key))).toEqual([]);
    await expect.poll(() => sizeIn(app), PATIENCE).toBe(own);
    const remembered = async () => {
      const values = await app.page.evaluate(() => Object.entries(localStorage));
      return values.filter(([key]) => !others.test(key)).map(([, value]) => value);
    };
    await expect.poll(remembered, PATIENCE).toEqual([String(own)]);
    await close(app);
  });
});

/** Opens the page up to the end of the sizing, with a clock by which frames take microseconds: a very fast machine. */
async function openWith(context: BrowserContext, url: string, deed: () => void): Promise<AppPage> {
  const app = await AppPage.open(context, `${url}?scene=octopi-8`, async (page) => {
    await page.addInitScript({ content: `(${watchTrial})(${deed}, ${LAST_BUT_ONE})` });
  });
  await app.page.waitForFunction(() => globalThis.trialIsOver);
  return app;
}

/** Runs in the page, before its scripts: does something during the frame that ends the sizing. */
function watchTrial(deed: () => void, lastButOne: number): void {
  const now = performance.now.bind(performance);
  performance.now = () => now() / 1000;
  globalThis.asked = [];
  let app: App;
  Object.defineProperty(globalThis, 'untangle', {
    get: () => app,
    set(started) {
      app = started;
      // The page's own choice of a size and a person's choice both go through the starter.
      const { starter } = started;
      const load = starter.load.bind(starter);
      starter.load = (choice: unknown) => {
        asked.push(choice);
        load(choice);
      };
      const { watch } = started;
      const frame = watch.frame.bind(watch);
      watch.frame = async (...parameters: unknown[]) => {
        const ended = frame(...parameters);
        if (app.frames === lastButOne) deed();
        await ended;
        globalThis.trialIsOver ||= app.frames > lastButOne;
      };
    },
  });
}
