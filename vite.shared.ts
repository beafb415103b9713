import glsl from 'vite-plugin-glsl';
import { version } from './bin/version.mjs';

/** Imports of .wgsl files give their text; `#include /shaders/...;` puts another file's text in, once a kernel. */
export const shaders = () => glsl({ include: ['**/*.wgsl'], removeDuplicatedImports: true });

/** What a browser asks for before it hands out SharedArrayBuffer. */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export const constants = { __UNTANGLE_VERSION__: JSON.stringify(version()) };
