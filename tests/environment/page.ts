import { preview } from 'vite';

/** A served folder, with the headers that the page is served with. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the built page as `npm start` does, on a free port.
 * @param folder another folder to serve, relative to the package's root
 */
export async function servePage(folder = 'dist/page'): Promise<ServedPage> {
  const server = await preview({ build: { outDir: folder }, logLevel: 'error' });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error(`${folder} can't be served`);
  return { url, close: () => server.close() };
}
