import type { Plugin } from 'vite';

const LIBRARY = /\/wgpu-matrix\.module\.js$/;
const MAKER = /(\w+): (getAPI\$?\d*)\(\w+Ctor\)/g;
const EXPORTS = /const \{([^}]*)\} = wgpuMatrixAPI\(([^)]*)\);/g;
/** Kinds in the order of the library's constructor arguments. */
const KINDS = ['mat3', 'mat4', 'quat', 'vec2', 'vec3', 'vec4'];

/**
 * Vite plugin that makes wgpu-matrix tree-shakable. The library makes all kinds of matrices and vectors in one call per array
 * type, which a bundler cannot split. This splits the call into one per kind, so that unused kinds are dropped. The functions
 * themselves stay unchanged.
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
      this.error(
        `found ${makers.size} kinds and ${found} exports of wgpu-matrix; expected ${KINDS.length} and ${3 * KINDS.length}, as in version 3`,
      );
    return { code: split, map: null };
  },
});
