import type { BrowserContext, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulationParameters } from '../../src/simulation/parameters.ts';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage } from './app-page.ts';
import { isFull } from '../fixtures/tier.ts';

// Takes long: its rows are tried one by one, and the scene starts again.
declare const untangle: App;

const missing = browserMissing();
/** A scene that stands still at its first frame, so that nothing but the panel changes. */
const STILL = '?scene=octopi-8&size=900&backend=cpu&paused';

describe.skipIf(missing)(`the panel${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}${STILL}`);
    await app.page.locator('.lil-gui').first().waitFor();
    await app.openFolder('Material', 'Time and motion');
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
  });

  const text = (label: string): Locator => app.row(label).locator('input[type=text]');
  const type = async (label: string, value: string) => {
    await text(label).fill(value);
    await text(label).press('Enter');
  };
  const parameter = (name: keyof SimulationParameters) =>
    app.page.evaluate((key) => untangle.session!.simulator.parameters[key], name);
  const button = (name: string | RegExp) => app.page.getByRole('button', { name, exact: typeof name === 'string' });
  const isMarked = (label: string) => app.row(label).evaluate((row) => row.classList.contains('changed'));

  it('takes and shows real values with units', async () => {
    expect(await text('Time step').inputValue()).toBe('3.3 ms');
    await type('Time step', '2.5 ms');
    expect(await parameter('timeStep')).toBe(2.5e-3);
    await type('Stiffness', '300 kPa');
    expect(await parameter('youngsModulus')).toBe(3e5);
    await type('Stiffness', '0.5 MPa');
    expect(await text('Stiffness').inputValue()).toBe('500 kPa');
    const slider = app.row('Stiffness').locator('input[type=range]');
    expect(await slider.getAttribute('aria-valuetext')).toBe('500 kPa');
    await slider.focus();
    await slider.press('Home');
    expect(await parameter('youngsModulus')).toBe(100);
  });

  it('says what it clamps and refuses', async () => {
    await type('Time step', '5 s');
    expect(await parameter('timeStep')).toBe(0.02);
    expect(await app.message()).toContain('5 s is too large, so it is 20 ms now; allowed is 10 µs to 20 ms.');
    await type('Time step', 'soon');
    expect(await parameter('timeStep')).toBe(0.02);
    expect(await app.message()).toContain('“soon” is no number. Write 20 ms, for example');
    expect(await text('Time step').inputValue()).toBe('20 ms');
  });

  it('marks what differs from the scene’s own values, and resets it', async () => {
    expect(await isMarked('Time step')).toBe(true);
    expect(await isMarked('Gravity')).toBe(false);
    await button('Reset Time step to 3.3 ms').click();
    expect(await parameter('timeStep')).toBe(3.3e-3);
    expect(await isMarked('Time step')).toBe(false);
    await type('Gravity', '1.62');
    await button('Reset all (2)').click();
    expect(await parameter('gravity')).toBe(9.81);
    expect(await parameter('youngsModulus')).toBe(1e6);
    expect(await app.page.locator('.lil-gui .changed').count()).toBe(0);
  });

  it('undoes and redoes, by button and by key; not while a text is written', async () => {
    await button('Undo').click();
    expect(await parameter('gravity')).toBe(1.62);
    expect(await app.message()).toMatch(/^Undone: .*Gravity is 1.62 m\/s²/);
    await app.page.locator('.lil-root > .lil-title').focus();
    await app.page.keyboard.press('Control+z');
    expect(await parameter('gravity')).toBe(9.81);
    await app.page.keyboard.press('Control+Shift+z');
    expect(await parameter('gravity')).toBe(1.62);
    await text('Gravity').focus();
    await app.page.keyboard.press('Control+z');
    expect(await parameter('gravity')).toBe(1.62);
    await button('Redo').click();
    expect(await parameter('gravity')).toBe(9.81);
    // It has nothing to do, but keeps the focus, and says so.
    await button('Redo').click({ force: true });
    expect(await app.message()).toContain('There is nothing to redo.');
  });

  it('takes the drag of a slider as one step', async () => {
    const slider = app.row('Gravity').locator('input[type=range]');
    await slider.scrollIntoViewIfNeeded();
    const box = (await slider.boundingBox())!;
    const y = box.y + box.height / 2;
    await app.page.mouse.move(box.x + 10, y);
    await app.page.mouse.down();
    for (const x of [20, 30, 40]) await app.page.mouse.move(box.x + x, y);
    await app.page.mouse.up();
    expect(await parameter('gravity')).not.toBe(9.81);
    await button('Undo').click();
    expect(await parameter('gravity')).toBe(9.81);
  });

  it('has materials of everyday life, each one step', async () => {
    const list = app.row('Made of').locator('select');
    await list.selectOption('Rubber (soft)');
    expect(await parameter('youngsModulus')).toBe(1.5e6);
    expect(await parameter('staticFriction')).toBe(1);
    await type('Density', '1.2 g/cm3');
    expect(await list.inputValue()).toBe('Own values');
    await button('Undo').click();
    expect(await list.inputValue()).toBe('Rubber (soft)');
    await button('Undo').click();
    expect(await parameter('youngsModulus')).toBe(1e6);
    expect(await app.page.locator('.lil-gui .changed').count()).toBe(0);
  });

  it('has titles; links keep the ids', async () => {
    const mode = app.row('Mode').locator('select');
    expect(await mode.locator('option').allInnerTexts()).toEqual([
      'Off',
      'Continuous (CCD)',
      'Discrete (DCD)',
      'Hybrid (both)',
    ]);
    await mode.selectOption({ label: 'Discrete (DCD)' });
    await app.page.waitForFunction(() => location.search.includes('mode=dcd'));
    expect(await app.row('Scene').innerText()).toContain('Eight octopi fall into a box');
  });

  it('names what the first button does', async () => {
    await button('Resume').click();
    await app.state('running');
    await button('Pause').click();
    await app.state('paused');
    expect(await button('Pause').count()).toBe(0);
    await app.frames(1);
  });

  describe('has a tooltip for every row', () => {
    const tip = () => app.page.locator('#tooltip');
    const nameOf = (label: string) => app.row(label).locator('.lil-name');

    it('by mouse, which may rest on it', async () => {
      await nameOf('Stiffness').hover();
      await tip().waitFor();
      expect(await tip().innerText()).toMatch(/From 100 Pa to 1 GPa\. In this scene, unless it is changed: 1 MPa\./);
      await tip().hover();
      // Longer than a tooltip stays when the mouse has left it and its row.
      await app.page.waitForTimeout(500);
      expect(await tip().isVisible()).toBe(true);
      await app.page.mouse.move(5, 5);
      await tip().waitFor({ state: 'hidden' });
    });

    it('by keyboard, as a description of the control; Escape hides it', async () => {
      await app.page.locator('.lil-root > .lil-title').focus();
      await app.page.keyboard.press('Tab');
      await tip().waitFor();
      expect(await tip().innerText()).toContain('go on. Key: space');
      const described = () => app.page.evaluate(() => document.activeElement?.getAttribute('aria-describedby'));
      expect(await described()).toBe('tooltip');
      await app.page.keyboard.press('Escape');
      expect(await tip().isVisible()).toBe(false);
      expect(await app.page.locator('[aria-describedby=tooltip]').count()).toBe(0);
    });

    it('with its texts in all of them', async () => {
      const rows = app.page.locator('.lil-gui .lil-controller');
      expect(await rows.count()).toBeGreaterThan(30);
      expect(await app.page.locator('.lil-gui .lil-controller:not(.has-tip)').allInnerTexts()).toEqual([]);
      expect(await app.page.locator('.lil-gui [title]').count()).toBe(0);
    });

    it.runIf(isFull)('by touch, within a narrow window', async () => {
      const phone = await context
        .browser()!
        .newContext({ hasTouch: true, viewport: { width: 360, height: 640 }, deviceScaleFactor: COARSE });
      const small = await AppPage.open(phone, `${served.url}${STILL}`);
      await small.page.setViewportSize({ width: 360, height: 640 });
      await small.page.locator('.lil-root > .lil-title').tap();
      for (const label of ['Mode', 'Poisson’s ratio', 'Time step']) {
        await small.row(label).locator('.lil-name').tap();
        const box = (await small.page.locator('#tooltip').boundingBox())!;
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(360);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.y + box.height).toBeLessThanOrEqual(640);
      }
      expect(small.errors).toEqual([]);
      await phone.close();
    });
  });

  it('takes what the scene changes by itself for the scene’s own; links and the next start keep what it begins with', async () => {
    await app.page.evaluate(() => untangle.panel.call((panel) => panel.setParameters({ gravity: 5 })));
    expect(await text('Gravity').inputValue()).toBe('5 m/s²');
    expect(await isMarked('Gravity')).toBe(false);
    await type('Gravity', '2');
    await app.page.waitForFunction(() => location.search.includes('gravity=2'));
    await button('Reset Gravity to 5 m/s²').click();
    expect(await parameter('gravity')).toBe(5);
    await app.page.waitForFunction(() => !location.search.includes('gravity'));
    await button('Restart').click();
    await app.state('starting');
    await app.state('paused');
    expect(await parameter('gravity')).toBe(9.81);
    expect(await text('Gravity').inputValue()).toBe('9.81 m/s²');
  });

  it('shows only rows that the chosen integrator and solver use; the scene starts again with another integrator', async () => {
    await app.openFolder('Method', 'Contacts', 'Solver');
    const rows = ['Iterations', 'Contact passes', 'Linear iterations', 'Contact stiffness', 'Newton iterations'];
    const shown = async () => {
      const areVisible = await Promise.all(rows.map((label) => app.row(label).isVisible()));
      return rows.filter((_, i) => areVisible[i]);
    };
    await app.row('Iterations').waitFor();
    const integrator = app.row('Time integration').locator('select');
    expect(await shown()).toEqual(['Iterations', 'Contact passes']);
    await integrator.selectOption('Implicit Euler');
    await app.state('starting');
    await app.state('paused');
    expect(await parameter('integrator')).toBe('implicit-euler');
    expect(await shown()).toEqual(['Linear iterations', 'Contact stiffness']);
    await app.row('Equations').locator('select').selectOption('Newton with line search');
    expect(await shown()).toEqual(rows.slice(2));
    await app.page.waitForFunction(() => location.search.includes('integrator=implicit-euler&solver=newton'));
    const figures = app.page.locator('#readouts .linear');
    await button('One step').click();
    await figures.getByText('residual left').waitFor();
    expect(await figures.locator('dd').last().innerText()).toMatch(/^[\d.e-]+ %$/);
    await button('Undo').click();
    await button('Undo').click();
    expect(await shown()).toEqual(['Iterations', 'Contact passes']);
    await app.state('starting');
    await app.state('paused');
    expect(await parameter('integrator')).toBe('xpbd');
    await button('One step').click();
    await app.page.waitForFunction(() => document.querySelector('#readouts .linear')?.childElementCount === 0);
  });

  it('had no error', () => expect(app.errors).toEqual([]));
});
