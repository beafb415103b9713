import type { ExploreMode } from '../explore/explore-mode.ts';
import type { Controls, ViewName } from '../controls/controls.ts';
import type { LateParts } from './late-parts.ts';
import type { PanelActions } from '../panel/panel.ts';
import { isState } from './page.ts';
import type { Page2d } from '../view-2d/page-2d.ts';

/** The action of each key. */
export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Message for the keys of the air mesh where there is none. */
const NO_AIR = 'This scene has no air mesh. Press g: scenes whose titles speak of air have one.';

/**
 * Returns the action of each key. The help (notices/help.ts) lists the keys.
 * @param page2d returns the page of 2D figures while it is shown
 */
export function pageKeys(
  page: PanelActions,
  page2d: () => Page2d | undefined,
  exploreMode: ExploreMode,
  { gallery, controls, timeline }: Pick<LateParts, 'gallery' | 'controls' | 'timeline'>,
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
      ({ idleKeys }) => idleKeys.move,
    );
  const withAir = (act: () => void) => (page.hasAir ? act() : page.say(NO_AIR));
  const control = (act: (controls: Controls) => void) => () => controls.call(act);
  const show = (name: ViewName) => control((part) => part.show(name));
  return {
    ' ': ({ repeat }) => repeat || move(() => page.togglePause()),
    '.': () => move(() => page.step()),
    r: () => move(() => page.reset()),
    e: () =>
      inScene(
        () => page.toggleExplore(),
        ({ idleKeys, instructions }) => `${idleKeys.explore} ${instructions}`,
      ),
    g: () => (gallery.now?.isOpen ? gallery.now.close() : exploreMode.guard(() => page.openGallery())),
    i: () =>
      inScene(
        () => page.about(),
        ({ instructions }) => instructions,
      ),
    a: () =>
      inScene(
        () => withAir(() => page.toggleAir()),
        () => NO_AIR,
      ),
    p: ({ repeat }) =>
      repeat ||
      inScene(
        () => withAir(() => exploreMode.guard(() => page.toggleFlat())),
        () => NO_AIR,
      ),
    c: () =>
      inScene(
        () => page.chart.toggle(),
        ({ idleKeys }) => idleKeys.chart,
      ),
    t: () =>
      inScene(
        () => exploreMode.guard(() => timeline.call((part) => part.toggle())),
        ({ idleKeys }) => idleKeys.timeline,
      ),
    h: control(({ help }) => help.toggle()),
    '0': show('fit'),
    '1': show('front'),
    '2': show('side'),
    '3': show('top'),
    o: control((part) => part.toggleTurn()),
    f: control((part) => part.toggleFullscreen()),
    u: control((part) => part.toggleInterface()),
    Escape: () => {
      if (controls.now?.help.isOpen) controls.now.help.close();
      else if (controls.now?.isInterfaceHidden) controls.now.toggleInterface();
      else if (gallery.now?.isOpen) gallery.now.close();
      else if (page.hideTip() || exploreMode.leave() || controls.now?.firstVisit?.skip()) return;
      else if (page.cancelProgress()) return;
      else if (timeline.now?.isOpen && !isState('starting')) timeline.now.toggle();
      else page.cancelLoad();
    },
  };
}

/** Elements that the space key presses. */
const PRESSED_BY_SPACE = 'button, summary, input:not([type="range"]), [role="button"]';

/**
 * Calls the action of each key, except while the person types into a field. Listens in the capture phase, because the panel
 * stops the propagation of its own key events.
 */
export function listenToKeys(actions: Keys): void {
  /** Whether a key was used after the last press of a pointer, and whether that was so when the focus came where it is. */
  let usesKeys = false;
  let cameByKey = false;
  addEventListener('keydown', onKey, { capture: true });
  addEventListener('pointerdown', () => (usesKeys = false), { capture: true });
  addEventListener('focusin', () => (cameByKey = usesKeys), { capture: true });
  // A select that keeps the focus after a choice would swallow the next key.
  addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && target.blur());

  function onKey(event: KeyboardEvent): void {
    const { target, key } = event;
    usesKeys = true;
    // The space key presses a button that has got the focus by the keyboard.
    if (key === ' ' && cameByKey && target instanceof Element && target.matches(PRESSED_BY_SPACE)) return;
    // A slider uses the arrow keys alone, which are no keys of the page.
    const isText = target instanceof HTMLInputElement && !['checkbox', 'range'].includes(target.type);
    // Text fields don't use Escape, so it acts on the page even while a field has the focus.
    const isForField = key !== 'Escape' && (isText || target instanceof HTMLSelectElement);
    // A form's dialog has keys of its own.
    if ((target as Element).closest?.('form')) return;
    const action = actions[key];
    if (!action || isForField) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // A button that was clicked keeps the focus. Without blur, the space key would pause and also press that button.
    if (target instanceof HTMLElement && target.matches(PRESSED_BY_SPACE) && !cameByKey) target.blur();
    action(event);
  }
}
