import { build } from 'vite';

/** Builds the page into dist/page, as people get it, before the first browser test. */
export default async function buildPage() {
  await build({ logLevel: 'warn' });
}
