import { afterAll, describe, expect, it } from 'vitest';
import type { Recording } from '../../src/record/recording.ts';
import { defaultParameters } from '../../src/simulation/parameters.ts';
import { CommandLine } from '../fixtures/command-line.ts';

/** Malformed recordings. They used to crash `chart` and `replay`, keep them busy forever, or corrupt their output. */

const line = new CommandLine();
afterAll(() => line.remove());

const stages = { solve: 1, refit: 1, dcd: 1, path: 1, ccd: 1, projection: 1, readback: 0, measuring: 0, render: 0 };
const row = (frame: unknown, more: object = {}) => ({
  frame,
  step: 5 * ((frame as number) + 1),
  hash: '0123456789abcdef',
  stages,
  ...more,
});
const recording = {
  scene: 'octopi-8',
  size: 900,
  bodies: 8,
  vertices: 2472,
  tetrahedra: 6976,
  parameters: defaultParameters(),
  backend: 'cpu',
  adapter: 'a processor',
  workers: 1,
  host: 'Node v20',
  version: '0.1.0',
  inputs: [],
  frames: [row(0), row(1)],
} as unknown as Recording;

const run = (command: string, changed: object, ...words: string[]) =>
  line.answer([command, line.write('in.json', { ...recording, ...changed }), ...words]);

/** The error message of a command for a changed recording. */
async function refusal(command: string, changed: object): Promise<string> {
  const { code, stdout, stderr } = await run(command, changed);
  expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
  expect(stderr.trimEnd()).not.toContain('\n');
  expect(stderr.length).toBeLessThan(500);
  return stderr;
}

describe('chart', () => {
  it.each([1e21, 2 ** 53, -1, 0.5, null])('refuses frame %s', async (frame) => {
    expect(await refusal('chart', { frames: [row(0), row(frame)] })).toContain(
      `frames[1].frame is ${frame}; expected a whole number from 0 ${frame && frame > 1 ? `to ${2 ** 53 - 1}` : 'up'}\n`,
    );
  });

  it('draws frames with the greatest valid numbers', async () => {
    const { code, stdout } = await run('chart', { frames: [row(0), row(1), row(Number.MAX_SAFE_INTEGER)] });
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('refuses times whose sum overflows', async () => {
    expect(await refusal('chart', { frames: [row(0, { stages: { ...stages, dcd: 1e308, path: 1e308 } })] })).toContain(
      'frames[0].stages.dcd is 1e+308; expected milliseconds from 0 to 1000000000000',
    );
    const { stdout } = await run('chart', { frames: [row(0, { stages: { ...stages, dcd: 1e12, path: 5e-324 } })] });
    expect(stdout).not.toMatch(/NaN|Infinity/);
  });

  it('handles titles of any length quickly', async () => {
    const title = 'Wide Words '.repeat(2900);
    const { code, stdout } = await run('chart', { frames: [row(0)] }, '--title', title);
    expect(code).toBe(0);
    expect(stdout).toMatch(/>(Wide Words )+\w*…<\/text>/);
  });

  it('writes valid XML for any text', async () => {
    const evil = '<a>&\u0000\u0008\u000b\u001b[31m\ud800\ufffe"end';
    const { code, stdout } = await run(
      'chart',
      { scene: evil, adapter: evil, host: evil, version: evil },
      '--title',
      'x\u0001y',
    );
    expect(code).toBe(0);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what XML 1.0 has no place for
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    expect(stdout).not.toContain('<a>');
    expect(stdout).toContain('>x\ufffdy</text>');
  });

  it("shows parameters of any kind without JavaScript's names such as [object Object]", async () => {
    const other = line.write('other.json', {
      ...recording,
      parameters: { ...recording.parameters, gravity: { a: 1 } },
    });
    const { code, stdout } = await run('chart', {}, other);
    expect(code).toBe(0);
    expect(stdout).toContain('>gravity an object</text>');
  });
});

describe('replay', () => {
  it.each<[string, object, string]>([
    [
      'a frame of a thousand million steps',
      { frames: [row(0, { step: 1e9 })] },
      'frames[0].step is 1000000000; expected a whole number from 1 to 100',
    ],
    [
      'a later one',
      { frames: [row(0), row(1, { step: 106 })] },
      'frames[1].step is 106; expected a whole number from 6 to 105',
    ],
    [
      'a first frame that is far from the start',
      { frames: [row(1e15, { step: 1e15 })] },
      'frames[0].step is 1000000000000000; expected a whole number from 1 to 100000000',
    ],
    [
      'a break long after its last frame',
      { broke: { step: 2 ** 52, part: 'solve', body: 0 } },
      'broke.step is 4503599627370496; expected a whole number from 10 to 109',
    ],
    ['frames in disorder', { frames: [row(1), row(1)] }, 'frames[1].frame is 1; expected a whole number from 2 up'],
    [
      'a parameter that is an object',
      { parameters: { ...recording.parameters, gravity: {} } },
      'parameters.gravity is an object; expected a number, a text, true or false',
    ],
    [
      'a parameter that is a list',
      { inputs: [{ step: 0, parameters: { mode: ['ccd'] } }] },
      'inputs[0].parameters.mode is a list of 1; expected a number',
    ],
    [
      'a parameter in hexadecimal digits',
      { parameters: { ...recording.parameters, iterations: '0x10' } },
      "parameter iterations is '0x10'; expected a whole number from 1 to 100",
    ],
    [
      'a long name of a parameter',
      { parameters: { ['g'.repeat(5000)]: 1 } },
      `unknown parameter '${'g'.repeat(120)}…${'g'.repeat(40)}' (5000 characters); known are mode, `,
    ],
    ['a long scene', { scene: 's'.repeat(5000) }, "' (5000 characters); allowed are octopi-8"],
    ['a hash that is none', { frames: [row(0, { hash: 'h'.repeat(5000) })] }, 'expected 16 hexadecimal digits'],
    [
      'two points for one',
      { inputs: [{ step: 0, grabs: [{ vertex: 0, target: [0, 0, 0, 1, 1, 1] }] }] },
      'inputs[0].grabs[0].target has 6 numbers; expected 3, the coordinates of a point',
    ],
    [
      'a grab with a negative radius',
      { inputs: [{ step: 0, grabs: [{ vertex: 0, target: [0, 0, 0], radius: -1 }] }] },
      'inputs[0].grabs[0].radius is -1; expected a length of 0 m or more',
    ],
    [
      'a grab whose target never arrives',
      { inputs: [{ step: 0, grabs: [{ vertex: 0, target: [0, 0, 0], steps: 0 }] }] },
      'inputs[0].grabs[0].steps is 0; expected a whole number from 1 to 100',
    ],
    [
      'a vertex dragged by an earlier version',
      { inputs: [{ step: 0, attachments: [] }] },
      "inputs[0].attachments is of an earlier version, which pulled single vertices; this version can't repeat it",
    ],
    [
      'more grabs than a step takes',
      { inputs: [{ step: 0, grabs: Array.from({ length: 33 }, () => ({ vertex: 0, target: [0, 0, 0] })) }] },
      'inputs[0].grabs has 33 entries; expected at most 32',
    ],
    [
      'a switch at no time',
      { switches: [{ time: null, parameters: {} }] },
      'switches[0].time is null; expected seconds',
    ],
  ])('refuses %s', async (_, changed, message) => {
    const { code, stdout, stderr } = await run('replay', changed);
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.length).toBeLessThan(1500);
  });

  it("shows a file's texts without control characters", async () => {
    const { stdout } = await run('replay', {
      vertices: 7,
      host: `\u001b]0;owned\u0007${'x'.repeat(5000)}`,
      version: '\n\n',
    });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal would obey
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]|\n\n/);
    expect(stdout.length).toBeLessThan(1000);
  });
});

describe('options', () => {
  const long = 'x'.repeat(5000);
  it.each<[string, readonly string[]]>([
    ['a command', [long]],
    ['a scene', ['run', long]],
    ['an option', ['run', 'octopi-8', `--${long}`, '1']],
    ['a value', ['run', 'octopi-8', '--frames', long]],
    ['a choice', ['run', 'octopi-8', '--backend', long]],
    ['an assignment', ['run', 'octopi-8', '--set', long]],
    ['a parameter', ['run', 'octopi-8', '--set', `${long}=1`]],
    ['its value', ['run', 'octopi-8', '--set', `gravity=${long}`]],
    ['the same twice', ['run', 'octopi-8', '--set', `gravity=${long}`, '--set', 'gravity=1']],
    ['an option twice', ['run', 'octopi-8', '--frames', long, '--frames', long]],
    ['words', ['run', 'octopi-8', ...Array<string>(2500).fill('x')]],
    ['a file to read', ['replay', long]],
    ['a file to write', ['run', 'octopi-8', '--record', `${long}.json`]],
    ['a folder', ['check', 'tangled-noodle', '--record', long]],
    ['cases', ['accept', 'paths', '--cases', long]],
  ])('of 5,000 characters are no reason for long messages: %s', async (_, words) => {
    const { code, stdout, stderr } = await line.answer(words);
    expect({ code, stdout }, stderr).toEqual({ code: 2, stdout: '' });
    expect(stderr).not.toContain('x'.repeat(300));
    expect(stderr.length).toBeLessThan(1500);
    expect(stderr).toMatch(/expected|allowed|known are/);
    expect(stderr.trimEnd()).not.toContain('\n');
  });

  it('accept only plain decimal numbers', async () => {
    for (const words of [
      ['--frames', '0x10'],
      ['--set', 'iterations=0x10'],
      ['--workers', '0b1'],
    ]) {
      const { code, stderr } = await line.answer(['run', 'octopi-8', ...words]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining('; expected a whole number from 1 to '),
      });
    }
  });
});

describe('reading', () => {
  it('ends even for an endless device', async () => {
    const { code, stderr } = await line.answer(['replay', '/dev/zero']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        "untangle: '/dev/zero' is not JSON; expected a recording, as `run SCENE --record out.json` or the page's recorder writes it " +
        '(what stands beside frames is longer than 67108864 bytes)\n',
    });
  });
});
