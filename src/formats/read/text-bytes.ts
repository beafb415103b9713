import { MeshFileError, plural } from '../file-mesh.ts';

/** Longest text that is read [bytes]; engines hold no longer strings. */
const LONGEST = 500e6;
/** Bytes by which some programs mark a text as UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];
/** Bytes by which Windows marks a text as UTF-16, of either byte order. */
const MARKS_OF_UTF16 = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];
/** Zero, with which some programs fill the last block of a file, and the mark by which DOS ended a text. */
const FILLERS = [0, 26];

export const isFiller = (byte: number): boolean => FILLERS.includes(byte);

const TAB = 9;
export const NEWLINE = 10;
const RETURN = 13;
const BLANK = 32;

export const isBlank = (code: number): boolean => code === BLANK || (code >= TAB && code <= RETURN);

const hasAt = (bytes: Uint8Array, at: number, wanted: readonly number[]): boolean =>
  wanted.every((byte, i) => bytes[at + i] === byte);

/** Length of the mark of UTF-8 at a place [bytes]; 0 if there is none. Files that were joined have one in the middle. */
export const markAt = (bytes: Uint8Array, at: number): number =>
  bytes[at] === MARK[0] && hasAt(bytes, at, MARK) ? MARK.length : 0;

/** Whether the bytes begin with a mark of UTF-16. */
export const isUtf16 = (bytes: Uint8Array): boolean => MARKS_OF_UTF16.some((mark) => hasAt(bytes, 0, mark));

/** @throws MeshFileError if a text has too many bytes for an engine's strings, or is none in UTF-8 */
export function checkLength(bytes: Uint8Array): void {
  const { length } = bytes;
  if (length > LONGEST) throw new MeshFileError(`The file has ${length} bytes; expected at most ${LONGEST} of a text`);
  if (isUtf16(bytes)) throw new MeshFileError('The file is a text in UTF-16; expected a text in UTF-8');
}

/** @throws MeshFileError if a byte is none of a text. Fillers after the text are taken. */
export function checkText(bytes: Uint8Array): void {
  const end = endOfText(bytes);
  for (let i = 0; i < end; i++)
    if (bytes[i] < BLANK && !isBlank(bytes[i]))
      throw new MeshFileError(`Byte ${i} is ${bytes[i]}, no character of a text; expected a text`);
}

/** Where a text ends and nothing but fillers and blanks follow. It is the file's end if there are no fillers, or nothing else. */
export function endOfText(bytes: Uint8Array): number {
  let end = bytes.length;
  let filled = end;
  for (; end > 0; end--) {
    if (isFiller(bytes[end - 1])) filled = end - 1;
    else if (!isBlank(bytes[end - 1])) break;
  }
  return end === 0 ? bytes.length : filled;
}

/** A text whose lines all end with a line feed: those that end with a return alone get one. Bytes stay where they are. */
export function withLineFeeds(bytes: Uint8Array): Uint8Array {
  let changed: Uint8Array | undefined;
  for (let i = bytes.indexOf(RETURN); i >= 0; i = bytes.indexOf(RETURN, i + 1)) {
    if (bytes[i + 1] === NEWLINE) continue;
    changed ??= bytes.slice();
    changed[i] = NEWLINE;
  }
  return changed ?? bytes;
}

/** The character that ends lines, by the first one that has an end: a return, where no line feed follows it. */
export function lineEndOf(bytes: Uint8Array): typeof NEWLINE | typeof RETURN {
  const first = bytes.findIndex((byte) => byte === NEWLINE || byte === RETURN);
  return bytes[first] === RETURN && bytes[first + 1] !== NEWLINE ? RETURN : NEWLINE;
}

/** Says how many bytes fill a file after its text or its last element. */
export const fillingNote = (count: number): string => `Filling after the end left out: ${plural(count, 'byte')}.`;
