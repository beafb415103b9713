import { readdirSync } from 'node:fs';
import { defineConfig } from 'vite';
import { constants, shaders, simdKernels } from './vite.shared.ts';

/**
 * Worker entries. They lie beside main.js in the bundle, which starts them by new Worker(new URL('./pool.worker.js',
 * import.meta.url)).
 */
const workers = readdirSync(new URL('src/workers', import.meta.url))
  .filter((name) => name.endsWith('.worker.ts'))
  .map((name) => [name.replace(/\.ts$/, ''), `src/workers/${name}`]);

/** The command line as plain ES modules for Node. bin/bundle.mjs builds it and chooses the output folder. */
export default defineConfig({
  root: import.meta.dirname,
  define: constants,
  plugins: [shaders(), simdKernels()],
  // Native and optional packages stay external. All others are bundled, so that a start reads few files.
  ssr: { noExternal: true, external: ['webgpu', '@sparticuz/chromium'] },
  build: {
    ssr: true,
    target: 'node20',
    copyPublicDir: false,
    rolldownOptions: {
      input: { main: 'src/command-line.ts', ...Object.fromEntries(workers) },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
