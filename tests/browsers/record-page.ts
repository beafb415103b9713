import type { App } from '../../src/ui/app/app.ts';
import { chromiumDriver } from './chromium.ts';
import { displayMissing, openDisplay } from './display.ts';
import { DrivenApp } from './driven-app.ts';
import type { DrivenBrowser, Driver } from './driver.ts';
import { firefoxDriver } from './firefox.ts';
import { serveWatched } from './serve.ts';
import { webkitDriver } from './webkit.ts';

declare const untangle: App;

declare global {
  /** The file that the page saved last. */
  var saved: { readonly name: string; readonly text: string } | undefined;
}

const DRIVERS: Readonly<Record<string, Driver>> = {
  chromium: chromiumDriver,
  firefox: firefoxDriver,
  webkit: webkitDriver,
};

/** Returns the driver of a browser; undefined if the name is unknown. */
export const driverOf = (name: string): Driver | undefined => DRIVERS[name];

/** A scene in a built page. */
export interface PageRun {
  /** Folder of the page's build. */
  readonly page: string;
  /** Link that starts the scene paused, on the CPU backend. */
  readonly link: string;
  /** Minimum number of frames to record, from the scene's start. */
  readonly frames: number;
}

/** Style of a tiny picture, because drawing runs in software here and would take the cores from the workers. */
const TINY = '.half canvas { width: 16px !important; height: 16px !important }';

/** Number of frames that the page may take DrivenApp's timeout for. */
const CHUNK = 5;

/**
 * Starts a browser without WebGPU, and records a run in the page.
 * @param run without it, nothing is recorded
 * @returns the browser's version, and the recording as JSON (formats.ts)
 * @throws Error if the page reports an error, or if frames don't come
 */
export async function recordPage(
  driver: Driver,
  run: PageRun | undefined,
): Promise<{ version: string; recording: string | undefined }> {
  const display = displayMissing() ? undefined : await openDisplay();
  try {
    const browser = await driver.launch('cpu', display?.name ?? '');
    try {
      return { version: browser.version, recording: run && (await recordIn(browser, run)) };
    } finally {
      await browser.close();
    }
  } finally {
    await display?.close();
  }
}

async function recordIn(browser: DrivenBrowser, { page, link, frames }: PageRun): Promise<string> {
  const served = await serveWatched(page);
  try {
    const app = new DrivenApp(await browser.open(`${served.url}${link}`));
    await app.until('the scene', () => !!globalThis.untangle?.session && document.body.dataset.state === 'paused');
    await app.ask((css) => {
      document.head.append(Object.assign(document.createElement('style'), { textContent: css }));
      untangle.recording!.toggle();
      untangle.togglePause();
    }, TINY);
    for (let frame = CHUNK; frame < frames + CHUNK; frame += CHUNK) {
      const least = Math.min(frame, frames);
      await app.until(`frame ${least}`, (count) => (untangle.recording!.frames ?? 0) >= count, least);
    }
    await app.ask(() => {
      untangle.recording!.toggle();
      untangle.togglePause();
      untangle.recording!.save('json');
    });
    await app.until('the saved recording', () => globalThis.saved !== undefined);
    const errors = await app.errors();
    if (errors.length > 0) throw new Error(`the page reported: ${errors.join('; ')}`);
    return await app.ask(() => globalThis.saved!.text);
  } finally {
    await served.close();
  }
}
