import { readdirSync } from 'node:fs';
import { defineConfig } from 'vite';
import { constants, shaders } from './vite.shared.ts';

/** Workers lie beside main.js in the bundle: new Worker(new URL('./pool.worker.js', import.meta.url)). */
const workers = readdirSync(new URL('src/workers', import.meta.url))
  .filter((name) => name.endsWith('.worker.ts'))
  .map((name) => [name.replace(/\.ts$/, ''), `src/workers/${name}`]);

/** The command line, as plain modules for Node. Built by bin/bundle.mjs, which says where to. */
export default defineConfig({
  root: import.meta.dirname,
  define: constants,
  plugins: [shaders()],
  // Native or optional packages stay outside; everything else goes in, so that a start reads few files.
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
