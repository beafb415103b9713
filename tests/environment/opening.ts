import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';

/** Measurements of a page's opening with an empty cache. */
export interface Opening {
  /**
   * Times of the page's milestones from the navigation's start [ms]: `first-frame` is drawn, `shown` is the browser's next paint
   * after it.
   */
  readonly milestones: Readonly<Record<string, number>>;
  /** Every script requested until `shown`, workers' scripts included, each once: name and size after gzip -9 [bytes]. */
  readonly scripts: readonly { readonly name: string; readonly bytes: number }[];
}

/** Timeout for a busy machine with a software GPU [ms]. */
const PATIENCE = 170_000;
const WIDE = { width: 1280, height: 720 };

/** Opens a page and waits until its first simulated frame is shown. @param context a new browser, with an empty cache */
export async function openPage(context: BrowserContext, url: string): Promise<Opening> {
  const page = await context.newPage();
  await page.setViewportSize(WIDE);
  /** Time of each script's first request [ms since 1970]. */
  const requested = new Map<string, number>();
  // Listens on the context, since a worker's requests are not events of its page.
  context.on('response', (response) => {
    const url = response.url();
    if (new URL(url).pathname.endsWith('.js') && !requested.has(url))
      requested.set(url, response.request().timing().startTime);
  });
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('untangle:shown').length > 0, undefined, {
    timeout: PATIENCE,
  });
  const marks = await page.evaluate(() =>
    performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime] as const),
  );
  const origin = await page.evaluate(() => Date.now() - performance.now());
  const own = marks.filter(([name]) => name.startsWith('untangle:'));
  const milestones = Object.fromEntries(own.map(([name, ms]) => [name.replace('untangle:', ''), ms]));
  const isEarly = ([, time]: readonly [string, number]) => time <= origin + milestones.shown;
  // Fetches each script again, since the browser forgets responses to workers that have ended.
  const sizes = [...requested].filter(isEarly).map(async ([script]) => {
    const body = await (await fetch(script)).arrayBuffer();
    return { name: basename(new URL(script).pathname), bytes: gzipSync(body, { level: 9 }).length };
  });
  const scripts = (await Promise.all(sizes)).sort((a, b) => b.bytes - a.bytes);
  await page.close();
  return { milestones, scripts };
}

/** Total size of the scripts [bytes]. */
export const weightOf = ({ scripts }: Opening): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0);
