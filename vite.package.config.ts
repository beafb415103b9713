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
  ssr: { noExternal: true, external: ['three'] },
  build: {
    ssr: true,
    target: 'es2022',
    outDir: 'dist/package',
    copyPublicDir: false,
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      checks,
      input: { index: 'src/index.ts', three: 'src/three.ts', worker: 'src/worker.ts' },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'parts/[name].js' },
    },
  },
});
