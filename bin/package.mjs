import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { build } from 'vite';
import { root } from './version.mjs';

/**
 * Builds what `npm pack` packs, in dist/package: JavaScript by vite, the types that TypeScript emits, rolled up to one file per
 * entry, and docs/api, the reference of all exports.
 */

const out = join(root, 'dist/package');
/** Declarations, a file for each of src. They aren't packed. */
const declarations = join(root, 'dist/package-types');

process.chdir(root); // vite-plugin-glsl looks from here for what a shader includes
for (const folder of [out, declarations]) rmSync(folder, { recursive: true, force: true });
await build({ configFile: join(root, 'vite.package.config.ts'), logLevel: 'warn' });
// The command line, which npx starts (bin/untangle.mjs).
await build({
  configFile: join(root, 'vite.cli.config.ts'),
  logLevel: 'warn',
  build: { outDir: join(out, 'command-line'), license: { fileName: 'LICENSES.md' } },
});
emitDeclarations();
for (const entry of ['index', 'surfaces', 'three']) describe(entry);
// It names the class World of the entry beside it: a second declaration of its private fields would be another class.
copyFileSync(join(declarations, 'three.d.ts'), join(out, 'three.d.ts'));
// A worker's script exports nothing.
writeFileSync(join(out, 'worker.d.ts'), 'export {};\n');

/** TypeScript's declarations name .ts files; what is packed has none. */
function emitDeclarations() {
  const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.package.json')], { stdio: 'inherit' });
  for (const name of readdirSync(declarations, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(declarations, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(['"])(\.{1,2}\/[^'"]+)\.ts\1/g, '$1$2.js$1'));
  }
}

/**
 * Rolls the declarations of an entry up into one file, and writes its reference. api-extractor brings a TypeScript of its own.
 * @param {string} entry
 */
function describe(entry) {
  const config = ExtractorConfig.prepare({
    configObjectFullPath: join(root, 'api-extractor.json'),
    packageJsonFullPath: join(root, 'package.json'),
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: join(declarations, `${entry}.d.ts`),
      bundledPackages: ['comlink'],
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2022',
            module: 'ESNext',
            moduleResolution: 'bundler',
            lib: ['ES2023', 'DOM', 'DOM.Iterable'],
            types: ['@webgpu/types', 'node'],
            strict: true,
            skipLibCheck: true,
          },
          files: [join(declarations, `${entry}.d.ts`)],
        },
      },
      dtsRollup: { enabled: entry !== 'three', untrimmedFilePath: join(out, `${entry}.d.ts`) },
      apiReport: {
        enabled: true,
        reportFolder: join(root, 'docs/api'),
        reportTempFolder: join(root, 'dist/api'),
        reportFileName: `${entry}.api.md`,
      },
      docModel: { enabled: true, apiJsonFilePath: join(root, `dist/api/${entry}.api.json`) },
      messages: {
        compilerMessageReporting: { default: { logLevel: /** @type {never} */ ('error') } },
        extractorMessageReporting: { default: { logLevel: /** @type {never} */ ('none') } },
        tsdocMessageReporting: { default: { logLevel: /** @type {never} */ ('none') } },
      },
    },
  });
  const { succeeded } = Extractor.invoke(config, { localBuild: true, showVerboseMessages: false });
  if (!succeeded) process.exit(1); // its messages say why
}
