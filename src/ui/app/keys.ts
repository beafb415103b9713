import type { ExploreMode } from '../explore/explore-mode.ts';
import type { Gallery } from '../gallery/gallery.ts';
import type { Help } from '../notices/help.ts';
import type { PanelActions } from '../panel/panel.ts';
import type { Page2d } from '../view-2d/page-2d.ts';

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** What the page says on the 2D figures for keys that have nothing to do there. */
const NOTHING_MOVES =
  'Nothing moves in the figures, so there is nothing to pause or to start again. Press g for scenes that move.';
const NO_FRAMES = 'The figures are not simulated, so they have no frame times to chart. Press g for scenes that have.';
const EXPLORES_ALREADY = 'This page explores paths already.';

/**
 * Returns the action of each key. The help (notices/help.ts) lists the keys.
 * @param page2d returns the page of 2D figures while it is shown
 */
export function pageKeys(
  page: PanelActions,
  page2d: () => Page2d | undefined,
  exploreMode: ExploreMode,
  gallery: Gallery,
  help: Help,
): Keys {
  /** Calls `act` for a scene; on the 2D figures says something instead. */
  const inScene = (act: () => void, otherwise: (figures: Page2d) => string) => {
    const figures = page2d();
    if (figures) page.say(otherwise(figures));
    else act();
  };
  const move = (act: () => void) =>
    inScene(
      () => exploreMode.guard(act),
      () => NOTHING_MOVES,
    );
  return {
    ' ': ({ repeat }) => repeat || move(() => page.togglePause()),
    '.': () => move(() => page.step()),
    r: () => move(() => page.reset()),
    e: () =>
      inScene(
        () => page.toggleExplore(),
        ({ instructions }) => `${EXPLORES_ALREADY} ${instructions}`,
      ),
    g: () => (gallery.isOpen ? gallery.close() : exploreMode.guard(() => page.openGallery())),
    i: () =>
      inScene(
        () => page.about(),
        ({ instructions }) => instructions,
      ),
    c: () =>
      inScene(
        () => page.chart.toggle(),
        () => NO_FRAMES,
      ),
    h: help.toggle,
    Escape: () => {
      if (help.isOpen) help.close();
      else if (gallery.isOpen) gallery.close();
      else if (!exploreMode.leave()) page.cancelLoad();
    },
  };
}

/**
 * Calls the action of each key, except while the person types into a field. Listens in the capture phase, because the panel
 * stops the propagation of its own key events.
 */
export function listenToKeys(actions: Keys): void {
  addEventListener('keydown', onKey, { capture: true });
  // A select that keeps the focus after a choice would swallow the next key.
  addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && target.blur());

  function onKey(event: KeyboardEvent): void {
    const { target, key } = event;
    const isText = target instanceof HTMLInputElement && target.type !== 'checkbox';
    // Text fields don't use Escape, so it acts on the page even while a field has the focus.
    const isForField = key !== 'Escape' && (isText || target instanceof HTMLSelectElement);
    const action = actions[key];
    if (!action || isForField) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // Without blur, the space key would pause and also press the focused button.
    if (target instanceof HTMLElement) target.blur();
    action(event);
  }
}
