import { build } from 'vite';

/** Before the first browser test: the page as a person gets it, in dist/page. */
export default async function buildPage() {
  await build({ logLevel: 'warn' });
}
