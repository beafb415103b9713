import { preview } from 'vite';

/** A running server of a folder. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the built page on a free port, as `npm start` does.
 * @param folder another folder to serve, relative to the package's root
 * @param headers additional HTTP headers
 */
export async function servePage(
  folder = 'dist/page',
  headers: Readonly<Record<string, string>> = {},
): Promise<ServedPage> {
  const server = await preview({ build: { outDir: folder }, preview: { headers }, logLevel: 'error' });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error(`${folder} can't be served`);
  return { url, close: () => server.close() };
}
