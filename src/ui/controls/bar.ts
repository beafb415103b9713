import type { SimulationParameters } from '../../simulation/parameters.ts';
import { type IconName, iconMarkup } from './icons.ts';

/** The page, as far as the bar acts on it. */
export interface BarActions {
  setParameters(changed: Partial<SimulationParameters>): void;
  /** Does what a key of the page does. */
  press(key: string): void;
}

/** A button of the bar. It does what its key does. */
interface BarButton {
  readonly key: string;
  readonly icon: IconName;
  readonly name: string;
}

/** Buttons that play the scene. These controls are only shown on small screens and for fingers; elsewhere the panel and keys have them. */
const PLAY: readonly BarButton[] = [
  { key: ' ', icon: 'pause', name: 'Pause' },
  { key: 'r', icon: 'restart', name: 'Restart the scene' },
  { key: 'g', icon: 'gallery', name: 'All scenes' },
];
const FIT: BarButton = { key: '0', icon: 'fit', name: 'Show all bodies' };
const VIEWS: readonly BarButton[] = [
  { key: '1', icon: 'front', name: 'View from the front' },
  { key: '2', icon: 'side', name: 'View from the side' },
  { key: '3', icon: 'top', name: 'View from the top' },
  { key: 'o', icon: 'turn', name: 'Turn slowly around the bodies' },
];
const SCREEN: readonly BarButton[] = [
  { key: 'f', icon: 'fullscreen', name: 'Whole screen' },
  { key: 'u', icon: 'hide', name: 'Hide the interface' },
];
const TIMELINE: BarButton = { key: 't', icon: 'timeline', name: 'Timeline: look back at earlier frames' };
/** Further actions, for people without a keyboard. */
const FURTHER: readonly BarButton[] = [
  { key: 'e', icon: 'explore', name: 'Explore paths' },
  { key: 'h', icon: 'help', name: 'Help' },
];
/** Keys of buttons that are switched on and off. */
const SWITCHES: readonly string[] = ['o', 't', 'f', 'u'];

/** Names of the collision modes, shorter than the panel's, so that the bar fits a phone. */
const MODE_NAMES: Readonly<Record<SimulationParameters['mode'], string>> = {
  off: 'Off',
  ccd: 'Continuous',
  dcd: 'Discrete',
  hybrid: 'Hybrid',
};

/** The bar of buttons: views and screen everywhere; on small screens also what one does with the scene. */
export class Bar {
  private readonly modes: HTMLSelectElement;

  constructor(
    private readonly element: HTMLElement,
    private readonly page: BarActions,
  ) {
    const shown = SCREEN.filter(({ key }) => key !== 'f' || document.fullscreenEnabled);
    element.innerHTML = `
      <div class="play" role="group" aria-label="Scene">${PLAY.map(buttonMarkup).join('')}
        <select aria-label="Collisions">${Object.entries(MODE_NAMES)
          .map(([mode, name]) => `<option value="${mode}">${name}</option>`)
          .join('')}</select></div>
      <div class="fit">${buttonMarkup(FIT)}<button class="unfold" aria-label="More" aria-expanded="false">${iconMarkup('more')}</button></div>
      <div class="views" role="group" aria-label="Views">${[...VIEWS, TIMELINE, ...shown].map(buttonMarkup).join('')}
        <span class="further">${FURTHER.map(buttonMarkup).join('')}</span></div>`;
    this.modes = element.querySelector('select')!;
    this.listen();
    this.showState();
    new MutationObserver(() => this.showState()).observe(document.body, { attributeFilter: ['data-state'] });
    element.hidden = false;
  }

  /** The chosen collision mode. */
  set mode(mode: SimulationParameters['mode']) {
    this.modes.value = mode;
  }

  /** Shows a switch as on or off. */
  press(key: string, isOn: boolean): void {
    this.button(key)?.setAttribute('aria-pressed', String(isOn));
  }

  /** Folds the views and further actions away on small screens. */
  fold(): void {
    this.setUnfolded(false);
  }

  private setUnfolded(isUnfolded: boolean): void {
    const { element } = this;
    element.toggleAttribute('data-unfolded', isUnfolded);
    element.querySelector('.unfold')!.ariaExpanded = String(isUnfolded);
  }

  private listen(): void {
    const { element, modes, page } = this;
    for (const button of element.querySelectorAll<HTMLButtonElement>('[data-key]'))
      button.onclick = () => {
        // The unfolded bar would cover the view or card that the button opens.
        this.fold();
        page.press(button.dataset.key!);
      };
    for (const key of SWITCHES) this.press(key, false);
    modes.onchange = () => page.setParameters({ mode: modes.value as SimulationParameters['mode'] });
    const unfold = element.querySelector<HTMLButtonElement>('.unfold')!;
    unfold.onclick = () => this.setUnfolded(!element.hasAttribute('data-unfolded'));
  }

  /** Shows Pause while the scene runs, and Resume while it stands still. */
  private showState(): void {
    const button = this.button(' ')!;
    const stands = document.body.dataset.state === 'paused';
    const name = stands ? 'Resume' : 'Pause';
    if (button.ariaLabel === name) return;
    button.ariaLabel = button.title = name;
    button.innerHTML = iconMarkup(stands ? 'resume' : 'pause');
  }

  private button(key: string): HTMLButtonElement | null {
    return this.element.querySelector(`[data-key="${key}"]`);
  }
}

const buttonMarkup = ({ key, icon, name }: BarButton): string =>
  `<button data-key="${key}" aria-label="${name}" title="${name} (${key === ' ' ? 'space' : key})">${iconMarkup(icon)}</button>`;
