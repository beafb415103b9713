import type { Plugin } from 'vite';

const LIBRARY = /\/wgpu-matrix\.module\.js$/;
const MAKER = /(\w+): (getAPI\$?\d*)\(\w+Ctor\)/g;
const EXPORTS = /const \{([^}]*)\} = wgpuMatrixAPI\(([^)]*)\);/g;
/** In the order of the library's constructors' arguments. */
const KINDS = ['mat3', 'mat4', 'quat', 'vec2', 'vec3', 'vec4'];

/**
 * wgpu-matrix makes all its kinds of matrices and vectors, for three kinds of arrays, in one call each, of which a bundler can
 * leave nothing out. Here each kind gets a call of its own, so that only those come along that are used. Its functions stay as
 * they are.
 */
export const wgpuMatrixParts = (): Plugin => ({
  name: 'wgpu-matrix-parts',
  apply: 'build',
  transform(code, id) {
    if (!LIBRARY.test(id)) return undefined;
    const makers = new Map([...code.matchAll(MAKER)].map(([, kind, maker]) => [kind!, maker!]));
    let found = 0;
    const split = code.replace(EXPORTS, (_, names: string, constructors: string) => {
      const arrays = constructors.split(', ');
      const exported = names.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(\w+)(?:: (\w+))?/g);
      return [...exported]
        .map(([, kind, name = kind]) => {
          found++;
          return `const ${name} = /*@__PURE__*/ ${makers.get(kind!)}(${arrays[KINDS.indexOf(kind!)]});`;
        })
        .join('\n');
    });
    if (makers.size !== KINDS.length || found !== 3 * KINDS.length)
      this.error('wgpu-matrix is no longer written as it was');
    return { code: split, map: null };
  },
});
