/** Key of what sessionStorage holds: a browser keeps it through a tab's reloads, and copies it when a tab is duplicated. */
const KEY = 'untangle:tab';

/** How the last keeping of the tab's scene of one's own ended. */
export type Outcome = 'kept' | 'refused';

/** A tab of the browser. Its scene of one's own is kept under its id. */
export interface Tab {
  readonly id: string;
  /** The tab that this one is a duplicate of: its scene is this one's, until this one has kept one. */
  readonly from?: string;
  /** Undefined if neither this tab nor its original has kept a scene yet. */
  readonly outcome?: Outcome;
}

/** What sessionStorage holds. */
interface Held extends Tab {
  /** When the page was opened that uses the tab (performance.timeOrigin) [ms]; 0 if none does. */
  readonly page: number;
}

/** Returns what was held by an earlier page of this tab, or of the tab that it is a duplicate of; undefined if that is nothing of use. */
function held(): Held | undefined {
  try {
    const { id, from, outcome, page } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<
      Record<keyof Held, unknown>
    >;
    if (typeof id !== 'string' || typeof page !== 'number') return undefined;
    return {
      id,
      page,
      ...(typeof from === 'string' && { from }),
      ...((outcome === 'kept' || outcome === 'refused') && { outcome }),
    };
  } catch {
    return undefined;
  }
}

function hold(tab: Held): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(tab));
  } catch {
    // Without sessionStorage a reload is a new tab to the page.
  }
}

/**
 * Returns the tab that this page is in, however often it is called. A page that finds its tab in use by another page is in a duplicate of that
 * tab, or the browser ended that page without a word: either way it gets an id of its own, and begins with the other one's scene.
 */
export function thisTab(): Tab {
  const page = performance.timeOrigin;
  const before = held();
  if (before?.page === page) return before;
  // Without sessionStorage the page's time of opening has to do, so that each call returns the same.
  const id = canHold() ? `${page} ${Math.random()}` : String(page);
  const taken: Held =
    before?.page === 0 ? { ...before, page } : { ...before, id, page, ...(before && { from: before.id }) };
  hold(taken);
  addEventListener('pagehide', () => change({ page: 0 }));
  // Pages that the browser has kept whole come back so.
  addEventListener('pageshow', () => change({ page }));
  return taken;
}

/** Notes how the keeping of the tab's scene ended, so that a reload knows what to expect. The tab then has a scene of its own. */
export const noteOutcome = (outcome: Outcome): void => change({ outcome, from: undefined });

function change(changed: { readonly [K in keyof Held]?: Held[K] | undefined }): void {
  const now = held();
  // What is undefined is left out of the text.
  if (now) hold({ ...now, ...changed } as Held);
}

function canHold(): boolean {
  try {
    sessionStorage.setItem(KEY, sessionStorage.getItem(KEY) ?? '');
    return true;
  } catch {
    return false;
  }
}
