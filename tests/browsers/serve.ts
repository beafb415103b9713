import { readFileSync } from 'node:fs';
import { preview } from 'vite';
import { isolationHeaders } from '../../vite.shared.ts';
import type { ServedPage } from '../environment/page.ts';

declare global {
  /** Errors that were caught in the page. */
  var seenErrors: string[];
}

/** Collects errors. Runs before the page's own scripts, since WebDriver has no access to the console. */
function listen(): void {
  globalThis.seenErrors = [];
  const see = (...parts: unknown[]) => seenErrors.push(parts.map(String).join(' '));
  addEventListener('error', (event) => see(event.message || `${(event.target as Element | null)?.outerHTML} failed`), {
    capture: true,
  });
  addEventListener('unhandledrejection', ({ reason }) => see(reason));
  const { error } = console;
  console.error = (...parts) => {
    see(...parts);
    error(...parts);
  };
  // Saved files are kept for the test instead of the person's download folder.
  HTMLAnchorElement.prototype.click = function () {
    void fetch(this.href)
      .then((answer) => answer.text())
      .then((text) => {
        Object.assign(globalThis, { saved: { name: this.download, text } });
      });
  };
}

/** Serves the built page as `npm start` does, with one additional script. @param folder the page's build */
export async function serveWatched(folder = 'dist/page'): Promise<ServedPage> {
  const html = readFileSync(`${folder}/index.html`, 'utf8').replace('<head>', `<head><script>(${listen})()</script>`);
  const watched = {
    name: 'watched-page',
    configurePreviewServer({ middlewares }: { middlewares: import('vite').Connect.Server }) {
      middlewares.use((request, response, next) => {
        if (new URL(request.url ?? '', 'http://page').pathname !== '/') return next();
        response.writeHead(200, { ...isolationHeaders, 'Content-Type': 'text/html' }).end(html);
      });
    },
  };
  const server = await preview({ plugins: [watched], build: { outDir: folder }, logLevel: 'error' });
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error("the page can't be served");
  return { url, close: () => server.close() };
}
