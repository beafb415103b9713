import glsl from 'vite-plugin-glsl';
import { version } from './bin/version.mjs';

export { simdKernels } from './vite.kernels.ts';

/** Plugin for .wgsl imports, which give the text. `#include /shaders/...;` inserts another file's text, once per kernel. */
export const shaders = () => glsl({ include: ['**/*.wgsl'], removeDuplicatedImports: true });

/** HTTP headers that browsers require for SharedArrayBuffer (cross-origin isolation). */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export const constants = { __UNTANGLE_VERSION__: JSON.stringify(version()) };

/** Checks of builds. Compiling the SIMD kernels takes two seconds, as expected, which needs no warning. */
export const checks = { bundlerTimings: false };
