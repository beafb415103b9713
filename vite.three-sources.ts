import type { Plugin } from 'vite';

/** Entries of three.js, and the modules from which each of them is put together. */
const SOURCES = [
  { find: /^three\/webgpu$/, replacement: 'three/src/Three.WebGPU.js' },
  { find: /^three\/tsl$/, replacement: 'three/src/Three.TSL.js' },
  // The addons import the core only.
  { find: /^three$/, replacement: 'three/src/Three.Core.js' },
];

/**
 * Vite plugin that builds three.js from its source modules. Its published files hold both of its backends, WebGPU and WebGL, in one module,
 * which a bundler can't divide, so that a page would fetch both.
 */
export const threeSources = (): Plugin => ({
  name: 'three-sources',
  apply: 'build',
  config: () => ({ resolve: { alias: SOURCES } }),
});
