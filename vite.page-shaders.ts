import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Plugin } from 'vite';

const INCLUDE = /^#include \/(\S+);$/gm;
/** Import suffix for a shader file's own text without its includes. */
const PART = '?part';

/**
 * Makes imports of .wgsl files give their text, as `shaders` does, but stores a file that many kernels include only once: the
 * page concatenates the parts. Otherwise each included text would be transferred many times, since copies are too far apart for
 * gzip.
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

/** The files of a kernel, each once, included files first. */
function filesOf(file: string, found = new Set<string>()): Set<string> {
  for (const [, included] of textOf(file).matchAll(INCLUDE)) {
    const path = resolve(included!);
    if (!found.has(path)) filesOf(path, found);
  }
  return found.add(file);
}

const textOf = (file: string): string => readFileSync(file, 'utf8');

/**
 * WGSL without comments, indents, and spaces beside brackets, commas and most operators: a third smaller. WGSL has no string
 * literals that could contain '//'.
 */
export const shortened = (text: string): string =>
  text
    .replace(INCLUDE, '')
    .replace(/\/\/.*$/gm, '')
    .replace(/\s*\n\s*/g, '\n')
    // Lines are joined, but for those that declare buffers or parts (wgsl.ts).
    .replace(/^(?!#)(.*[;{},])\n(?=[^#])/gm, '$1')
    .replace(/ *([,;:{}()+*&|]) */g, '$1')
    // Not beside an operator, with which these might make another one.
    .replace(/([\w\])]) ([-/=<>]|[-/=!<>]=|<<|>>) (?=[\w(])/g, '$1$2');
