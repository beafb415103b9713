import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import type { Recording } from '../../../src/record/recording.ts';
import { CommandLine, type PathAnswers } from '../../fixtures/command-line.ts';
import { generatedPathCase } from '../../fixtures/generated-path-case.ts';
import { sharedData, skipNote } from '../../fixtures/shared-data.ts';
import { isFull, some } from '../../fixtures/tier.ts';

// Takes long: runs on SwiftShader, each in a process of its own.
const line = new CommandLine();
afterAll(() => line.remove());

const succeed = (...words: string[]): string => line.succeed(...words);

/** Tolerance of float32 depths against brute force in float64 [m], for bars of some metres. */
const DEPTH_TOLERANCE = 1e-5;

// The first tier has the brute force in tests/parity, and the command line's answers by the GPU below.
it.runIf(isFull)('generated path cases: the GPU agrees with the brute force', () => {
  const { file, ...exact } = generatedPathCase();
  const distances = exact.distances();
  line.write('bars.json', file);
  succeed('shortest-path', 'bars.json', '--backend', 'gpu', '--out', 'bars-gpu.json');
  const { distance } = line.json<PathAnswers>('bars-gpu.json');
  expect(distance).toHaveLength(distances.length);
  const off = distance.map((found, i) => Math.abs((found ?? Number.POSITIVE_INFINITY) - distances[i]));
  expect(Math.max(...off)).toBeLessThanOrEqual(DEPTH_TOLERANCE);
});

const PATHS = skipNote('paths');

it.skipIf(PATHS).each(some(['octopus-self', 'noodle-coil'], 1))(
  `%s: every answer of the GPU is right${PATHS}`,
  (name) => {
    const stdout = succeed(
      'shortest-path',
      sharedData(`paths/${name}.in.json`),
      '--backend',
      'gpu',
      '--out',
      'gpu.json',
    );
    expect(stdout).toMatch(/queries by flood on gpu \(.+\), answers written to gpu\.json/);
    const expected = JSON.parse(readFileSync(sharedData(`paths/${name}.expected.json`), 'utf8'));
    const { distance } = line.json<PathAnswers>('gpu.json');
    expect(distance).toHaveLength(expected.distance.length);
    const off = distance.map((found, i) => Math.abs((found ?? Number.POSITIVE_INFINITY) - expected.distance[i]));
    expect(Math.max(...off)).toBeLessThanOrEqual(1e-4 * expected.bbox_diag);
  },
);

it.runIf(isFull)('run records the GPU that ran it, and repeats bit for bit with 1 and 2 workers', () => {
  const run = (workers: number): Recording => {
    // Thrown downwards, they touch within four long steps.
    const settings = [
      '--frames',
      '1',
      '--size',
      '3000',
      '--set',
      'stepsPerFrame=4',
      '--set',
      'timeStep=0.01',
      '--set',
      'dropSpeed=20',
    ];
    const stdout = succeed(
      'run',
      'octopi-8',
      ...settings,
      '--backend',
      'gpu',
      '--workers',
      `${workers}`,
      '--record',
      'r.json',
    );
    expect(stdout).toMatch(/on gpu \(.+\) with \d worker/);
    return line.json('r.json');
  };
  const recording = run(2);
  expect(recording).toMatchObject({ backend: 'gpu', workers: 2 });
  expect(recording.adapter).toMatch(/\w+ \(.*\w+\)/);
  const [row] = recording.frames;
  expect(row.contactsCcd + row.contactsDcd).toBeGreaterThan(0);
  expect(run(1).frames.map(({ hash }) => hash)).toEqual([row.hash]);
});

describe('without a driver', () => {
  // On other platforms, Dawn does not use the Vulkan loader.
  const commands = [
    ['run', 'octopi-8', '--frames', '1', '--size', '3000', '--record', 'out.json'],
    ['shortest-path', 'in.json', '--out', 'out.json'],
  ];
  it.skipIf(process.platform !== 'linux').each(some(commands, 1))(
    '%s --backend gpu ends with exit code 4 and no file (Linux)',
    (...words) => {
      line.write('in.json', {
        dim: 3,
        objects: [
          { rest: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], pos: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], elem: [0, 1, 2, 3] },
        ],
        queries: { obj: [-1], vertex: [-1], tobj: [0], elem: [0], p: [0.2, 0.2, 0.2] },
      });
      const before = line.files();
      const { code, stdout, stderr } = line.run([...words, '--backend', 'gpu'], {
        VK_ICD_FILENAMES: line.path('none'),
      });
      expect(stderr).toMatch(
        /^untangle: no WebGPU adapter: the driver that .*VK_ICD_FILENAMES names gives no adapter$/m,
      );
      expect({ code, stdout, files: line.files() }).toEqual({ code: 4, stdout: '', files: before });
    },
  );
});
