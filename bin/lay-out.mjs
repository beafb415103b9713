/** Combines and scales pictures with the canvas of an open browser page, which can decode and encode them. */

/** @typedef {import('playwright-core').Page} Page */

/** JPEG quality: a third of PNG's bytes without visible artefacts. */
export const QUALITY = 0.88;
/** Size limit of a gallery picture [bytes], since one page shows a dozen of them. */
const SMALL = 30_000;

/**
 * Arranges pictures in a grid.
 * @param {Page} page
 * @param {Buffer[]} tiles PNG or JPEG
 * @param {{ width: number, height: number, columns: number }} grid a tile's size [pixels], and tiles per row
 * @param {boolean} isPng PNG output instead of JPEG
 */
export const layOut = (page, tiles, grid, isPng = false) => {
  const rows = Math.ceil(tiles.length / grid.columns);
  return draw(page, tiles, grid, grid.columns * grid.width, rows * grid.height, isPng ? undefined : QUALITY);
};

/**
 * Makes a scaled JPEG copy, with its quality reduced until it is small enough for the gallery.
 * @param {Page} page
 * @param {Buffer} picture PNG
 * @param {number} scale
 */
export async function shrink(page, picture, scale) {
  const [width, height] = [picture.readUInt32BE(16) * scale, picture.readUInt32BE(20) * scale];
  for (let quality = QUALITY; ; quality -= 0.06) {
    const small = await draw(page, [picture], { width, height, columns: 1 }, width, height, quality);
    if (small.length < SMALL || quality < 0.3) return small;
  }
}

/**
 * @param {Page} page
 * @param {Buffer[]} tiles
 * @param {{ width: number, height: number, columns: number }} grid
 * @param {number} width of the result [pixels]
 * @param {number} height of the result [pixels]
 * @param {number | undefined} quality of a JPEG; undefined gives PNG
 */
async function draw(page, tiles, grid, width, height, quality) {
  const urls = tiles.map((tile) => `data:image/${tile[0] === 0x89 ? 'png' : 'jpeg'};base64,${tile.toString('base64')}`);
  const bytes = await page.evaluate(
    async ([images, place, [w, h, jpegQuality]]) => {
      const canvas = new OffscreenCanvas(w, h);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('the browser gives no 2D canvas');
      context.imageSmoothingQuality = 'high';
      for (const [i, url] of images.entries()) {
        const image = new Image();
        image.src = url;
        await image.decode();
        const [column, row] = [i % place.columns, Math.floor(i / place.columns)];
        context.drawImage(image, column * place.width, row * place.height, place.width, place.height);
      }
      const format = jpegQuality === undefined ? { type: 'image/png' } : { type: 'image/jpeg', quality: jpegQuality };
      const blob = await canvas.convertToBlob(format);
      return [...new Uint8Array(await blob.arrayBuffer())];
    },
    /** @type {const} */ ([urls, grid, [width, height, quality]]),
  );
  return Buffer.from(bytes);
}
