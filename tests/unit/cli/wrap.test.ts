import { expect, it } from 'vitest';
import { commandHelp } from '../../../src/cli/help.ts';
import { lineWidth, wrap } from '../../../src/cli/wrap.ts';

it('breaks lines at spaces, and no word', () => {
  expect(wrap('one two three', 9, 2)).toBe('one two\n  three');
  expect(wrap('one two three', 9, 2, 7)).toBe('one\n  two\n  three');
  expect(wrap('unbreakable a', 5, 0)).toBe('unbreakable\na');
  expect(wrap('', 9, 2)).toBe('');
});

it('takes a narrow terminal as it is, and of a wide one a hundred columns', () => {
  expect([undefined, 80, 240, 10].map(lineWidth)).toEqual([100, 80, 100, 50]);
});

it('has options whose names are longer than their column on lines of their own', () => {
  const options = {
    out: { value: 'a.svg', meaning: 'where it goes', required: true },
    backend: { value: 'a-very-long-choice|b', meaning: 'what it is' },
  };
  const help = commandHelp({ name: 'x', positionals: [], summary: 'does x', options, run: async () => 0 }, 60);
  expect(help).toContain('\n      --out a.svg            where it goes (required)\n');
  expect(help).toContain(`\n      --backend a-very-long-choice|b\n${' '.repeat(29)}what it is\n`);
});
