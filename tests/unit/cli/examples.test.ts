import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CommandLine, type PathAnswers } from '../../fixtures/command-line.ts';
import { woundStrip } from '../../fixtures/wound-strip.ts';

const line = new CommandLine();
afterAll(() => line.remove());

const example = (name: string): string => resolve(import.meta.dirname, '../../../examples', name);

it('one-tetrahedron.json: the shortest path of its point goes to the nearest of the four faces', () => {
  const { code, stdout, stderr } = line.run(['shortest-path', example('one-tetrahedron.json'), '--out', 'result.json']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' }); // standard output names the file of the answers
  expect(stdout).toMatch(/^\d+ queries\/s\n1 query by flood on cpu \(.+\), answers written to result\.json\n/);
  expect(stdout).toContain('\nwith so few queries the rate means little\n');
  const { distance, point, face } = line.json<PathAnswers>('result.json');
  expect(distance).toEqual([0.125]);
  expect(point).toEqual([0, 0.25, 0.25]);
  expect(face.toSorted()).toEqual([0, 2, 3]);
});

it('one-tetrahedron.json: no vertex lies inside', () => {
  const { code, stdout } = line.run(['contains', example('one-tetrahedron.json'), '--out', 'pairs.json']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^0 pairs\n/);
  expect(line.json('pairs.json')).toEqual({ obj: [], vertex: [], tobj: [], elem: [] });
});

it('vertex-face.csv: its vertex meets the face after a quarter of the step, as its truth says', () => {
  const { code, stdout, stderr } = line.run(['ccd', example('vertex-face.csv'), '--type', 'vf', '--out', 'out.csv']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: 'untangle: wrote out.csv\n' });
  expect(stdout).toContain("against the file's truth: 0 missed, 0 false alarms");
  const [hit, time] = line.read('out.csv').trimEnd().split(',');
  expect(hit).toBe('1');
  expect(Number(time)).toBeCloseTo(0.25, 6);
  expect(Number(time)).toBeLessThanOrEqual(0.25);
});

describe('wound-strip', () => {
  const { input, expected } = woundStrip();
  const IN = example('wound-strip.in.json');
  const EXPECTED = example('wound-strip.expected.json');

  it('is what its code and the brute force make', () => {
    if (process.env.WRITE_EXAMPLES) {
      writeFileSync(IN, JSON.stringify(input));
      writeFileSync(EXPECTED, JSON.stringify(expected));
    }
    expect(JSON.parse(readFileSync(IN, 'utf8'))).toEqual(input);
    expect(JSON.parse(readFileSync(EXPECTED, 'utf8'))).toEqual(expected);
    expect(input.queries.vertex.filter((vertex) => vertex >= 0).length).toBeGreaterThan(10);
  });

  /** Error of each answer. */
  const answer = (method: string): number[] => {
    const { code, stdout } = line.run(['shortest-path', IN, '--method', method, '--out', 'strip.json']);
    expect(code).toBe(0);
    expect(stdout).toContain(` queries by ${method} on cpu (`);
    const { distance } = line.json<PathAnswers>('strip.json');
    expect(distance).toHaveLength(expected.distance.length);
    return distance.map((found, q) => Math.abs((found ?? Infinity) - expected.distance[q]));
  };

  it.each(['flood', 'tree'])('every answer by %s is right', (method) => {
    expect(Math.max(...answer(method))).toBeLessThanOrEqual(1e-6 * expected.bbox_diag);
  });

  it('tells exact methods from others', () => {
    expect(answer('euclidean').filter((off) => off > 0.01 * expected.bbox_diag).length).toBeGreaterThan(3);
  });

  it('is what accept takes', () => {
    const { code, stdout } = line.run(['accept', 'paths', '--cases', example('.'), '--backend', 'cpu']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^holds {2}wound-strip x 1\/1024, cpu flood, culling on: .*\n12 hold, 0 missed\n$/s);
  });
});
