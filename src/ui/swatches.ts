/**
 * Returns an HTML attribute with a swatch's colour. `colourSwatches` turns the attribute into a style, because a content security policy
 * may forbid styles in markup but lets scripts set styles.
 */
export const swatchColour = (colour: string): string => `data-swatch="${colour}"`;

/** Sets the CSS variable --swatch of all elements in `host` that have the attribute of `swatchColour`. */
export function colourSwatches(host: HTMLElement): void {
  for (const element of host.querySelectorAll<HTMLElement>('[data-swatch]'))
    element.style.setProperty('--swatch', element.dataset.swatch!);
}
