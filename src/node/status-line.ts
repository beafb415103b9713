import { onOneLine } from '../math/text.ts';
import type { BarStream } from './progress-bar.ts';

/** A line that says how far a work of unknown length is. It is drawn only if its stream is a terminal. */
export class StatusLine {
  private readonly stream: BarStream | undefined;

  constructor(stream: BarStream) {
    this.stream = stream.isTTY ? stream : undefined;
  }

  /** Replaces the line. */
  show(text: string): void {
    this.stream?.write(`\r${onOneLine(text)}\u001b[K`);
  }

  clear(): void {
    this.stream?.write('\r\u001b[K');
  }
}
