import type { Connect, Plugin } from 'vite';
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

/**
 * Vite plugin that sends these headers with every response of the development and the preview server. Vite's option `headers` leaves them
 * out of 304 Not Modified, and WebKitGTK 2.50 then refuses the cached script of a worker.
 */
export function isolation(): Plugin {
  const addHeaders: Connect.NextHandleFunction = (_, response, next) => {
    for (const [name, value] of Object.entries(isolationHeaders)) response.setHeader(name, value);
    next();
  };
  const use = ({ middlewares }: { middlewares: Connect.Server }) => void middlewares.use(addHeaders);
  return { name: 'isolation', configureServer: use, configurePreviewServer: use };
}

export const constants = { __UNTANGLE_VERSION__: JSON.stringify(version()) };

/** Checks of builds. Compiling the SIMD kernels takes two seconds, as expected, which needs no warning. */
export const checks = { bundlerTimings: false };
