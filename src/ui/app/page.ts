/** What stands in the page's `data-state`, for its style and for scripts that wait. */
type PageState = 'starting' | 'running' | 'paused' | 'stopped';

export function setState(state: PageState): void {
  document.body.dataset.state = state;
}

/** What is measured from the page's opening on: the first time that each is reached stands in the browser's own time line. */
type Milestone = 'scripts' | 'built' | 'backend' | 'view' | 'first-frame' | 'shown';

const reached = new Set<Milestone>();

export function milestone(name: Milestone): void {
  if (reached.has(name)) return;
  reached.add(name);
  performance.mark(`untangle:${name}`);
}

export function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element #${id}`);
  return element;
}

/** A failure that a lost device causes may come before the loss is told: how long to wait for it [ms]. */
const LOSS_PATIENCE = 500;
export const lossTold = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOSS_PATIENCE));

export const nextPaint = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** Does something at every paint until a promise is settled, whichever way. */
export async function untilDone(work: Promise<unknown>, atPaint: () => void): Promise<void> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) {
    atPaint();
    await nextPaint();
  }
}
