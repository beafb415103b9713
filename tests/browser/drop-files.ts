import type { Page } from 'playwright-core';

/** Drops files on the page, all at once. @param files names and contents */
export async function dropFiles(page: Page, files: readonly (readonly [string, Uint8Array])[]): Promise<void> {
  const transfer = await page.evaluateHandle(
    async (all) => {
      const dropped = new DataTransfer();
      for (const [name, base64] of all) {
        const response = await fetch(`data:application/octet-stream;base64,${base64}`);
        dropped.items.add(new File([await response.arrayBuffer()], name!));
      }
      return dropped;
    },
    files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  );
  for (const type of ['dragover', 'drop']) await page.dispatchEvent('#views', type, { dataTransfer: transfer });
}
