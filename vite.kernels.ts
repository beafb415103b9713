import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { assemblyScript } from './tools/lift/assembly-script.ts';
import { type Binary, compile } from './tools/lift/compile.ts';
import { type Kernel, readKernel } from './tools/lift/kernel.ts';
import { F64X2 } from './tools/lift/lanes.ts';
import { ANCHOR_TEXT } from './tools/lift/parts.ts';

/** Import suffix that turns a file's list of kernels into a WebAssembly module. */
const SUFFIX = '?simd';
/** Matches ids of such imports. */
const IDS = /\?simd$/;
/** Matches `import { a, b } from './file.ts';`, but no import of types. */
const IMPORT = /^import \{([^}]*)\} from '(\.[^']*)';$/gm;

/** Modules by their AssemblyScript text, since a build of page and workers and every kind of test loads the same kernels. */
const compiled = new Map<string, Promise<Binary>>();

/**
 * Makes an import of `file.ts?simd` give SIMD kernels: one for each function that file.ts imports. They are made from these functions'
 * own text (docs/kernels.md). src/globals.d.ts says what the import gives.
 */
export const simdKernels = (): Plugin => ({
  name: 'simd-kernels',
  enforce: 'pre',
  load: {
    filter: { id: IDS },
    async handler(id) {
      const file = id.slice(0, -SUFFIX.length);
      const kernels = importedFunctions(file).map(({ path, name }) => {
        this.addWatchFile(path);
        return readKernel(readFileSync(path, 'utf8'), relative('.', path), name);
      });
      const text = ANCHOR_TEXT + kernels.map((kernel) => assemblyScript(kernel, F64X2)).join('\n');
      if (!compiled.has(text)) compiled.set(text, compile(text, relative('.', file)));
      return { code: moduleText(kernels, await compiled.get(text)!), moduleType: 'js' };
    },
  },
});

/** Lists the functions that a file imports. */
function importedFunctions(file: string): { path: string; name: string }[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, names, from]) =>
    names!.split(',').map((name) => ({ path: resolve(dirname(file), from!), name: name.trim() })),
  );
}

/** JavaScript of the import: the module's bytes, and functions that call its kernels as the TypeScript functions are called. */
function moduleText(kernels: readonly Kernel[], { bytes, memoryFlag }: Binary): string {
  const functions = kernels.map(({ name, parameters }) => {
    const isArray = (kind: string) => kind === 'floats' || kind === 'ids';
    const names = parameters.map((parameter) => parameter.name);
    const values = parameters.map((parameter) => `${parameter.name}${isArray(parameter.kind) ? '.byteOffset' : ''}`);
    return `${name}: (${names.join(', ')}) => exports.${name}(${values.join(', ')}),`;
  });
  return `export const readBytes = () =>
  Uint8Array.from(atob('${Buffer.from(bytes).toString('base64')}'), (character) => character.charCodeAt(0));
export const memoryFlag = ${memoryFlag};
export const bind = (exports) => ({
  ${functions.join('\n  ')}
});
`;
}
