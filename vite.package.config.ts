import { defineConfig, type Plugin } from 'vite';
import { checks, constants, shaders, simdKernels } from './vite.shared.ts';

/** In the package the worker's script is worker.js, beside the code that starts it. */
const workerBeside: Plugin = {
  name: 'worker-beside',
  transform: (code) => code.replaceAll('./pool.worker.ts', './worker.js'),
};

/** The package's JavaScript: plain ES modules for pages and for Node, with all that they need but three (docs/library.md). */
export default defineConfig({
  root: import.meta.dirname,
  define: constants,
  plugins: [shaders(), simdKernels(), workerBeside],
  // Trees of triangles need a few of three's classes, which come along: only the entry `three` needs a three beside it.
  resolve: { alias: [{ find: /^three$/, replacement: 'three/src/Three.Core.js' }] },
  ssr: { noExternal: true, external: ['three/webgpu'] },
  build: {
    ssr: true,
    target: 'es2022',
    outDir: 'dist/package',
    copyPublicDir: false,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      checks,
      input: { index: 'src/index.ts', surfaces: 'src/surfaces.ts', three: 'src/three.ts', worker: 'src/worker.ts' },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' },
    },
  },
});
