import { expect, it } from 'vitest';
import { StatusLine } from '../../../src/node/status-line.ts';

/** A stream that notes what is written. */
function stream(isTTY: boolean) {
  const written: string[] = [];
  return { written, isTTY, write: (text: string | Uint8Array) => written.push(String(text)) > 0 };
}

it('replaces its line on a terminal, and writes nothing to a file', () => {
  const terminal = stream(true);
  const line = new StatusLine(terminal);
  line.show('step 1');
  line.show('step 2');
  line.clear();
  expect(terminal.written).toEqual(['\rstep 1\u001b[K', '\rstep 2\u001b[K', '\r\u001b[K']);
  const file = stream(false);
  new StatusLine(file).show('step 1');
  expect(file.written).toEqual([]);
});
