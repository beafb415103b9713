import { FIGURES_TITLE } from '../../scenes/figures/figures-scene.ts';
import { type Settings, sceneOf } from '../link/settings.ts';

/** Values of the body's `data-state`, which style sheets read and tests wait for. */
type PageState = 'starting' | 'running' | 'paused' | 'stopped';

export function setState(state: PageState): void {
  document.body.dataset.state = state;
}

export const isState = (state: PageState): boolean => document.body.dataset.state === state;

type SceneName = Pick<Settings, 'scene' | 'own'>;

/** Returns the title of the scene that settings name, or of the page of 2D figures. */
export const titleOf = (settings: SceneName): string => sceneOf(settings)?.title ?? FIGURES_TITLE;

/** Names a scene in the title of the browser's tab. */
export function setTitle(settings: SceneName): void {
  document.title = `${titleOf(settings)} - Untangle`;
}

/** Stages of opening the page. When a stage is first reached, it is marked in the browser's performance timeline. */
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

/** Time to wait for the report of a lost device [ms]. Failures that the loss causes may be reported before the loss itself. */
const LOSS_DELAY = 500;
export const lossReportDelay = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, LOSS_DELAY));

export const nextPaint = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));

/** Calls `atPaint` at every paint until a promise is fulfilled or rejected. */
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
