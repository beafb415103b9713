import glsl from 'vite-plugin-glsl';
import { version } from './bin/version.mjs';

/** Imports of .wgsl files give their text; `#include /shaders/...;` puts another file's text in, once a kernel. */
export const shaders = () => glsl({ include: ['**/*.wgsl'], removeDuplicatedImports: true });

/** The same without comments and indents, which are a quarter of what a page would fetch of them. WGSL has no strings that hold '//'. */
export const pageShaders = () =>
  glsl({
    include: ['**/*.wgsl'],
    removeDuplicatedImports: true,
    minify: (code: string) => code.replace(/\/\/.*$/gm, '').replace(/\s*\n\s*/g, '\n'),
  });

/** What a browser asks for before it hands out SharedArrayBuffer. */
export const isolationHeaders = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export const constants = { __UNTANGLE_VERSION__: JSON.stringify(version()) };
