import { quoted } from '../math/text.ts';
import { reason, UsageError } from './errors.ts';
import { BYTE_ORDER_MARK, readPieces } from './files.ts';

/** Sizes at which a JSON file is read in another way, or refused. Tests lower them. */
export interface JsonLimits {
  /** Most bytes of a file that is parsed as a whole. What is parsed takes about ten times as much memory. */
  readonly whole: number;
  /** Most bytes of one item of the long list, and of all that stands outside of it. */
  readonly part: number;
}

const LIMITS: JsonLimits = { whole: 16 * 1024 * 1024, part: 64 * 1024 * 1024 };

/**
 * Reads a JSON file that holds an object with one long list, such as a recording with its frames. A file may be longer than the longest
 * string (512 MB) or than memory allows: of a long file, one item is parsed after the other.
 * @param expected description of the expected content, for the message
 * @param key of the long list
 * @param kept returns what is needed of an item; of short files, whole items are kept
 * @throws UsageError if the file can't be read or isn't JSON
 */
export function readJsonList(
  path: string,
  expected: string,
  key: string,
  kept: (item: unknown) => unknown,
  { whole, part }: JsonLimits = LIMITS,
): unknown {
  const scanner = new ListScanner(key, kept, part);
  const refuse = (error: unknown) =>
    new UsageError(`${quoted(path)} is not JSON; expected ${expected} (${reason(error)})`);
  const first: Buffer[] = [];
  let length = 0;
  for (const piece of readPieces(path)) {
    length += piece.length;
    first.push(piece);
    if (length <= whole) continue;
    try {
      for (const known of first.splice(0)) scanner.add(known);
    } catch (error) {
      throw refuse(error);
    }
  }
  try {
    return length <= whole ? parse(first) : scanner.end();
  } catch (error) {
    throw refuse(error);
  }
}

const parse = (pieces: readonly Uint8Array[]): unknown =>
  JSON.parse(Buffer.concat(pieces).toString('utf8').replace(BYTE_ORDER_MARK, ''));

const codesOf = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const [QUOTE, BACKSLASH, COMMA, COLON] = codesOf('"\\,:');
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = codesOf('[]{}');
/** Depth of the keys of the file's object, and of the items of its lists. */
const KEYS = 1;
const ITEMS = 2;

/**
 * Separates the items of the long list from the rest of a JSON text, byte by byte. It only follows brackets and strings: whether items
 * and rest are JSON, JSON.parse says.
 */
class ListScanner {
  private items: unknown[] = [];
  private depth = 0;
  private inString = false;
  private isEscaped = false;
  /** Whether the next string at depth KEYS is a key; the key that was read last. */
  private expectsKey = false;
  private lastKey: unknown;
  /** Whether the scanner is within the long list. */
  private inList = false;
  /** Bytes of the present key, of the present item, and of all outside of the list. */
  private readonly keyText = new Bytes();
  private readonly item = new Bytes();
  private readonly rest = new Bytes();

  constructor(
    private readonly key: string,
    private readonly kept: (item: unknown) => unknown,
    private readonly most: number,
  ) {}

  add(piece: Buffer): void {
    // Start of the bytes that belong to the item or to the rest, and of those of a key.
    let start = 0;
    let keyStart = 0;
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i];
      if (this.inString) {
        if (this.isEscaped) this.isEscaped = false;
        else if (byte === BACKSLASH) this.isEscaped = true;
        else if (byte === QUOTE) {
          this.inString = false;
          if (this.depth === KEYS && this.expectsKey) this.keyText.add(piece, keyStart, i + 1);
        }
      } else if (byte === QUOTE) {
        this.inString = true;
        if (this.depth === KEYS && this.expectsKey) this.keyText.clear();
        keyStart = i;
      } else if (byte === COLON && this.depth === KEYS && this.expectsKey) {
        this.lastKey = this.keyText.parsed();
        this.expectsKey = false;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (++this.depth === KEYS) this.expectsKey = byte === OPEN_OBJECT;
        else if (this.depth === ITEMS && byte === OPEN_LIST && this.lastKey === this.key) {
          // If the key stands twice, the last list counts, as JSON.parse has it.
          this.items = [];
          this.inList = true;
          this.collect(this.rest, piece, start, i + 1);
          start = i + 1;
        }
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (this.inList && this.depth === ITEMS) {
          this.collect(this.item, piece, start, i);
          start = i;
          if (this.items.length > 0 || !this.item.isBlank) this.takeItem();
          this.inList = false;
        }
        this.depth--;
      } else if (byte === COMMA && this.depth === KEYS) this.expectsKey = true;
      else if (byte === COMMA && this.inList && this.depth === ITEMS) {
        this.collect(this.item, piece, start, i);
        start = i + 1;
        this.takeItem();
      }
    }
    if (this.inString && this.depth === KEYS && this.expectsKey) this.keyText.add(piece, keyStart, piece.length);
    this.collect(this.inList ? this.item : this.rest, piece, start, piece.length);
  }

  /** Returns the file's value. Throws the errors of JSON.parse. */
  end(): unknown {
    const value = this.rest.parsed() as Record<string, unknown>;
    if (Array.isArray(value?.[this.key])) value[this.key] = this.items;
    return value;
  }

  private collect(bytes: Bytes, piece: Buffer, from: number, to: number): void {
    bytes.add(piece, from, to);
    if (bytes.length <= this.most) return;
    const what = bytes === this.item ? `${this.key}[${this.items.length}] is` : `what stands beside ${this.key} is`;
    throw new RangeError(`${what} longer than ${this.most} bytes`);
  }

  private takeItem(): void {
    try {
      this.items.push(this.kept(this.item.parsed()));
    } catch (error) {
      throw new SyntaxError(`${this.key}[${this.items.length}]: ${(error as Error).message}`);
    }
    this.item.clear();
  }
}

/** Bytes that are collected from several pieces. */
class Bytes {
  length = 0;
  private parts: Buffer[] = [];

  add(piece: Buffer, from: number, to: number): void {
    if (to <= from) return;
    this.parts.push(piece.subarray(from, to));
    this.length += to - from;
  }

  get isBlank(): boolean {
    return this.text.trim() === '';
  }

  parsed(): unknown {
    return JSON.parse(this.text.replace(BYTE_ORDER_MARK, ''));
  }

  clear(): void {
    this.parts = [];
    this.length = 0;
  }

  private get text(): string {
    return (this.parts.length === 1 ? this.parts[0] : Buffer.concat(this.parts)).toString('utf8');
  }
}
