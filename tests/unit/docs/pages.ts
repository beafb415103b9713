import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { read, ROOT } from './recorded.ts';

/** The documents that people read, as paths from the repository's root, and what stands in their code blocks. */

const markdown = (folder: string) =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

export const PAGES: readonly string[] = ['README.md', 'CONTRIBUTING.md', ...markdown('docs')];

/** A line of a code block, without its indentation. */
export interface CodeLine {
  readonly page: string;
  /** Number of the line in its page, from 1. */
  readonly at: number;
  /** The word after the opening fence; empty for an indented block. */
  readonly language: string;
  readonly text: string;
}

const FENCE = /^ {0,3}```(.*)$/;
const INDENT = /^ {4}/;

/** Non-empty lines of a page's fenced and indented blocks. A block is indented by 4 spaces and follows an empty line. */
export function codeLines(page: string, text: string = read(page)): readonly CodeLine[] {
  const found: CodeLine[] = [];
  let language: string | undefined;
  let mayBegin = true;
  text.split('\n').forEach((line, i) => {
    const fence = FENCE.exec(line);
    if (fence) language = language === undefined ? fence[1].trim() : undefined;
    else if (language !== undefined) found.push({ page, at: i + 1, language, text: line.trim() });
    else if (mayBegin && INDENT.test(line)) found.push({ page, at: i + 1, language: '', text: line.trim() });
    else mayBegin = line.trim() === '';
  });
  return found.filter((line) => line.text !== '');
}
