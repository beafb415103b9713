import { cut } from '../../math/text.ts';

/** Puts the first file's name before a message that names none of the files. Names of odd characters, or long ones, are cut wherever they stand. */
export function withName(message: string, files: readonly { readonly name: string }[]): string {
  const odd = files.filter(({ name }) => cut(name) !== name);
  const shown = odd.reduce((text, { name }) => text.replaceAll(name, () => cut(name)), message);
  const isNamed = files.some(({ name }) => shown.includes(cut(name)));
  return isNamed ? shown : `${cut(files[0]!.name)}: ${shown}`;
}

/** Reads files. @throws Error whose message has the name of one */
export async function inNameOf<T>(files: readonly { readonly name: string }[], read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new Error(withName(error.message, files), { cause: error });
  }
}
