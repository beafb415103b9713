import { preview } from 'vite';

/** A served folder, with the headers that the page is served with. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the built page as `npm start` does, on a free port.
 * @param folder another folder to serve, relative to the package's root    @param headers that it is served with too
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
