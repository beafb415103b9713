import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const INCLUDE = /^#include \/(\S+);$/gm;
/** Says that a file's own text is meant, without what it includes. */
const PART = '?part';

/**
 * Imports of .wgsl files give their text, as `shaders` does, but a file that many kernels include is in the page once: kernels
 * are put together there. Else a page fetches the text of each twice over, since gzip doesn't look back so far.
 */
export const pageShaders = (): Plugin => ({
  name: 'page-shaders',
  enforce: 'pre',
  load(id) {
    if (id.endsWith(`.wgsl${PART}`)) {
      const file = id.slice(0, -PART.length);
      this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(shortened(textOf(file)))};`, moduleType: 'js' };
    }
    if (!id.endsWith('.wgsl')) return null;
    const files = [...filesOf(id)];
    const imports = files.map((file, i) => `import part${i} from '/${relative('.', file)}${PART}';`);
    const parts = files.map((_, i) => `part${i}`);
    return { code: `${imports.join('\n')}\nexport default ${parts.join(' + ')};`, moduleType: 'js' };
  },
});

/** A kernel's files, each once, after those that it includes. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  for (const [, included] of textOf(file).matchAll(INCLUDE)) {
    const path = resolve(included!);
    if (!found.has(path)) filesOf(path, found);
  }
  return found.add(file);
}

const textOf = (file: string): string => readFileSync(file, 'utf8');

/** Without comments, indents, and blanks beside brackets, commas and most operators: a third of it. WGSL has no strings that hold '//'. */
export const shortened = (text: string): string =>
  text
    .replace(INCLUDE, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/\s*\n\s*/g, '\n')
    .replace(/ *([,;:{}()+*&|]) */g, '$1');
