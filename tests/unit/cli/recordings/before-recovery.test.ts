import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readRecordedRun } from '../../../../src/cli/recordings/recorded-run.ts';
import { readHeader } from '../../../../src/engine/state-header.ts';
import { defaultParameters, type SimulationParameters } from '../../../../src/simulation/parameters.ts';
import { CommandLine } from '../../../fixtures/command-line.ts';

/** Recordings and states of versions without the parameter `recovery` go on as they began. */

const line = new CommandLine();
afterAll(() => line.remove());

const { recovery: _recovery, crossedEdges: _crossedEdges, ...others } = defaultParameters();

async function recorded(parameters: Partial<SimulationParameters>) {
  const counts = { bodies: 8, vertices: 2472, tetrahedra: 6976 };
  const origin = { backend: 'cpu', adapter: 'a processor', workers: 1, host: 'Node v20', version: '0.1.0' };
  const path = line.write('in.json', {
    scene: 'colliding-balls',
    size: 12_000,
    ...counts,
    ...origin,
    parameters,
    inputs: [],
    frames: [],
  });
  return readRecordedRun(join(line.folder, path));
}

function saved(parameters: Partial<SimulationParameters>): SimulationParameters[] {
  const counts = { steps: 1, frames: 1, time: 0, appliedSwitches: 0 };
  const hand = { grabs: [], moving: [] };
  const snapshot = { ...counts, inputs: [], parameters, schedule: { lastStart: 0 }, hand, areGrabsNew: false };
  const scene = { scene: 'octopi-8', size: 900, start: 'a', hash: 'b', arrays: [] };
  const header = readHeader(JSON.stringify({ ...scene, startParameters: parameters, snapshot }));
  return [header.startParameters, header.snapshot.parameters];
}

describe.each([
  { named: {}, expected: { recovery: 'paths', crossedEdges: 'stay' } },
  { named: { crossedEdges: 'part' }, expected: { recovery: 'paths', crossedEdges: 'part' } },
  { named: { recovery: 'regions', crossedEdges: 'auto' }, expected: { recovery: 'regions', crossedEdges: 'auto' } },
  { named: { recovery: 'paths', crossedEdges: 'auto' }, expected: { recovery: 'paths', crossedEdges: 'auto' } },
] as const)('a file that names $named', ({ named, expected }) => {
  it('replays with it, or as before', async () => {
    const { parameters, assumed } = await recorded({ ...others, ...named });
    expect(parameters).toMatchObject(expected);
    expect(assumed).toEqual([]);
  });

  it('goes on with it, or as before', () => {
    for (const parameters of saved({ ...others, ...named })) expect(parameters).toMatchObject(expected);
  });
});
