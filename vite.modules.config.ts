import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { shaders, simdKernels } from './vite.shared.ts';

/** Folders whose modules are built. */
export const FOLDERS = ['src', 'bench', 'tools', 'tests'];

const isModule = (path: string) => /(?<!\.d|\.test)\.ts$/.test(path) && !path.includes('node_modules');

/** Every module, by its path without its ending. */
const modules = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter(isModule)
    .map((path) => [path.replace(/\.ts$/, ''), path]),
);

/** Vite plugin for modules that look for files beside themselves: they look beside their source. */
const inPlace = (): Plugin => ({
  name: 'in-place',
  enforce: 'pre',
  transform: {
    filter: { code: /import\.meta\.(?:dirname|url)/ },
    handler: (code, id) =>
      code
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  },
});

/** All modules but the tests themselves, each as a file that Node can load. tests/environment/native-modules.ts says why. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [inPlace(), shaders(), simdKernels()],
  build: {
    ssr: true,
    target: 'node20',
    copyPublicDir: false,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(modules),
      // Vitest's own modules are those of the process; the package's are there once it is packed.
      external: ['vitest', /^@untangle\/untangle/],
      checks: { bundlerTimings: false },
      output: { format: 'es', preserveModules: true, preserveModulesRoot: '.', entryFileNames: '[name].js' },
    },
  },
});
