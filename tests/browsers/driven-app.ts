import { countPixels, HIDE_PANELS, type PixelShares } from '../browser/app-page.ts';
import type { DrivenPage } from './driver.ts';

/** Timeout [ms]; on a busy machine, a frame on a software GPU takes seconds. */
const PATIENCE = 120_000;
/** Interval of polling the page [ms]. */
const INTERVAL = 200;

/** A function that runs in the page. It may use only its arguments and the page, since Vitest's helpers don't exist there. */
type InPage<A extends readonly unknown[], T> = (...args: A) => T | Promise<T>;

/** Drives the built page in any browser. */
export class DrivenApp {
  constructor(readonly page: DrivenPage) {}

  /** Runs a function in the page. */
  async ask<A extends readonly unknown[], T>(work: InPage<A, T>, ...args: A): Promise<T> {
    return (await this.page.evaluate(`(${work})(...${JSON.stringify(args)})`)) as T;
  }

  /** Waits until a condition holds. @throws Error with the page's message if it does not */
  async until<A extends readonly unknown[]>(what: string, isSo: InPage<A, boolean>, ...args: A): Promise<void> {
    const last = Date.now() + PATIENCE;
    while (!(await this.ask(isSo, ...args))) {
      if (Date.now() > last) throw new Error(`${what}: not after ${PATIENCE / 1000} s. The page: ${await this.told()}`);
      await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    }
  }

  private told(): Promise<string> {
    return this.ask(() => {
      const { state } = document.body.dataset;
      return `${state}, ${globalThis.untangle?.frames} frames, ‘${document.querySelector<HTMLElement>('#message')?.innerText}’`;
    });
  }

  /** Waits for a number of further frames; after a restart, for that number of frames. */
  async frames(more: number): Promise<void> {
    const before = await this.ask(() => globalThis.untangle?.frames ?? 0);
    await this.until(
      `${more} frames after ${before}`,
      (least) => (globalThis.untangle?.frames ?? 0) >= least,
      before + more,
    );
  }

  async state(name: string): Promise<void> {
    await this.until(`the state ${name}`, (wanted) => document.body.dataset.state === wanted, name);
  }

  /**
   * Clicks into the middle of the element that a selector matches, once it stands still and nothing lies above it: folders of the panel
   * open with a transition.
   * @param text of the element, if several match
   */
  async click(selector: string, text?: string): Promise<void> {
    const find = (css: string, has: string | null) => {
      const found = [...document.querySelectorAll<HTMLElement>(css)].find((one) => !has || one.textContent === has);
      if (!found) return null;
      found.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = found.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      return found.contains(document.elementFromPoint(x, y)) ? { x, y } : null;
    };
    const last = Date.now() + PATIENCE;
    let before: { x: number; y: number } | null = null;
    for (;;) {
      const place = await this.ask(find, selector, text ?? null);
      if (place && place.x === before?.x && place.y === before.y) break;
      before = place;
      if (Date.now() > last) {
        throw new Error(
          `${selector} ${text ?? ''} can't be clicked after ${PATIENCE / 1000} s. The page: ${await this.told()}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    }
    await this.page.move(before!.x, before!.y);
    await this.page.down();
    await this.page.up();
  }

  /**
   * Chooses an option of a panel's list by its label, with events as a person causes them. Browsers' native option lists can't be
   * clicked.
   */
  async choose(label: string, option: string): Promise<void> {
    await this.ask(
      (name, wanted) => {
        const rows = [...document.querySelectorAll('.lil-controller')];
        const row = rows.find((one) => one.querySelector('.lil-name')?.textContent === name);
        const list = row?.querySelector('select');
        const at = [...(list?.options ?? [])].findIndex(({ text }) => text === wanted);
        if (!list || at < 0) throw new Error(`the panel has no list ‘${name}’ with ‘${wanted}’`);
        list.selectedIndex = at;
        list.dispatchEvent(new Event('change', { bubbles: true }));
      },
      label,
      option,
    );
  }

  /** Counts pixels of a screenshot between the panels by kind. */
  async pixels(): Promise<PixelShares> {
    await this.ask((css) => {
      const style = Object.assign(document.createElement('style'), { id: 'hidden-panels', textContent: css });
      document.head.append(style);
    }, HIDE_PANELS);
    const shot = await this.page.screenshot();
    await this.ask(() => document.querySelector('#hidden-panels')!.remove());
    return this.ask(countPixels, `data:image/png;base64,${shot.toString('base64')}`);
  }

  /** Errors that the page and the browser have reported. */
  async errors(): Promise<readonly string[]> {
    return [...this.page.errors, ...(await this.ask(() => seenErrors))];
  }
}
