import { beginning } from '../../math/text.ts';
import { NONE } from '../../mesh/topology.ts';
import { MeshFileError } from '../file-mesh.ts';
import {
  checkLength,
  checkText,
  endOfText,
  fillingNote,
  isBlank,
  lineEndOf,
  markAt,
  NEWLINE,
  withLineFeeds,
} from './text-bytes.ts';
import { decimalOf, endsInSign, isNotFinite } from './text-numbers.ts';

/** Greatest id of a vertex in our lists. */
export const MOST_ID = NONE - 1;

/** Reads a text word by word, and blocks of bytes in between. Knows the line, for messages. */
export class TextReader {
  /** Line of the next word, from 1. */
  line = 1;
  private at: number;
  /** Where the words end. Only blocks of bytes may reach further. */
  private readonly end: number;
  private readonly decoder = new TextDecoder();

  private constructor(
    private readonly bytes: Uint8Array,
    /** A character per byte. */
    private readonly text: string,
    /** Character that begins a comment, which ends with its line. */
    private readonly comment: string,
    /** Character that ends a line. */
    private readonly lineEnd: number,
  ) {
    this.at = markAt(bytes, 0);
    this.end = endOfText(bytes);
  }

  /**
   * Opens a file as text.
   * @param comment character that begins a comment, which ends with its line; none by default
   * @param mixed whether blocks of bytes lie between the words
   * @throws MeshFileError if the file is empty, too long, in UTF-16, or no text although it isn't mixed
   */
  static open(bytes: Uint8Array, comment = '', mixed = false): TextReader {
    if (bytes.length === 0) throw new MeshFileError('The file has 0 bytes; expected a mesh');
    checkLength(bytes);
    const decoder = new TextDecoder('latin1');
    if (mixed) return new TextReader(bytes, decoder.decode(bytes), comment, lineEndOf(bytes));
    checkText(bytes);
    const lines = withLineFeeds(bytes);
    return new TextReader(lines, decoder.decode(lines), comment, NEWLINE);
  }

  /** A sentence about what fills the file after the text, if anything does. For a reader that is at the end of the words. */
  notes(): string[] {
    const left = this.bytes.length - Math.max(this.end, this.at);
    return left > 0 ? [fillingNote(left)] : [];
  }

  /** Whether only blanks and comments are left. */
  isAtEnd(): boolean {
    this.skipBlanks();
    return this.at >= this.end;
  }

  /** Reads a word, which ends before a blank. @param expected a noun, for the message if there is none */
  word(expected: string): string {
    this.skipBlanks();
    return this.restOfWord(expected);
  }

  /** Reads a whole number of the present line. @returns `missing` if the line has no further word */
  wholeOfLine(expected: string, missing: number, most = Number.MAX_SAFE_INTEGER): number {
    const word = this.wordOfLine();
    return word === undefined ? missing : this.asWhole(word, expected, 0, most);
  }

  /** Reads a word of the present line. @returns undefined if the line has no further one */
  wordOfLine(): string | undefined {
    while (this.at < this.end) {
      const code = this.text.charCodeAt(this.at);
      if (code === this.lineEnd || this.text[this.at] === this.comment) return undefined;
      if (!isBlank(code)) return this.restOfWord('');
      this.at++;
    }
    return undefined;
  }

  /** Reads the rest of the present line, without its end. */
  restOfLine(): string {
    const { begin, end } = this.passLine();
    return this.text.slice(begin, end).trimEnd();
  }

  /** Reads the rest of the present line as a name, in UTF-8, without blanks around it. Comments count as part of it. */
  name(): string {
    const { begin, end } = this.passLine();
    return this.decoder.decode(this.bytes.subarray(begin, end)).trim();
  }

  /** Returns the next word, and stays before it. @returns undefined at the end */
  peek(): string | undefined {
    const { at, line } = this;
    const word = this.isAtEnd() ? undefined : this.restOfWord('');
    this.at = at;
    this.line = line;
    return word;
  }

  /** Reads a finite number. */
  number(expected: string): number {
    return this.asNumber(this.word(expected), expected);
  }

  /** Turns the word that was read last into a finite number. */
  asNumber(word: string, expected: string): number {
    const value = decimalOf(word);
    if (value === undefined || !Number.isFinite(value)) this.refuse(word, expected);
    return value;
  }

  /** Turns the word that was read last into a number, which need not be finite. */
  asAnyNumber(word: string, expected: string): number {
    const value = decimalOf(word) ?? Number.NaN;
    if (Number.isNaN(value) && !isNotFinite(word)) this.refuse(word, expected);
    return value;
  }

  /** Reads a whole number from `least` to `most`. */
  whole(expected: string, least = 0, most = Number.MAX_SAFE_INTEGER): number {
    return this.asWhole(this.word(expected), expected, least, most);
  }

  /** @throws MeshFileError if more follows than blanks and comments */
  checkEnd(): void {
    if (!this.isAtEnd())
      throw new MeshFileError(`Line ${this.line} goes on after the last element; expected the end of the file`);
  }

  private asWhole(word: string, expected: string, least: number, most: number): number {
    const value = decimalOf(word) ?? Number.NaN;
    if (!Number.isInteger(value) || value < least || value > most)
      this.refuse(
        word,
        `${expected}, ${least === most ? `the whole number ${least}` : `a whole number${rangeInWords(least, most)}`}`,
      );
    return value;
  }

  /** Index of the next byte. */
  get offset(): number {
    return this.at;
  }

  /** Number of bytes that are left. */
  get left(): number {
    return this.text.length - this.at;
  }

  /** The bytes that are left, without reading them. */
  rest(): DataView {
    return new DataView(this.bytes.buffer, this.bytes.byteOffset + this.at, this.left);
  }

  /**
   * Reads a block of bytes, from the present place on.
   * @param what a noun, for the message if there are fewer
   */
  block(length: number, what: string): DataView {
    const { at, bytes } = this;
    if (length > this.left)
      throw new MeshFileError(
        `Byte ${at} begins ${what} of ${length.toLocaleString('en')} bytes; expected no more than the ${this.left.toLocaleString('en')} that are left`,
      );
    this.at += length;
    return new DataView(bytes.buffer, bytes.byteOffset + at, length);
  }

  /** Reads a word that must be a certain one, in capitals or not. */
  keyword(wanted: string): void {
    const word = this.word(`'${wanted}'`);
    if (word.toLowerCase() !== wanted.toLowerCase()) this.refuse(word, `'${wanted}'`);
  }

  /**
   * Reads how many things follow, and checks that the rest of the file is long enough for them, before anybody makes room for them.
   * @param words least number of words that each has
   */
  count(things: string, words: number): number {
    const count = this.whole(`the number of ${things}`);
    // A word takes a character and a blank.
    if (count * words * 2 > this.left + 1)
      throw new MeshFileError(
        `Line ${this.line} promises ${count.toLocaleString('en')} ${things}; expected no more than the rest of the file has room for`,
      );
    return count;
  }

  /** @throws MeshFileError that tells of the word that was read last */
  refuse(word: string, expected: string): never {
    throw new MeshFileError(`Line ${this.line} has '${beginning(word)}'; expected ${expected}`);
  }

  private passLine(): { begin: number; end: number } {
    const begin = this.at;
    const end = this.findLineEnd(begin);
    this.at = Math.min(end + 1, this.text.length);
    this.line++;
    return { begin, end };
  }

  /** Where the line ends in which a place is. */
  private findLineEnd(place: number): number {
    const found = this.text.indexOf(String.fromCharCode(this.lineEnd), place);
    return found < 0 || (place < this.end && found > this.end) ? Math.max(place, this.end) : found;
  }

  private restOfWord(expected: string): string {
    const begin = this.at;
    while (this.at < this.end && !isBlank(this.text.charCodeAt(this.at))) {
      if (this.text[this.at] === this.comment && this.at > begin && !endsInSign(this.text.slice(begin, this.at + 2)))
        break;
      this.at++;
    }
    if (this.at === begin) throw new MeshFileError(`Line ${this.line} ends the file; expected ${expected}`);
    return this.text.slice(begin, this.at);
  }

  private skipBlanks(): void {
    const { text, bytes, end } = this;
    for (; this.at < end; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === this.lineEnd) this.line++;
      else if (text[this.at] === this.comment) this.at = this.findLineEnd(this.at) - 1;
      else if (!isBlank(code)) {
        const mark = markAt(bytes, this.at);
        if (mark === 0) return;
        this.at += mark - 1;
      }
    }
  }
}

const rangeInWords = (least: number, most: number): string =>
  least === -Infinity ? '' : ` from ${least} ${most === Number.MAX_SAFE_INTEGER ? 'up' : `to ${most}`}`;
