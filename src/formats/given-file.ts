import { cut, onOneLine, withoutMiddle } from '../math/text.ts';
import type { TextureImage } from '../mesh/drawn-surface.ts';
import { MeshFileError } from './file-mesh.ts';

/** A file that a person gives. */
export interface GivenFile {
  /** Name or path; its end says the format. */
  readonly name: string;
  /** The whole contents. In Node they are read when they are first asked for, so only ask for those of a file that is needed. */
  readonly bytes: Uint8Array;
}

/** The end of a file's name, without the dot, in small letters. */
export const extensionOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1].toLowerCase() ?? '';

/** Says that the end of a file's name is none of those that are known. */
export const unknownKind = (name: string, known: readonly string[]): string =>
  `${cut(name)} is of an unknown kind; expected .${known.join(', .')}`;

/** Begins the message of a MeshFileError with the file's name. @param bytes of the file, if it is one */
export function named<T>(name: string, read: () => T, bytes?: Uint8Array): T {
  try {
    return read();
  } catch (error) {
    throw withName(name, error, bytes);
  }
}

/** Characters of a sentence about a file that are shown, at its start and at its end: more than any of ours has but for what it quotes of the file. */
const START = 500;
const END = 200;

/**
 * The error, with the file's name before its message if it is a MeshFileError.
 * @param bytes of the file: if they are an image's, the message says that instead, whatever the reader stumbled over
 */
export function withName(name: string, error: unknown, bytes?: Uint8Array): unknown {
  if (!(error instanceof MeshFileError)) return error;
  const image = bytes && imageOf(bytes);
  if (image) {
    const kind = image.mimeType.slice('image/'.length).toUpperCase();
    return new MeshFileError(
      onOneLine(`${cut(name)}: the file is a ${kind} image; expected a mesh as .${cut(extensionOf(name))}`),
      {
        cause: error,
      },
    );
  }
  const sentence = `${error.message[0].toLowerCase()}${error.message.slice(1)}`;
  return new MeshFileError(onOneLine(`${cut(name)}: ${withoutMiddle(sentence, START + END, START, END)}`), {
    cause: error,
  });
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Finds the file that another one names. Folders count only where several files have the same name, since people give files without them, and so do small and
 * large letters, since not all systems tell them apart.
 * @param name a path, relative to the file that names it
 */
export function findBeside(files: readonly GivenFile[], name: string): GivenFile | undefined {
  const wanted = name.replaceAll('\\', '/').replace(/^(\.{0,2}\/)+/, '');
  const small = wanted.toLowerCase();
  const pathOf = (file: GivenFile) => file.name.replaceAll('\\', '/');
  const alike = files.filter((file) => lastPart(pathOf(file)).toLowerCase() === lastPart(small));
  const ends = (path: string, end: string) => path === end || path.endsWith(`/${end}`);
  return (
    alike.find((file) => ends(pathOf(file), wanted)) ??
    alike.find((file) => ends(pathOf(file).toLowerCase(), small)) ??
    alike.find((file) => lastPart(pathOf(file)) === lastPart(wanted)) ??
    alike[0]
  );
}

/** First bytes of the kinds of images that are drawn. In WebP, four bytes of length follow RIFF. */
const SIGNATURES: readonly {
  readonly mimeType: TextureImage['mimeType'];
  readonly at: number;
  readonly bytes: readonly number[];
}[] = [
  { mimeType: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { mimeType: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { mimeType: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
];

/** Returns the image that the bytes hold. @returns undefined if it is no PNG, JPEG or WebP */
export function imageOf(bytes: Uint8Array): TextureImage | undefined {
  const kind = SIGNATURES.find((signature) => signature.bytes.every((byte, i) => bytes[signature.at + i] === byte));
  return kind && { mimeType: kind.mimeType, bytes };
}
