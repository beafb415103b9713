import { csvParse, csvParseRows } from 'd3-dsv';
import { expect, test } from 'vitest';
import { csvCells, growingCsv, toCsv } from '../../../src/record/csv.ts';
import { toJson } from '../../../src/record/formats.ts';
import type { Recording } from '../../../src/record/recording.ts';
import { defaultParameters } from '../../../src/simulation/parameters.ts';
import type { RecordedInput } from '../../../src/simulation/simulator.ts';
import { COUNTER_COUNT } from '../../../src/simulation/state.ts';
import { type FrameRow, frameRow, FrameTally } from '../../../src/simulation/statistics.ts';
import { boxWorld } from '../../fixtures/box-world.ts';
import { tableOf } from '../../fixtures/csv-table.ts';

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

/** Name and value of each line above the table. */
const constantsOf = (csv: string): Map<string, string> =>
  new Map(
    csv
      .split('\n')
      .filter((line) => line.startsWith('# '))
      .map((line) => csvParseRows(line.slice(2))[0])
      .map(([name, value]) => [name, value]),
  );

test('CSV parses back: every row has every figure, and the run’s origin stands above, once', () => {
  const csv = toCsv(recording);
  const rows = csvParse(tableOf(csv));
  const { frames, inputs: _, parameters, ...origin } = recording;
  expect(rows.length).toBe(frames.length);
  rows.forEach((row, i) => {
    for (const [column, value] of Object.entries(csvCells(frames[i]!))) expect(row[column], column).toBe(String(value));
  });
  expect(rows[0]!['path [ms]']).toBe('0');
  expect(rows.map(({ hash }) => hash)).toEqual(['0123456789abcdef', '', '']);
  const constants = constantsOf(csv);
  for (const [name, value] of Object.entries({ ...origin, adapter: 'Maker\'s "GPU", 2nd edition' }))
    expect(constants.get(name), name).toBe(String(value));
  expect(constants.get('mode')).toBe(parameters.mode);
  // A replay needs parameters to the last bit.
  expect(Number(constants.get('youngsModulus [Pa]'))).toBe(parameters.youngsModulus);
  expect(csv.match(/octopi-8/g)).toHaveLength(1);
});

test('the CSV names units, and leaves out digits that are only rounding', () => {
  const frame = rowAt(2, 66, {
    time: 66 * 4e-3 - 5e-17,
    ms: 12.345678901234,
    kineticEnergy: 1.23456789012345e-7,
    deepest: Math.fround(0.0123),
    contactsCcd: 37 / 3,
  });
  expect(66 * 4e-3 - 5e-17).not.toBe(0.264);
  const csv = toCsv({ ...recording, frames: [frame] });
  expect(csvParse(tableOf(csv))[0]).toMatchObject({
    'time [s]': '0.264',
    'duration [ms]': '12.346',
    'kineticEnergy [J]': '1.23456789e-7',
    'contactsCcd [per step]': '12.3333333',
  });
  // The digits still tell every float32 from its neighbours.
  expect(Math.fround(Number(csvParse(tableOf(csv))[0]!['deepest [m]']))).toBe(Math.fround(0.0123));
});

test('CSV that grows has the bytes of one written at once', () => {
  const { head, row, tail } = growingCsv(recording);
  const frames = recording.frames.slice(1, 2);
  expect(`${head}${frames.map(row).join('')}${tail}`).toBe(toCsv({ ...recording, frames }));
});

test('no two columns of the CSV have the same name', () => {
  const names = Object.keys(csvCells(recording.frames[0]!));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBe(
    Object.keys(recording.frames[0]!).length + Object.keys(recording.frames[0]!.stages).length - 1,
  );
});

test("a row of the CSV has the inputs of its frame's steps; the first row also earlier ones", () => {
  const found = csvParse(tableOf(toCsv(recording))).map((row) => JSON.parse(row.inputs) as RecordedInput[]);
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
