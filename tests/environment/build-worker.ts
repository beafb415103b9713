import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { simdKernels } from '../../vite.shared.ts';

export interface BuiltWorker {
  /** Argument for `new Worker`. */
  readonly url: URL;
}

/** The process's bundles, by entry. Test files of one process share them, because a build compiles the kernels, which takes seconds. */
const builds = new Map<string, Promise<BuiltWorker>>();

/**
 * Bundles a worker for Node like vite.cli.config.ts, since Node does not run TypeScript. The bundle is removed when the process ends.
 * @param entry relative to the package's root
 */
export function buildWorker(entry: string): Promise<BuiltWorker> {
  const known = builds.get(entry);
  if (known) return known;
  const made = bundle(entry);
  builds.set(entry, made);
  return made;
}

async function bundle(entry: string): Promise<BuiltWorker> {
  const root = resolve(import.meta.dirname, '../..');
  const outDir = await mkdtemp(join(tmpdir(), 'untangle-worker-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  // Vitest ends its processes by SIGTERM; without a listener, no `exit` event follows.
  process.once('SIGTERM', () => process.exit());
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
  return { url: pathToFileURL(file) };
}
