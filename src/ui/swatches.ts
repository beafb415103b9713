/** For markup: a colour that `colourMarks` gives to the element. Where a page's policy forbids styles in markup, scripts may set them. */
export const mark = (colour: string): string => `data-mark="${colour}"`;

/** Sets --mark of all elements that markup has marked. */
export function colourMarks(host: HTMLElement): void {
  for (const element of host.querySelectorAll<HTMLElement>('[data-mark]'))
    element.style.setProperty('--mark', element.dataset.mark!);
}
