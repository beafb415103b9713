import type { ExploreMode } from '../explore/explore-mode.ts';
import type { Gallery } from '../gallery/gallery.ts';
import type { Help } from '../notices/help.ts';
import type { PanelActions } from '../panel/panel.ts';

type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Returns the action of each key. The help (notices/help.ts) lists the keys. */
export function pageKeys(page: PanelActions, exploreMode: ExploreMode, gallery: Gallery, help: Help): Keys {
  return {
    ' ': ({ repeat }) => repeat || exploreMode.guard(() => page.togglePause()),
    '.': () => exploreMode.guard(() => page.step()),
    r: () => exploreMode.guard(() => page.reset()),
    e: () => page.toggleExplore(),
    g: () => (gallery.isOpen ? gallery.close() : exploreMode.guard(() => page.openGallery())),
    i: () => page.about(),
    c: () => page.chart.toggle(),
    h: help.toggle,
    Escape: () => {
      if (help.isOpen) help.close();
      else if (gallery.isOpen) gallery.close();
      else if (!page.hideTip() && !exploreMode.leave()) page.cancelLoad();
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
    const isText = target instanceof HTMLInputElement && !['checkbox', 'range'].includes(target.type);
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
