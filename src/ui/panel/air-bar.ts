import { createBar } from './bar.ts';
import type { ParameterControls } from './parameter-controls.ts';
import type { Tooltip } from './tooltip.ts';

const TEXT = { free: 'Flatten', flat: 'Let go' } as const;

/** The panel's bar of scenes with an air mesh: a button that presses all bodies flat, and lets go of them. */
export class AirBar {
  readonly element: HTMLElement;
  private readonly button: HTMLButtonElement;

  constructor(
    private readonly controls: ParameterControls,
    tooltip: Tooltip,
  ) {
    const meaning =
      'Presses all bodies flat, so that every height is 0. When you let go, the air mesh still knows what was above what: bodies come back in order. Key: p.';
    this.element = createBar('Air', [{ text: TEXT.free, meaning, act: () => this.toggle() }], tooltip);
    this.button = this.element.querySelector('button')!;
    this.update();
  }

  /** Flattens the scene, or lets go of it: a change of a parameter, which links, recordings and undo have as all others. */
  toggle(): void {
    this.controls.set({ flatten: !this.controls.valueOf('flatten') }, true);
  }

  /** Shows whether the scene is flat, which also a script may have changed. */
  update(): void {
    const isFlat = this.controls.valueOf('flatten');
    this.button.textContent = isFlat ? TEXT.flat : TEXT.free;
    this.button.ariaPressed = String(isFlat);
  }
}
