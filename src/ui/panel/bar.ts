import type { Tooltip } from './tooltip.ts';

/** A button of a bar. */
export interface BarButton {
  readonly text: string;
  /** Text instead of `text` while the scene is paused. */
  readonly textWhilePaused?: string;
  /** Text of the tooltip. */
  readonly meaning: string;
  act(): void;
}

/** Makes a row of buttons. lil-gui has one button per row only. @param name what the buttons have in common, for screen readers */
export function createBar(name: string, buttons: readonly BarButton[], tooltip: Tooltip): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'bar';
  bar.setAttribute('role', 'group');
  bar.ariaLabel = name;
  bar.append(...buttons.map((button) => buttonOf(button, tooltip)));
  return bar;
}

function buttonOf({ text, textWhilePaused, meaning, act }: BarButton, tooltip: Tooltip): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  // The style sheet shows the label that applies, by the page's data-state.
  if (textWhilePaused === undefined) button.textContent = text;
  else button.append(labelFor('moving', text), labelFor('paused', textWhilePaused));
  button.addEventListener('click', act);
  tooltip.describe(button, () => ({ meaning }));
  return button;
}

function labelFor(state: string, text: string): HTMLElement {
  const label = document.createElement('span');
  label.className = `while-${state}`;
  label.textContent = text;
  return label;
}
