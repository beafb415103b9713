import { describe, expect, it, vi } from 'vitest';
import { type Arguments, choice, type Command, wholeNumber } from '../../../src/cli/command.ts';
import { helpEnd, lineWidth } from '../../../src/cli/help.ts';
import { runProgram } from '../../../src/cli/program.ts';
import { UsageError } from '../../../src/node/errors.ts';

const OPTIONS = {
  size: { value: 'n', meaning: 'how large' },
  set: { value: 'name=value', meaning: 'sets', repeated: true },
};

/** Runs a program that has one command. @returns the arguments that the command received */
async function parse(command: Partial<Command>, ...words: string[]): Promise<Arguments> {
  const run = vi.fn(async (_: Arguments) => 7);
  const whole = { name: 'run', positionals: ['SCENE'], summary: 'runs', options: OPTIONS, run, ...command };
  expect(await runProgram([whole], ['run', ...words], '1.2.3')).toBe(7);
  return run.mock.calls[0][0];
}

describe('runProgram', () => {
  it('finds names and options in any order, in both spellings', async () => {
    const args = await parse({}, '--size', '3', 'octopi', '--set', 'a=1', '--set=b=2');
    expect(args.positionals).toEqual(['octopi']);
    expect(args.text('size')).toBe('3');
    expect(args.all('set')).toEqual(['a=1', 'b=2']);
  });

  it('tells an option that is absent', async () => {
    const args = await parse({}, 'octopi');
    expect(args.text('size')).toBeUndefined();
    expect(args.all('set')).toEqual([]);
    const options = { size: { ...OPTIONS.size, required: true } };
    await expect(parse({ options }, 'octopi')).rejects.toThrow('--size is missing; expected --size <n>');
    expect((await parse({ options }, 'octopi', '--size=1')).required('size')).toBe('1');
  });

  it('finds options whose names have several words', async () => {
    const options = { 'from-state': { value: 'file', meaning: 'where it begins' } };
    expect((await parse({ options }, 'octopi', '--from-state', 'a')).text('from-state')).toBe('a');
    expect((await parse({ options }, 'octopi')).text('from-state')).toBeUndefined();
  });

  it('lets a name in brackets be left out', async () => {
    const named = async (...words: string[]) => (await parse({ positionals: ['[NAME]'] }, ...words)).positionals;
    expect([await named(), await named('paths')]).toEqual([[], ['paths']]);
    await expect(named('paths', 'twice')).rejects.toThrow(
      "found 'paths twice' besides the options; expected: untangle run [options] [NAME]",
    );
  });

  it('takes a negative number for a value, which its reader then judges, and dashes that name no option', async () => {
    expect((await parse({}, 'octopi', '--size', '-3')).text('size')).toBe('-3');
    expect((await parse({}, '--size', '-.5', 'octopi')).positionals).toEqual(['octopi']);
    expect((await parse({}, 'octopi', '--size=--x')).text('size')).toBe('--x');
    await expect(parse({}, 'octopi', '-3')).rejects.toThrow("found 'octopi -3' besides the options");
  });

  it.each([
    [
      ['octopi', '--sizes', '3'],
      "unknown option '--sizes'; allowed here: --size <n>, --set <name=value> (parameters go through --set name=value); did you mean '--size'?",
    ],
    [['octopi', '--size'], '--size has no value; expected --size <n>'],
    [['octopi', '--size', '--set'], "--size has no value; expected --size <n>, found '--set'"],
    [['octopi', '--size', '1', '--size', '2'], '--size is given more than once (1, 2); expected once'],
    [[], 'no SCENE is given; expected: untangle run [options] <SCENE>'],
    [['octopi', 'squid'], "found 'octopi squid' besides the options; expected: untangle run [options] <SCENE>"],
  ])('says in one line what is wrong with %j', async (words, message) => {
    const failure = await parse({}, ...words).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect((failure as Error).message).toBe(message);
  });
});

describe("the help's end", () => {
  it('is as wide as the terminal, from 50 to 100 columns', () => {
    expect([undefined, 80, 240, 10].map(lineWidth)).toEqual([100, 80, 100, 50]);
    const widths = helpEnd(true, 60)
      .split('\n')
      .map((row) => row.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(60);
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
