import type { Page } from 'playwright-core';
import { browserMissing, launchBrowser } from '../environment/browser.ts';
import { type BackendKind, type DrivenBrowser, type DrivenPage, type Driver, VIEWPORT } from './driver.ts';

/** Headless Chromium through playwright-core, with WebGPU and WebGL on SwiftShader. */
export const chromiumDriver: Driver = {
  name: 'Chromium',
  missing: browserMissing(),
  missingGpu: undefined,
  async launch(backend: BackendKind): Promise<DrivenBrowser> {
    const context = await launchBrowser({ webgpu: backend === 'gpu' });
    return {
      version: `Chromium ${context.browser()?.version() ?? 'of unknown version'}`,
      async open(url) {
        const page = await context.newPage();
        await page.setViewportSize(VIEWPORT);
        const driven = drive(page);
        await page.goto(url);
        return driven;
      },
      close: () => context.close(),
    };
  },
};

function drive(page: Page): DrivenPage {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  return {
    errors,
    evaluate: (expression) => page.evaluate(expression),
    move: (x, y) => page.mouse.move(x, y),
    down: () => page.mouse.down(),
    up: () => page.mouse.up(),
    press: (key) => page.keyboard.press(key),
    screenshot: () => page.screenshot(),
  };
}
