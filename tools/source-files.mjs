import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** @returns {Map<string, string>} text of each TypeScript file by path, such as src/mesh/io/ply.ts, sorted by path */
export function sourceFiles() {
  const root = join(dirname(fileURLToPath(import.meta.url)), '..');
  const names = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const paths = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')).map((name) => `src/${name}`);
  return new Map(paths.sort().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
}

/** Whether the module was started as the main program. @param {string} url import.meta.url */
export const isMain = (url) => Boolean(process.argv[1]) && url === pathToFileURL(process.argv[1]).href;

/**
 * Prints the found problems and a summary, and sets the exit code to 1 if there are problems.
 * @param {string[]} lines the problems
 * @param {string} summary
 */
export function report(lines, summary) {
  for (const line of lines) console.error(line);
  console.log(summary);
  if (lines.length > 0) process.exitCode = 1;
}
