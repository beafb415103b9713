import { describe, expect, it } from 'vitest';
import { choice, parseArguments, wholeNumber } from '../../../src/cli/arguments.ts';
import { UsageError } from '../../../src/node/errors.ts';

const OPTIONS = {
  size: { value: 'n', meaning: 'how large' },
  set: { value: 'name=value', meaning: 'sets', repeated: true },
};
const parse = (...words: string[]) => parseArguments('run', words, OPTIONS, ['SCENE']);

describe('parseArguments', () => {
  it('finds names and options in any order, in both spellings', () => {
    const args = parse('--size', '3', 'octopi', '--set', 'a=1', '--set=b=2');
    expect(args.positionals).toEqual(['octopi']);
    expect(args.text('size')).toBe('3');
    expect(args.all('set')).toEqual(['a=1', 'b=2']);
  });

  it('tells an option that is absent', () => {
    const args = parse('octopi');
    expect(args.text('size')).toBeUndefined();
    expect(args.all('set')).toEqual([]);
    expect(() => args.required('size')).toThrow('--size is missing; expected --size n');
  });

  it('lets a name in brackets be left out', () => {
    const named = (...words: string[]) => parseArguments('accept', words, OPTIONS, ['[NAME]']).positionals;
    expect([named(), named('paths')]).toEqual([[], ['paths']]);
    expect(() => named('paths', 'twice')).toThrow("found 'paths twice' besides the options; expected [NAME]");
  });

  it('takes a negative number for a value, which its reader then judges', () => {
    expect(parse('octopi', '--size', '-3').text('size')).toBe('-3');
    expect(parse('--size', '-.5', 'octopi').positionals).toEqual(['octopi']);
    expect(() => parse('octopi', '-3')).toThrow("Unknown option '-3'");
  });

  it.each([
    [
      ['octopi', '--sizes', '3'],
      "Unknown option '--sizes'; allowed here: --size n, --set name=value (parameters go through --set name=value)",
    ],
    [['octopi', '--size'], '--size has no value; expected one after it'],
    [
      ['octopi', '--size', '--set'],
      '--size has no value; expected one after it, or --size=value where it starts with a dash',
    ],
    [['octopi', '--size', '1', '--size', '2'], '--size is given 2 times (1, 2); expected once'],
    [[], 'no SCENE is given; expected: untangle run SCENE'],
    [['octopi', 'squid'], "found 'octopi squid' besides the options; expected SCENE"],
  ])('says in one line what is wrong with %j', (words, message) => {
    expect(() => parse(...words)).toThrow(UsageError);
    expect(() => parse(...words)).toThrow(message);
    try {
      parse(...words);
    } catch (error) {
      expect((error as Error).message).not.toContain('\n');
    }
  });
});

describe('wholeNumber', () => {
  it.each(['1', '7', ' 3 ', '+2', '1e1', '10'])('takes %j', (text) => {
    expect(wholeNumber('--n', text, 1, 10)).toBe(Number(text));
  });
  it.each(['', ' ', '0', '11', '-1', '2.5', 'x', '3x', 'NaN', 'Infinity', '1e400', '0x3', '0b11', '0o7', '1_0'])(
    'refuses %j',
    (text) => {
      expect(() => wholeNumber('--n', text, 1, 10)).toThrow(`--n is '${text}'; expected a whole number from 1 to 10`);
    },
  );
});

describe('choice', () => {
  it('takes one of the choices and no other', () => {
    expect(choice('--backend', 'gpu', ['cpu', 'gpu'])).toBe('gpu');
    expect(() => choice('--backend', 'GPU', ['cpu', 'gpu'])).toThrow("--backend is 'GPU'; allowed are cpu, gpu");
  });
});
