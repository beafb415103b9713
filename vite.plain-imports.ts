import type { Plugin } from 'vite';

const HELPER = /vite\/preload-helper\.js$/;

/**
 * Vite plugin that leaves out vite's helper around dynamic imports, which preloads style sheets of parts that load on demand. The page
 * has one sheet, which its HTML names, so the helper would only add to the scripts that come before the first frame.
 */
export const plainImports = (): Plugin => ({
  name: 'plain-imports',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    return HELPER.test(id) ? 'export const __vitePreload = (load) => load();' : null;
  },
  generateBundle(_, bundle) {
    const sheets = Object.keys(bundle).filter((name) => name.endsWith('.css'));
    if (sheets.length > 1)
      throw new Error(
        `found ${sheets.length} style sheets (${sheets.join(', ')}), expected one: parts that load on demand can't have their own without vite's helper`,
      );
  },
});
