import { defineConfig } from 'vite';
import { pageShaders } from './vite.page-shaders.ts';
import { panelStyle } from './vite.panel-style.ts';
import { sceneOutlines } from './vite.scenes.ts';
import { constants, isolationHeaders } from './vite.shared.ts';
import { wgpuMatrixParts } from './vite.wgpu-matrix.ts';

/** three's classes read one another's constants, and nothing happens then. robust-predicates' `vec` makes an empty array. */
const treeshake = {
  propertyReadSideEffects: false,
  unknownGlobalSideEffects: false,
  manualPureFunctions: ['vec'],
} as const;

/** The page. `dist/page` holds nothing else, so that a build may empty it. */
export default defineConfig({
  root: '.',
  base: './',
  define: constants,
  plugins: [pageShaders(), sceneOutlines('build', 'check'), panelStyle()],
  worker: {
    format: 'es',
    plugins: () => [pageShaders(), wgpuMatrixParts(), sceneOutlines('check')],
    rolldownOptions: { treeshake },
  },
  server: { headers: isolationHeaders },
  preview: { headers: isolationHeaders },
  build: {
    outDir: 'dist/page',
    target: 'es2022',
    // A policy of default-src 'self' takes files and no data.
    assetsInlineLimit: 0,
    modulePreload: {
      // Browsers that lack it fetch a little later.
      polyfill: false,
      // The page has three already: Firefox tells of a link that preloads it as of one that failed.
      resolveDependencies: (_, dependencies) => dependencies.filter((path) => !/\bthree-[^/]*$/.test(path)),
    },
    // three.js with its WebGPU renderer is larger than vite's default of 500 kB.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      treeshake,
      output: {
        codeSplitting: {
          groups: [
            { name: 'three', test: /node_modules[\\/]three[\\/]/, priority: 1 },
            // Else what parts on demand need, too, lies in a dozen files of its own.
            { name: 'index', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
