import { describe, expect, it } from 'vitest';
import { cut, decimal, onOneLine, printable, quoted } from '../../../src/math/text.ts';

describe('what was found, in messages', () => {
  it('is quoted as it is where it is short', () => {
    expect(quoted('octopi-9')).toBe("'octopi-9'");
    expect(quoted('')).toBe("''");
    expect(quoted('x'.repeat(200))).toBe(`'${'x'.repeat(200)}'`);
  });

  it('shows start and end where it is long, and how long', () => {
    const long = `start${'x'.repeat(5000)}end`;
    expect(quoted(long)).toMatch(/^'startx+…x+end' \(5008 characters\)$/);
    expect(quoted(long).length).toBeLessThan(200);
    expect(cut(long)).toMatch(/^startx+…x+end$/);
  });

  it('stays on one line and leaves the terminal alone', () => {
    expect(quoted('a\n\tb\u001b[31m')).toBe("'a b [31m'");
    expect(cut(`\u001b]0;${'\n'.repeat(5000)}`)).not.toMatch(/\p{Cc}/u);
  });
});

describe('texts for a terminal', () => {
  const STEERING = ['\u0007', '\u0008', '\r', '\u001b', '\u007f', '\u009b', '\u061c', '\u200f', '\u202e', '\u2066'];

  it.each(STEERING)('have no %j, and JSON keeps it', (character) => {
    const text = `a${character}b`;
    expect(onOneLine(text)).toBe('a b');
    const shown = printable(JSON.stringify([text]));
    expect(shown).not.toContain(character);
    expect(JSON.parse(shown)).toEqual([text]);
  });

  it('keep lines, tabs, and letters of all scripts', () => {
    const text = 'Häschen\n\tארנב 兎 👨‍👩‍👧\n';
    expect(printable(text)).toBe(text);
  });
});

describe('decimal', () => {
  it.each([
    ['1', 1],
    ['-2.5', -2.5],
    ['+.5', 0.5],
    ['3.', 3],
    ['2e5', 2e5],
    ['1E-3', 1e-3],
    [' 7 ', 7],
  ])('takes %j', (text, value) => {
    expect(decimal(text)).toBe(value);
  });

  it.each(['', ' ', '0x10', '0b1', '0o7', '1_000', 'Infinity', 'NaN', '1e', '.', '-', '1 2', '１'])(
    'refuses %j',
    (text) => {
      expect(decimal(text)).toBeNaN();
    },
  );
});
