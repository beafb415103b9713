import { cut } from '../../math/text.ts';

/** Puts the first file's name before a message that names none of the files. */
export function withName(message: string, files: readonly { readonly name: string }[]): string {
  const isNamed = files.some(({ name }) => message.includes(cut(name)));
  return isNamed ? message : `${cut(files[0]!.name)}: ${message}`;
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
