import { afterAll, expect, test } from 'vitest';
import { CommandLine } from '../fixtures/command-line.ts';

const untangle = new CommandLine();
afterAll(untangle.remove);

// Recordings of scenes without tetrahedra, of cloth or in the plane, could neither be replayed nor drawn: "tetrahedra is 0". The replay has flips, too.
test('a recording of a scene in the plane is replayed with its flips, and drawn', () => {
  untangle.succeed('run', 'boxes-rope', '--frames', '40', '--workers', '1', '--record', 'flips.json');
  expect(untangle.succeed('replay', 'flips.json')).toContain('all 40 frames have the same bits');
  untangle.succeed('chart', 'flips.json', '--out', 'flips.svg');
  expect(untangle.read('flips.svg')).toContain('flips of air');
}, 120_000);
