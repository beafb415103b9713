import { csvParse } from 'd3-dsv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Recording } from '../../../../src/record/recording.ts';
import { CommandLine } from '../../../fixtures/command-line.ts';
import { tableOf } from '../../../fixtures/csv-table.ts';

// Takes long: runs are recorded and repeated, each in a process of its own.
const line = new CommandLine();
afterAll(() => line.remove());

const RUN = ['run', 'octopi-8', '--frames', '3', '--size', '900', '--workers', '1'];
const QUICK = ['--set', 'stepsPerFrame=1', '--set', 'dropSpeed=20', '--set', 'timeStep=0.01'];
let recording: Recording;

beforeAll(() => {
  const { code, stderr } = line.run([...RUN, ...QUICK, '--record', 'out.json']);
  expect(code, stderr).toBe(0);
  recording = line.json<Recording>('out.json');
});

const replay = (changed: object, ...words: string[]) =>
  line.run(['replay', line.write('changed.json', { ...recording, ...changed }), ...words]);

const heading = 'octopi-8 at size 900: 3 frames, 3 steps, inputs in 0 of them\n';

it('finds the same bits again, with more workers too, and says what differs', () => {
  expect(line.run(['replay', 'out.json', '--workers', '2'])).toEqual({
    code: 0,
    stdout: `${heading}  workers: recorded by 1, replayed by 2\nall 3 frames have the same bits\n`,
    stderr: expect.any(String),
  });
});

it('takes the first frames alone, and tells those without a hash', () => {
  const { frames } = recording;
  const [first, { hash: _, ...second }, third] = frames;
  expect(replay({ frames: [first, second, third] }, '--frames', '2')).toMatchObject({
    code: 0,
    stdout: `${heading}1 frame without a hash ran again and can't be compared\nthe one frame has the same bits\n`,
  });
});

it('names the first frame that differs: of another hash, of an input that was changed', () => {
  const frames = recording.frames.map((row) => (row.frame === 1 ? { ...row, hash: '0123456789abcdef' } : row));
  const { code, stdout } = replay({ frames });
  expect(code).toBe(1);
  expect(stdout).toContain(
    `frame 1 differs first (after step 2): recorded hash 0123456789abcdef, replayed hash ${recording.frames[1].hash}\n` +
      '1 frame before it has the same bits\n',
  );
  const inputs = [{ step: 2, parameters: { gravity: 1 } }];
  expect(replay({ inputs }).stdout).toContain('frame 2 differs first (after step 3): recorded hash ');
});

it('says what made both where that differs, and what the scene has where it is another', () => {
  const { code, stdout } = replay({ version: '0.0.1', host: 'a browser', vertices: 7 });
  expect(code).toBe(1);
  expect(stdout).toContain('  version: recorded by 0.0.1, replayed by ');
  expect(stdout).toContain(`  host: recorded by a browser, replayed by Node ${process.version}\n`);
  expect(stdout).toContain('the same bits are promised only for the same build, backend and adapter');
  expect(stdout).toContain('the scene differs: recorded 8 bodies, 7 vertices, ');
});

it('finds the same bits again by the other integrator, whose figures the recording has', () => {
  const implicit = ['--set', 'integrator=implicit-euler', '--set', 'solver=newton'];
  line.succeed(...RUN, ...QUICK, ...implicit, '--record', 'implicit.json');
  const { frames, parameters } = line.json<Recording>('implicit.json');
  expect(parameters).toMatchObject({ integrator: 'implicit-euler', solver: 'newton' });
  for (const row of frames) {
    expect(row.linearSolves).toBeGreaterThanOrEqual(1);
    // In free fall, where the solve begins is where it ends.
    expect(row.linearIterations).toBeGreaterThanOrEqual(row.linearSolves);
    expect(row.linearResidual).toBeGreaterThan(0);
    expect(row.linearResidual).toBeLessThan(0.01);
  }
  expect(frames[2].hash).not.toBe(recording.frames[2].hash);
  expect(line.succeed('replay', 'implicit.json', '--workers', '2')).toContain('all 3 frames have the same bits\n');
  expect(recording.frames[0]).toMatchObject({ linearSolves: 0, linearIterations: 0, linearResidual: 0 });
});

it('leaves out a change of what a world is made for, as the page does, and says so', () => {
  const { code, stdout } = replay({ inputs: [{ step: 1, parameters: { integrator: 'implicit-euler' } }] });
  expect(code).toBe(0);
  expect(stdout).toContain('  changed amid the run, which has no effect before the scene starts again: integrator\n');
});

describe('bad input', () => {
  it.each<[string, object | string, string]>([
    ['another file', '{}', "'changed.json' holds no recording; expected a recording, as `run SCENE --record out.json`"],
    ['no JSON', 'frame,step\n', "'changed.json' is not JSON; expected a recording"],
    ['another scene', { scene: 'octopi-9' }, "unknown scene 'octopi-9'; allowed are octopi-8"],
    ['another size', { size: 12 }, 'size is 12; expected a whole number from 900 to 200000'],
    ['no parameters', { parameters: 3 }, 'parameters is 3; expected an object'],
    ['an unknown parameter', { parameters: { colour: 1 } }, "unknown parameter 'colour'; known are mode, "],
    ['an input of nothing', { inputs: [{ step: 1.5 }] }, 'inputs[0].step is 1.5; expected a whole number from 0 up'],
    ['inputs in disorder', { inputs: [{ step: 2 }, { step: 2 }] }, 'inputs[1].step is 2; expected more than 2'],
    [
      'a switch of what a world is made for',
      { switches: [{ time: 0.01, parameters: { integrator: 'xpbd' } }] },
      "switches[0].parameters sets 'integrator'; expected parameters that can change while a scene runs",
    ],
    [
      'a vertex of nobody',
      { inputs: [{ step: 0, grabs: [{ vertex: -1, target: [0, 0, 0] }] }] },
      'inputs[0].grabs[0].vertex is -1; expected a whole number from 0 to ',
    ],
    [
      'no target',
      { inputs: [{ step: 0, grabs: [{ vertex: 1, target: [0, null, 0] }] }] },
      'inputs[0].grabs[0].target[1] is null; expected a finite number',
    ],
    ['no frames', { frames: {} }, 'frames is an object; expected a list of rows'],
    [
      'frames without hashes',
      { frames: [{ frame: 0, step: 1 }] },
      "'changed.json' has no hash in 1 frame; expected at least one hash to compare with",
    ],
    ['no backend', { backend: 'tpu' }, "backend is 'tpu'; allowed are cpu, gpu"],
  ])('%s', async (_, changed, message) => {
    const content = typeof changed === 'string' ? changed : { ...recording, ...changed };
    const { code, stdout, stderr } = await line.answer(['replay', line.write('changed.json', content)]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.startsWith(`untangle: ${message}`), stderr).toBe(true);
  });

  it('more frames than it has', () => {
    expect(replay({}, '--frames', '4')).toMatchObject({
      code: 2,
      stderr: "untangle: --frames is '4'; expected a whole number from 1 to 3\n",
    });
  });
});

it('run --record out.csv writes what a spreadsheet opens, and --overlaps off leaves its columns out', () => {
  const { code, stderr } = line.run([...RUN, ...QUICK, '--overlaps', 'off', '--record', 'out.csv']);
  expect(code, stderr).toBe(0);
  const rows = csvParse(tableOf(line.read('out.csv')));
  expect(rows.map(({ frame, hash }) => [frame, hash])).toEqual(
    recording.frames.map(({ frame, hash }) => [String(frame), hash]),
  );
  expect(rows.columns).toEqual(expect.arrayContaining(['solve [ms]', 'time [s]', 'inputs']));
  expect(rows.columns).not.toContain('piercingShare');
  expect(rows.columns).not.toContain('interpenetrating');
});
