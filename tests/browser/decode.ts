import type { Page } from 'playwright-core';

/** A picture's pixels: red, green, blue, alpha of 255 each, row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Decodes a PNG, by the page, since Node can't. */
export function decode(page: Page, png: Buffer): Promise<Pixels> {
  return page.evaluate(
    async (url) => {
      const picture = new Image();
      picture.src = url;
      await picture.decode();
      const { width, height } = picture;
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      context.drawImage(picture, 0, 0);
      return { width, height, data: context.getImageData(0, 0, width, height).data };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
}
