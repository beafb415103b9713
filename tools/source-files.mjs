import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @returns {Map<string, string>} the text of each TypeScript file, by its path, such as src/mesh/io/ply.ts, in their order */
export function sourceFiles() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const paths = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')).map((name) => `src/${name}`);
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Whether Node runs this very file. @param {string} url import.meta.url */
export const isMain = (url) => Boolean(process.argv[1]) && url === pathToFileURL(process.argv[1]).href;

/**
 * Prints what is wrong and ends the check.
 * @param {string[]} lines
 * @param {string} told what was looked at
 */
export function report(lines, told) {
  for (const line of lines) console.error(line);
  console.log(told);
  if (lines.length > 0) process.exitCode = 1;
}
