import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { assemblyScript } from './tools/lift/assembly-script.ts';
import { type Binary, compile } from './tools/lift/compile.ts';
import { float32Script } from './tools/lift/float32-script.ts';
import { type Kernel, readKernel } from './tools/lift/kernel.ts';
import { F32X4, F64X2 } from './tools/lift/lanes.ts';
import { ANCHOR_TEXT } from './tools/lift/parts.ts';

/**
 * Import suffixes. Of a list of kernels: functions that call its SIMD kernels; their WebAssembly module. Of a file: its functions in
 * float32. src/globals.d.ts and src/kernels.d.ts say what the imports give.
 */
const SUFFIXES = { simd: '?simd', module: '?simd-module', float32: '?float32' } as const;
/** Matches ids of such imports. */
const IDS = /\?(?:simd|simd-module|float32)$/;
/** Matches `import { a, b as c } from './file.ts';`, with the suffix of float32 or without, but no import of types. */
const IMPORT = /^import \{([^}]*)\} from '(\.[^'?]*)(\?float32)?';$/gm;
const EXPORTED_FUNCTION = /^export function (\w+)/gm;

/** A function that a list of kernels imports. */
interface Listed {
  readonly path: string;
  /** Its name in its file, and in the list. */
  readonly name: string;
  readonly listedAs: string;
  readonly isFloat32: boolean;
}

/** Modules by their AssemblyScript text, since a build of page and workers and every kind of test loads the same kernels. */
const compiled = new Map<string, Promise<Binary>>();

/**
 * Makes kernels from the text of TypeScript functions (docs/kernels.md). `list.ts?simd-module` has a SIMD kernel for each function that
 * list.ts imports: with two lanes of float64, or with four of float32 if it is imported from `file.ts?float32`. `list.ts?simd` has
 * the functions that call these kernels. `file.ts?float32` has functions that compute in float32.
 */
export const simdKernels = (): Plugin => ({
  name: 'simd-kernels',
  enforce: 'pre',
  load: {
    filter: { id: IDS },
    async handler(id) {
      const [file] = id.split('?') as [string];
      const read = (path: string, name: string, isFloat32: boolean): Kernel => {
        const kernel = readKernel(
          readFileSync(path, 'utf8'),
          relative('.', path),
          name,
          isFloat32 ? 'float32' : 'float64',
        );
        for (const each of kernel.files) this.addWatchFile(resolve(each));
        return kernel;
      };
      if (id.endsWith(SUFFIXES.float32)) {
        const names = [...readFileSync(file, 'utf8').matchAll(EXPORTED_FUNCTION)].map(([, name]) => name!);
        return { code: names.map((name) => float32Script(read(file, name, true))).join('\n'), moduleType: 'js' };
      }
      const listed = listedFunctions(file);
      const kernels = listed.map(({ path, name, isFloat32 }) => read(path, name, isFloat32));
      if (id.endsWith(SUFFIXES.simd)) return { code: callsText(listed, kernels), moduleType: 'js' };
      const text = listed.map(({ listedAs, isFloat32 }, k) =>
        assemblyScript(kernels[k]!, isFloat32 ? F32X4 : F64X2, listedAs),
      );
      const binary = await compiledOnce(ANCHOR_TEXT + text.join('\n'), relative('.', file));
      return { code: moduleText(binary), moduleType: 'js' };
    },
  },
});

function compiledOnce(text: string, name: string): Promise<Binary> {
  if (!compiled.has(text)) compiled.set(text, compile(text, name));
  return compiled.get(text)!;
}

/** Lists the functions that a file imports. */
function listedFunctions(file: string): Listed[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, names, from, float32]) =>
    names!.split(',').map((text) => {
      const [name, listedAs = name] = text.trim().split(' as ') as [string, string?];
      return { path: resolve(dirname(file), from!), name, listedAs: listedAs!, isFloat32: float32 !== undefined };
    }),
  );
}

/** JavaScript that calls kernels as the TypeScript functions are called. */
function callsText(listed: readonly Listed[], kernels: readonly Kernel[]): string {
  const functions = kernels.map(({ parameters }, k) => {
    const isArray = (kind: string) => kind === 'floats' || kind === 'ids';
    const names = parameters.map((parameter) => parameter.name);
    const values = parameters.map((parameter) => `${parameter.name}${isArray(parameter.kind) ? '.byteOffset' : ''}`);
    const { listedAs } = listed[k]!;
    return `${listedAs}: (${names.join(', ')}) => exports.${listedAs}(${values.join(', ')}),`;
  });
  return `export const bind = (exports) => ({
  ${functions.join('\n  ')}
});
`;
}

/** JavaScript with the bytes of a module. */
const moduleText = ({ bytes, memoryFlag }: Binary): string =>
  `const TEXT = '${Buffer.from(bytes).toString('base64')}';
export const readBytes = () => Uint8Array.from(atob(TEXT), (character) => character.charCodeAt(0));
export const memoryFlag = ${memoryFlag};
`;
