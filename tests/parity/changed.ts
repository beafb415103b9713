import { shortened } from '../../vite.page-shaders.ts';

/**
 * A kernel's text with a part of it changed. The text may be the files' own, or as the page has it, which is shortened.
 * @throws Error where `from` isn't in it
 */
export function changed(code: string, from: string, to: string): string {
  const part = [from, shortened(from)].find((text) => code.includes(text));
  if (part === undefined) throw new Error(`The kernel's text should hold '${from}' for a test to change it`);
  return code.replace(part, to);
}
