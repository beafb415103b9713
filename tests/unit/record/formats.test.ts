import { csvParse } from 'd3-dsv';
import { expect, test } from 'vitest';
import { flatRow, toCsv, toJson } from '../../../src/record/formats.ts';
import type { Recording } from '../../../src/record/recording.ts';
import { defaultParameters } from '../../../src/simulation/parameters.ts';
import type { RecordedInput } from '../../../src/simulation/simulator.ts';
import { COUNTER_COUNT } from '../../../src/simulation/state.ts';
import { type FrameRow, frameRow, FrameTally } from '../../../src/simulation/statistics.ts';
import { boxWorld } from '../../fixtures/box-world.ts';

const { world } = boxWorld();

function rowAt(frame: number, step: number, extra: Partial<FrameRow> = {}): FrameRow {
  const given = {
    frame,
    step,
    time: step / 300,
    tally: new FrameTally(),
    measured: new Uint32Array(COUNTER_COUNT),
    world,
  };
  return { ...frameRow({ ...given, kineticEnergy: 1.5e-7, piercing: undefined, hash: undefined }), ...extra };
}

const inputs: RecordedInput[] = [
  { step: 0, parameters: { density: 500 } },
  { step: 9, parameters: { mode: 'dcd' } },
  { step: 10, grabs: [{ vertex: 7, target: [0.1, -2, 3] }] },
  { step: 14, grabs: [] },
  { step: 20, parameters: { gravity: 1 } },
];

/** A recording that begins with the third frame. */
const recording: Recording = {
  scene: 'octopi-8',
  size: 3000,
  bodies: 3,
  vertices: world.vertexCount,
  tetrahedra: world.tetCount,
  parameters: defaultParameters(),
  backend: 'gpu',
  adapter: 'Maker\'s "GPU", 2nd\nedition',
  workers: 2,
  host: 'Mozilla/5.0 (X11; Linux x86_64) like Gecko, Chrome',
  version: '0.1.0',
  inputs,
  frames: [rowAt(2, 15, { hash: '0123456789abcdef' }), rowAt(3, 20), rowAt(4, 25, { piercingShare: 0.25 })],
};

test('JSON parses back, also without frames', () => {
  for (const frames of [recording.frames, recording.frames.slice(0, 1), []]) {
    const text = toJson({ ...recording, frames });
    expect(JSON.parse(text)).toEqual({ ...recording, frames });
    for (const row of frames)
      expect(text.split('\n').filter((line) => line.includes(JSON.stringify(row)))).toHaveLength(1);
  }
});

test("CSV parses back: every row has every figure, parameter and the run's origin", () => {
  const rows = csvParse(toCsv(recording));
  const { frames, inputs: _, parameters, ...origin } = recording;
  expect(rows.length).toBe(frames.length);
  rows.forEach((row, i) => {
    const expected = { ...flatRow(frames[i]!), ...origin, ...parameters };
    for (const [column, value] of Object.entries(expected)) expect(row[column], column).toBe(String(value));
  });
  expect(rows[0]!.ms_path).toBe('0');
  expect(rows.map(({ hash }) => hash)).toEqual(['0123456789abcdef', '', '']);
});

test('no two columns of the CSV have the same name', () => {
  const { frames, parameters, ...origin } = recording;
  const names = [flatRow(frames[0]!), parameters, origin].flatMap((part) => Object.keys(part));
  expect(new Set(names).size).toBe(names.length);
});

test("a row of the CSV has the inputs of its frame's steps; the first row also earlier ones", () => {
  const found = csvParse(toCsv(recording)).map((row) => JSON.parse(row.inputs) as RecordedInput[]);
  expect(found).toEqual([inputs.slice(0, 4), [], inputs.slice(4)]);
});

test('the CSV grows with the inputs, not with inputs times frames', () => {
  const count = 2000;
  const many = {
    ...recording,
    inputs: Array.from({ length: count }, (_, step) => ({ step, parameters: { gravity: step } })),
    frames: Array.from({ length: count }, (_, frame) => rowAt(frame, frame + 1)),
  };
  const bare = toCsv({ ...many, inputs: [] });
  expect(toCsv(many).length - bare.length).toBeLessThan(2 * JSON.stringify(many.inputs).length);
});
