import { existsSync } from 'node:fs';
import { build } from 'vite';

/** Builds the page into dist/page, as people get it, before the first browser test. tools/tests/run.mjs says if a suite has just done so. */
export default async function buildPage() {
  if (process.env.UNTANGLE_PAGE === 'built' && existsSync('dist/page/index.html')) return;
  await build({ logLevel: 'warn' });
}
