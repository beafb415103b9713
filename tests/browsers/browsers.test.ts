import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServedPage } from '../environment/page.ts';
import { chromiumDriver } from './chromium.ts';
import { displayMissing, type Display, openDisplay } from './display.ts';
import type { DrivenBrowser } from './driver.ts';
import { DrivenApp } from './driven-app.ts';
import { firefoxDriver } from './firefox.ts';
import { LINK, SCENARIO } from './scenario.ts';
import { serveWatched } from './serve.ts';
import { webkitDriver } from './webkit.ts';

/** Folder that receives a screenshot of each browser after its scenario. */
const PICTURES = process.env.UNTANGLE_BROWSER_PICTURES;
/** One line per step, whether it ran or not, printed at the end, since skipped tests are easily overlooked. */
const outcomes: string[] = [];

let served: ServedPage;
let display: Display | undefined;
beforeAll(async () => {
  served = await serveWatched();
  display = displayMissing() ? undefined : await openDisplay();
});
afterAll(async () => {
  await display?.close();
  await served?.close();
  console.log(`\n${outcomes.join('\n')}\n`);
});

for (const driver of [chromiumDriver, firefoxDriver, webkitDriver]) {
  for (const backend of ['cpu', 'gpu'] as const) {
    const missing = driver.missing ?? (backend === 'gpu' ? driver.missingGpu : undefined);
    const name = `${driver.name}, ${backend}`;
    if (missing) outcomes.push(`${name}: NOT RUN, ${missing}`);

    describe.skipIf(missing)(`${name}${missing ? `: not run, ${missing}` : ''}`, () => {
      let browser: DrivenBrowser | undefined;
      let app: DrivenApp;
      let passed = 0;
      let started = 0;
      beforeAll(async () => {
        started = Date.now();
        browser = await driver.launch(backend, display?.name ?? '');
        app = new DrivenApp(await browser.open(`${served.url}${LINK}&backend=${backend}`));
      });
      afterAll(async () => {
        const seconds = Math.round((Date.now() - started) / 1000);
        outcomes.push(`${name}: ${browser?.version}, ${passed} of ${SCENARIO.length} steps, ${seconds} s`);
        await browser?.close();
      });

      for (const { name: step, run } of SCENARIO) {
        it(step, async () => {
          await run(app, backend);
          passed++;
        });
      }

      it('no error was seen', async () => {
        if (PICTURES) {
          mkdirSync(PICTURES, { recursive: true });
          writeFileSync(join(PICTURES, `${driver.name}-${backend}.png`), await app.page.screenshot());
        }
        expect(await app.errors()).toEqual([]);
      });
    });
  }
}
