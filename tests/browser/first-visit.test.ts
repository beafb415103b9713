import type { BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FrameRow } from '../../src/simulation/statistics.ts';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';
import { isFull } from '../fixtures/tier.ts';

declare const untangle: App;
/** Numbers of each frame: the frame's own, and that of penetrating points. */
declare const seen: [frame: number, penetrating: number][];

const missing = browserMissing();
const NOTES = 5;
/** Frames within which the opening scene has to show untangling: some points are blue in an early one, none in a later one. */
const EARLY_FRAME = 5;
const LATE_FRAME = 30;

/** Runs in the page: keeps the text of the card when it first has one, and what the page measures in each frame. */
function watchOpening(): void {
  Object.assign(globalThis, { seen: [], cardAtFirst: undefined });
  new MutationObserver((_, observer) => {
    const card = document.querySelector('#readouts');
    if (!card?.querySelector('h1')?.textContent) return;
    const isBefore = globalThis.untangle === undefined || untangle.frames === 0;
    Object.assign(globalThis, { cardAtFirst: { isBefore, text: card.textContent } });
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Runs in the page: passes on each frame's figures. */
function watchFrames(): void {
  const { chart } = untangle;
  const add = chart.add.bind(chart);
  chart.add = (rows: readonly (FrameRow | undefined)[], sides) => {
    const [row] = rows;
    if (row) seen.push([row.frame, row.penetrating]);
    add(rows, sides);
  };
}

/** Takes long: visits to the page begin anew. */
describe.skipIf(missing)(`a first visit${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  const notes = () => app.page.locator('#visit');
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, served.url, async (page) => {
      await page.addInitScript(watchOpening);
    });
    await app.page.evaluate(watchFrames);
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  it('shows title, description and the legend of blue before the first frame', async () => {
    await app.frames(1);
    const card = await app.page.evaluate(
      () => (globalThis as unknown as { cardAtFirst: { isBefore: boolean; text: string } }).cardAtFirst,
    );
    expect(card.isBefore).toBe(true);
    for (const text of ['Two octopi get out of one another', 'blue is what lies inside', 'blue: inside'])
      expect(card.text).toContain(text);
  });

  it('invites to pull', async () => {
    expect(await app.message()).toContain('Go on, pull one: drag a body.');
  });

  it('shows notes beside the page, without taking the focus, that don’t cover cards or the message', async () => {
    await notes().waitFor();
    expect(await app.page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
    for (let note = 1; note <= NOTES; note++) {
      expect(await notes().innerText()).toContain(`${note} of ${NOTES}`);
      for (const width of [360, 1280]) {
        await app.page.setViewportSize({ width, height: 640 });
        const covered = await app.page.evaluate(() => {
          const note = document.querySelector('#visit')!.getBoundingClientRect();
          const isInside = note.left >= 0 && note.right <= innerWidth && note.top >= 0 && note.bottom <= innerHeight;
          return [...document.querySelectorAll('#message:not([hidden]), #readouts, #bar')]
            .filter((card) => {
              const { left, right, top, bottom } = card.getBoundingClientRect();
              return left < note.right && right > note.left && top < note.bottom && bottom > note.top;
            })
            .map(({ id }) => id)
            .concat(isInside ? [] : ['outside']);
        });
        expect(covered, `note ${note} at ${width} pixels`).toEqual([]);
      }
      if (note < NOTES) await notes().getByRole('button', { name: 'next' }).click();
    }
    await notes().getByRole('button', { name: 'done' }).click();
    expect(await notes().isVisible()).toBe(false);
  });

  it('is blue at first and untangled soon', async () => {
    await app.page.waitForFunction((last) => seen.some(([frame]) => frame >= last), LATE_FRAME);
    const rows = await app.page.evaluate(() => seen);
    const early = rows.filter(([frame]) => frame <= EARLY_FRAME).map(([, penetrating]) => penetrating);
    expect(early.length).toBeGreaterThan(0);
    expect(Math.max(...early)).toBeGreaterThan(10);
    expect(rows.find(([frame]) => frame === LATE_FRAME)![1]).toBe(0);
  });

  it('shows the notes only once', async () => {
    // The scene would take the time of the pages that open now.
    await app.page.keyboard.press(' ');
    await app.state('paused');
    const again = await AppPage.open(context, served.url);
    await again.page.locator('#bar [data-key="0"]').waitFor();
    expect(await again.page.locator('#visit').isVisible()).toBe(false);
    expect(again.errors).toEqual([]);
    await again.page.close();
  });

  it('shows no notes to who follows a link', async () => {
    // As if nobody had been here.
    await app.page.evaluate(() => localStorage.clear());
    const linked = await AppPage.open(context, `${served.url}?scene=entangled-octopi`);
    await linked.page.locator('#bar [data-key="0"]').waitFor();
    expect(await linked.page.locator('#visit').isVisible()).toBe(false);
    expect(linked.errors).toEqual([]);
    await linked.page.close();
  });

  it.runIf(isFull)('hides the notes with Escape', async () => {
    await app.page.evaluate(() => localStorage.clear());
    const bare = await AppPage.open(context, served.url);
    await bare.page.locator('#visit').waitFor();
    await bare.page.keyboard.press('Escape');
    expect(await bare.page.locator('#visit').isVisible()).toBe(false);
    expect(bare.errors).toEqual([]);
    await bare.page.close();
  });

  it.runIf(isFull)('says when the scene has come to rest, once, and offers it again', async () => {
    // Without weight and contacts nothing moves.
    await app.page.goto(`${served.url}?scene=entangled-octopi&mode=off&gravity=0&stepsPerFrame=1&iterations=1`);
    const offer = app.page.getByText('“Two octopi get out of one another” has come to rest.');
    await offer.waitFor();
    expect(await app.page.getByRole('button', { name: 'next: Eight octopi fall into a box' }).isVisible()).toBe(true);
    await app.page.getByRole('button', { name: 'again', exact: true }).click();
    await app.page.waitForFunction(() => untangle.frames > 0 && untangle.frames < 20);
    expect(await offer.isVisible()).toBe(false);
    expect(app.errors).toEqual([]);
  });
});
