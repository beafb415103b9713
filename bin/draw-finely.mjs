/** How the page draws on a fast machine (src/render/drawing.ts). */
const FULL_DETAIL = { resolution: 1, samples: 4, shadowFrames: 1 };

/**
 * Lets the page draw in full detail from now on, which a software renderer doesn't do by itself.
 * @param {import('playwright-core').Page} page
 */
export const drawFinely = (page) =>
  page.evaluate((detail) => {
    for (const { view } of globalThis.untangle?.running?.halves ?? [])
      Object.defineProperty(view, 'detail', { get: () => detail, set: () => {} });
    globalThis.untangle?.viewOptionsChanged();
  }, FULL_DETAIL);
