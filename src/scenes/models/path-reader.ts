const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
/** White space and commas, which separate numbers. */
const GAP = /[\s,]*/y;

/** Reads commands and numbers of an SVG path, one after the other. */
export class PathReader {
  /** Index of the next character that counts. */
  at = 0;

  constructor(private readonly text: string) {
    this.skip();
  }

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  get isAtNumber(): boolean {
    NUMBER.lastIndex = this.at;
    return NUMBER.test(this.text);
  }

  /** Reads a command's letter. @param expected letters of all commands, in upper case @throws Error if it is none of them */
  command(expected: string): string {
    const letter = this.text[this.at];
    if (!/[A-Za-z]/.test(letter) || !expected.includes(letter.toUpperCase()))
      throw this.error(`one of the commands ${expected}`);
    this.at++;
    this.skip();
    return letter;
  }

  /** @throws Error if there is none */
  number(): number {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text)?.[0];
    if (found === undefined) throw this.error('a number');
    this.at += found.length;
    this.skip();
    return Number(found);
  }

  /** Returns an error about what is at a place in the path, by default what comes next. */
  error(expected: string, at = this.at): Error {
    return new Error(`Path "${this.text}", character ${at}: found ${this.text[at] ?? 'the end'}, expected ${expected}`);
  }

  private skip(): void {
    GAP.lastIndex = this.at;
    this.at += GAP.exec(this.text)?.[0].length ?? 0;
  }
}
