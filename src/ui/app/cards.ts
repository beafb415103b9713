import type { Rectangle } from '../../render/free-area.ts';

/**
 * Everything that stays over the canvas for a while: the page's parts except drawings and dialogs, and the captions of a comparison.
 * Tooltips and brief messages don't count: the bodies would move when one touches a control.
 */
const CARDS = 'body > :not(#views, #labels, script, [role="dialog"], [role="tooltip"], [data-brief]), .half-caption';

/** Returns the places of all visible cards [pixels from the canvas' left and top]. */
export function cardsOver(canvas: HTMLCanvasElement): Rectangle[] {
  const { left: x, top: y } = canvas.getBoundingClientRect();
  return [...document.querySelectorAll(CARDS)]
    .map((card) => card.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ left, top, right, bottom }) => ({ left: left - x, top: top - y, right: right - x, bottom: bottom - y }));
}
