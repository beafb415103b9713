import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext } from 'playwright-core';

/** How a page opened, in a browser that has never seen it. */
export interface Opening {
  /** From the navigation's start to the page's milestones [ms]: `first-frame` is drawn, `shown` the browser's next paint after it. */
  readonly milestones: Readonly<Record<string, number>>;
  /** Every script that was fetched until then, workers' too, each once: name and bytes by gzip -9. */
  readonly scripts: readonly { readonly name: string; readonly bytes: number }[];
}

/** On a busy machine, with a software GPU [ms]. */
const PATIENCE = 170_000;
const WIDE = { width: 1280, height: 720 };

/** Opens a page until its first simulated frame is shown. @param context a browser of its own: nothing is in its cache */
export async function openPage(context: BrowserContext, url: string): Promise<Opening> {
  const page = await context.newPage();
  await page.setViewportSize(WIDE);
  const fetched = new Set<string>();
  // Of the context: a worker's requests aren't its page's.
  context.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) fetched.add(response.url());
  });
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('untangle:shown').length > 0, undefined, {
    timeout: PATIENCE,
  });
  const marks = await page.evaluate(() =>
    performance.getEntriesByType('mark').map(({ name, startTime }) => [name, startTime] as const),
  );
  const own = marks.filter(([name]) => name.startsWith('untangle:'));
  // Fetched once more: what a worker that has ended was answered, the browser has forgotten.
  const sizes = [...fetched].map(async (script) => {
    const body = await (await fetch(script)).arrayBuffer();
    return { name: basename(new URL(script).pathname), bytes: gzipSync(body, { level: 9 }).length };
  });
  const scripts = (await Promise.all(sizes)).sort((a, b) => b.bytes - a.bytes);
  await page.close();
  return { milestones: Object.fromEntries(own.map(([name, ms]) => [name.replace('untangle:', ''), ms])), scripts };
}

/** [bytes] */
export const weightOf = ({ scripts }: Opening): number => scripts.reduce((sum, { bytes }) => sum + bytes, 0);
