import { defineConfig } from 'vite';
import { pageShaders } from './vite.page-shaders.ts';
import { panelStyle } from './vite.panel-style.ts';
import { plainImports } from './vite.plain-imports.ts';
import { sceneOutlines } from './vite.scenes.ts';
import { checks, constants, isolation, simdKernels } from './vite.shared.ts';
import { threeSources } from './vite.three-sources.ts';
import { wgpuMatrixParts } from './vite.wgpu-matrix.ts';

/**
 * Tree shaking may assume that these have no side effects: three's classes read one another's constants, and robust-predicates'
 * `vec` makes an empty array.
 */
const treeshake = {
  propertyReadSideEffects: false,
  unknownGlobalSideEffects: false,
  manualPureFunctions: ['vec'],
} as const;

/** Build of the page. `dist/page` holds nothing else, so a build may empty it. */
export default defineConfig({
  root: '.',
  base: './',
  define: constants,
  plugins: [
    isolation(),
    threeSources(),
    pageShaders(),
    simdKernels(),
    sceneOutlines('build', 'check'),
    panelStyle(),
    plainImports(),
  ],
  worker: {
    format: 'es',
    plugins: () => [pageShaders(), simdKernels(), wgpuMatrixParts(), sceneOutlines('check', 'description')],
    rolldownOptions: { treeshake, checks },
  },
  build: {
    outDir: 'dist/page',
    target: 'es2022',
    // The page's content security policy is default-src 'self', which forbids data: URLs, so no asset is inlined.
    assetsInlineLimit: 0,
    // The helper that preloads a part's own imports weighs more than it gains: parts are few, and come after the first frame.
    modulePreload: false,
    // three.js with its WebGPU renderer is larger than vite's default of 500 kB.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      treeshake,
      checks,
      output: {
        codeSplitting: {
          groups: [
            // Without the tag, this would also hold the backends of three, of which a page needs one.
            { name: 'three', test: /node_modules[\\/]three[\\/]/, tags: ['$initial'], priority: 1 },
            // Without this group, the modules shared with parts that load on demand would become a dozen small files.
            { name: 'index', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
