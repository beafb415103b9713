import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Recording } from '../../../../src/record/recording.ts';
import { CommandLine } from '../../../fixtures/command-line.ts';

// Takes long: each command has a process of its own.
const line = new CommandLine();
afterAll(() => line.remove());

/** Two boxes that overlap, of few elements, so that a run takes no time. A rebuild of trees is running when the state is saved, after step 10. */
const SCENE = {
  untangle: 1,
  meshes: { box: { shape: 'box', tetrahedra: 500 } },
  bodies: [{ mesh: 'box' }, { mesh: 'box', at: [0.2, 0.7, 0.1], scale: 0.7 }],
  obstacles: [{ kind: 'plane', at: [0, -0.6, 0], normal: [0, 1, 0] }],
  parameters: { timeStep: 0.005, stepsPerFrame: 2, rebuildInterval: 8, rebuildDelay: 7 },
  switches: [{ time: 0.06, parameters: { gravity: 1, density: 500 } }],
};
const hashes = (file: string) => line.json<Recording>(file).frames.map(({ frame, step, hash }) => [frame, step, hash]);
const run = (...words: string[]) => line.succeed('run', 'two.json', '--overlaps', 'off', '--workers', '1', ...words);

beforeAll(() => {
  line.write('two.json', SCENE);
  run('--frames', '8', '--record', 'whole.json', '--set', 'iterations=3');
  run('--frames', '5', '--record', 'first.json', '--set', 'iterations=3', '--save-state', 'a.state');
});

describe('a state', () => {
  it('is gone on from with the bits of a run that was not interrupted', () => {
    run('--frames', '3', '--from-state', 'a.state', '--record', 'second.json', '--save-state', 'b.state');
    expect([...hashes('first.json'), ...hashes('second.json')]).toEqual(hashes('whole.json'));
    expect(line.json<Recording>('second.json').parameters.iterations).toBe(3);
    run('--frames', '8', '--set', 'iterations=3', '--save-state', 'c.state');
    expect(readFileSync(line.path('c.state')).equals(readFileSync(line.path('b.state')))).toBe(true);
  });

  it('can go on with other parameters, and the recording is replayed from the start', () => {
    run('--frames', '2', '--from-state', 'a.state', '--set', 'iterations=7', '--record', 'other.json');
    const { inputs, frames } = line.json<Recording>('other.json');
    expect(inputs).toEqual([{ step: 10, parameters: { iterations: 7 } }]);
    expect(frames.map(({ step }) => step)).toEqual([12, 14]);
    expect(hashes('other.json')[0]).not.toEqual(hashes('whole.json')[5]);
    expect(line.succeed('replay', 'other.json')).toContain('all 2 frames have the same bits');
  });

  it('can go on by the other recovery, so that both start from one state, and back', () => {
    const go = (from: string, recovery: string, to: string) =>
      run(
        '--frames',
        '1',
        '--from-state',
        from,
        '--set',
        `recovery=${recovery}`,
        '--record',
        `${recovery}.json`,
        '--save-state',
        to,
      );
    go('a.state', 'paths', 'paths.state');
    go('a.state', 'regions', 'regions.state');
    expect(hashes('regions.json')).toEqual([hashes('whole.json')[5]]);
    expect(hashes('paths.json')).not.toEqual(hashes('regions.json'));
    expect(line.json<Recording>('paths.json').parameters.recovery).toBe('paths');
    go('paths.state', 'regions', 'back.state');
    run('--frames', '1', '--from-state', 'back.state', '--record', 'back.json');
    for (const file of ['paths.json', 'back.json'])
      expect(line.run(['replay', file])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('goes on by recovery=paths from step 10; expected a run with one recovery'),
      });
    expect(line.json<Recording>('regions.json').inputs).toEqual([
      { step: 10, parameters: { recovery: 'paths' } },
      { step: 12, parameters: { recovery: 'regions' } },
    ]);
  });
});

const bytes = () => readFileSync(line.path('a.state'));

describe('a state that does not fit is refused in one line', () => {
  it.each<readonly [string, () => Uint8Array | string, readonly string[], string]>([
    ['no file', () => '', ['two.json', '--from-state', 'none.state'], "can't read 'none.state': there is no such file"],
    [
      'another file',
      () => 'hello',
      [],
      "'bad.state': the file begins otherwise than a state; expected 'untangle state 1'",
    ],
    ['a newer file', () => 'untangle state 2\n', [], 'the file begins otherwise than a state'],
    ['only a beginning', () => bytes().subarray(0, 18), [], 'the file ends after 18 bytes; expected a header'],
    ['half a header', () => bytes().subarray(0, 100), [], 'bytes; expected at most 79'],
    ['a cut end', () => bytes().subarray(0, bytes().length - 50), [], "the file's end "],
    ['a damaged end', () => flipped(bytes(), bytes().length - 3000), [], 'expected'],
    [
      'another version of the header',
      () => replaced('"steps":', '"stepz":'),
      [],
      'header.snapshot.stepz: unknown; expected one of',
    ],
    ['a parameter out of range', () => replaced('"poissonRatio":0', '"poissonRatio":7'), [], 'poissonRatio: 7'],
    [
      'another scene',
      () => bytes(),
      ['octopi-8', '--from-state', 'bad.state'],
      "is a state of 'two.json'; expected one of octopi-8",
    ],
    [
      'a fixed parameter',
      () => bytes(),
      ['two.json', '--from-state', 'bad.state', '--set', 'dropSpeed=1'],
      "--set dropSpeed can't change",
    ],
    ['no such folder', () => bytes(), ['two.json', '--save-state', 'none/a.state'], "can't write 'none/a.state'"],
  ])('%s', async (_, content, words, message) => {
    writeFileSync(line.path('bad.state'), content());
    const given = words.length > 0 ? words : ['two.json', '--from-state', 'bad.state'];
    const { code, stderr } = await line.answer(['run', ...given, '--frames', '1', '--workers', '1']);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(code).toBe(2);
  });

  it('other bodies', () => {
    line.write('three.json', { ...SCENE, bodies: [...SCENE.bodies, { mesh: 'box', at: [0, 3, 0] }] });
    writeFileSync(line.path('bad.state'), bytes());
    expect(line.run(['run', 'three.json', '--from-state', 'bad.state'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('found three.json at size 1, expected the same scene'),
    });
  });
});

function flipped(whole: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(whole);
  copy[at] ^= 0x55;
  return copy;
}

/** The state with other words of the same length in its header. */
function replaced(old: string, by: string): Uint8Array {
  const whole = bytes();
  const at = whole.indexOf(old);
  expect(at).toBeGreaterThan(0);
  const copy = Buffer.from(whole);
  copy.write(by, at);
  return copy;
}
