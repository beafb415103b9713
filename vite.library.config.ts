import { defineConfig } from 'vite';
import { shaders } from './vite.shared.ts';

/** The library (src/index.ts) and its worker as plain ES modules for Node (docs/library.md). */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [shaders()],
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/library',
    copyPublicDir: false,
    rolldownOptions: {
      input: { untangle: 'src/index.ts', 'pool.worker': 'src/workers/pool.worker.ts' },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
