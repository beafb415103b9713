/** For markup: a colour that `colourSwatches` gives to the element. Where a page's policy forbids styles in markup, scripts may set them. */
export const swatchColour = (colour: string): string => `data-swatch="${colour}"`;

/** Sets --swatch of all elements that markup has marked. */
export function colourSwatches(host: HTMLElement): void {
  for (const element of host.querySelectorAll<HTMLElement>('[data-swatch]'))
    element.style.setProperty('--swatch', element.dataset.swatch!);
}
