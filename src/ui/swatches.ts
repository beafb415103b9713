/**
 * An attribute for markup that names a swatch's colour; `colourSwatches` turns it into a style. A page's content security policy may
 * forbid styles in markup, but lets scripts set them.
 */
export const swatchColour = (colour: string): string => `data-swatch="${colour}"`;

/** Sets the CSS variable --swatch of all elements in `host` that have the attribute. */
export function colourSwatches(host: HTMLElement): void {
  for (const element of host.querySelectorAll<HTMLElement>('[data-swatch]'))
    element.style.setProperty('--swatch', element.dataset.swatch!);
}
