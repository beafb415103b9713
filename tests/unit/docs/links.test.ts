import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { read, ROOT } from './recorded.ts';

const markdown = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const PAGES = ['', 'docs', 'bench/headless'].flatMap(markdown);

/** Anchors of a page's headings, as GitHub makes them: letters, digits, hyphens and underscores in lower case. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Targets of links and pictures that lie in the repository. */
const linksOf = (page: string): string[] =>
  [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target).filter((target) => !/^[a-z]+:/.test(target));

/** Says in words why a link fails. */
function faultOf(page: string, target: string): string | undefined {
  const [file, anchor] = target.split('#');
  const path = file ? join(dirname(page), file) : page;
  if (!existsSync(join(ROOT, path))) return `${target}: there is no ${path}`;
  if (!anchor || !path.endsWith('.md')) return undefined;
  const anchors = anchorsOf(path);
  return anchors.includes(anchor) ? undefined : `${target}: found ${anchors.join(', ')}`;
}

it.each(PAGES)('%s links only to what is there', (page) => {
  expect(linksOf(page).flatMap((target) => faultOf(page, target) ?? [])).toEqual([]);
});

it('finds links, and faults in them', () => {
  expect(linksOf('README.md')).toContain('docs/pictures/untangling.webp');
  expect(faultOf('docs/method.md', '#the-question')).toBeUndefined();
  expect(faultOf('docs/method.md', 'scenes.md#nowhere')).toMatch('scenes.md#nowhere: found the-scenes, ');
  expect(faultOf('docs/method.md', 'README.md')).toBe('README.md: there is no docs/README.md');
});
