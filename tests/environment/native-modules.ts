import { join, relative, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import { bundle } from '../../bin/bundle.mjs';
import { FOLDERS } from '../../vite.modules.config.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Matches paths of built modules, which Node loads by itself. */
export const NATIVE = /\/dist\/modules\//;

let folder: Promise<string> | undefined;

/** Path of a built module. @param path of its source, relative to the package's root */
async function builtPath(path: string): Promise<string> {
  folder ??= bundle('modules');
  return join(await folder, path.replace(/\.ts$/, '.js'));
}

/**
 * Vite plugin with which Node loads what tests import, as vite.modules.config.ts builds it. In Vitest's own form each use of something
 * imported goes through a getter: the falling sheets of tests/physics/sheet-contacts took 2.4 times as long, `npm test` a sixth longer. A
 * built module is loaded once per process, so that tests can't replace it: those that do have Vitest's own form.
 */
export const nativeModules = (): Plugin => ({
  name: 'native-modules',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^\.{1,2}\/.*\.ts$/ },
    async handler(source, importer) {
      const path = relative(ROOT, resolve(importer!, '..', source));
      return FOLDERS.includes(path.split(sep)[0]!) ? builtPath(path) : undefined;
    },
  },
});
