/**
 * Lets the page draw in full detail from now on, which a software renderer doesn't do by itself.
 * @param {import('playwright-core').Page} page
 */
export async function drawFinely(page) {
  await page.waitForFunction(() => globalThis.untangle?.care);
  await page.evaluate(() => {
    const care = globalThis.untangle?.care;
    if (care) care.isFine = true;
    globalThis.untangle?.viewOptionsChanged();
  });
}
