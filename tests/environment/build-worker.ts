import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { simdKernels } from '../../vite.shared.ts';

export interface BuiltWorker {
  /** Argument for `new Worker`. */
  readonly url: URL;
  remove(): Promise<void>;
}

/**
 * Bundles a worker for Node like vite.cli.config.ts, since Node does not run TypeScript.
 * @param entry relative to the package's root
 */
export async function buildWorker(entry: string): Promise<BuiltWorker> {
  const root = resolve(import.meta.dirname, '../..');
  const outDir = await mkdtemp(join(tmpdir(), 'untangle-worker-'));
  await build({
    root,
    configFile: false,
    plugins: [simdKernels()],
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      copyPublicDir: false,
      rolldownOptions: {
        input: join(root, entry),
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  const file = join(outDir, basename(entry).replace(/\.ts$/, '.mjs'));
  return { url: pathToFileURL(file), remove: () => rm(outDir, { recursive: true }) };
}
