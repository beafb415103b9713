import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutputError } from '../../../../src/node/errors.ts';
import {
  openForgivingRecording,
  GrowingRecording,
  saveRecording,
} from '../../../../src/cli/recordings/growing-recording.ts';
import { saveAll } from '../../../../src/node/interruption.ts';
import { toCsv } from '../../../../src/record/csv.ts';
import { toJson } from '../../../../src/record/formats.ts';
import type { Recording } from '../../../../src/record/recording.ts';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';

const folder = mkdtempSync(join(tmpdir(), 'untangle-growing-'));
const file = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(file(name), 'utf8');
const parts = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.part'));
let said: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
});
afterAll(() => {
  said.mockRestore();
  rmSync(folder, { recursive: true });
});

const rows = [0, 1, 2].map(
  (frame) => ({ frame, step: frame + 1, ms: 0.5, stages: { solve: 0.25 }, hash: `${frame}` }) as unknown as FrameRow,
);
const recording = (frames: readonly FrameRow[], more: Partial<Recording> = {}): Recording => ({
  scene: 'culling',
  size: 12000,
  bodies: 1,
  vertices: 4000,
  tetrahedra: 11800,
  parameters: defaultParameters(),
  backend: 'cpu',
  adapter: 'a "processor", fast',
  workers: 1,
  host: 'Node v20',
  version: '0.1.0',
  inputs: [],
  ...more,
  frames,
});

describe('a recording that grows', () => {
  it.each([
    ['grown.json', toJson],
    ['grown.csv', toCsv],
  ])('%s has the bytes of one written at once, and is whole after every frame', (name, format) => {
    const frames: FrameRow[] = [];
    const growing = new GrowingRecording(file(name), () => recording(frames));
    for (const row of rows) {
      frames.push(row);
      growing.add(row);
      const [part] = parts();
      expect(text(part)).toBe(format(recording(frames)));
      expect(existsSync(file(name))).toBe(false);
    }
    growing.close();
    expect(text(name)).toBe(format(recording(rows)));
    expect(parts()).toEqual([]);
  });

  it.each([
    ['broke.json', toJson],
    ['broke.csv', toCsv],
  ])('%s tells how its run broke', (name, format) => {
    const broke = { step: 3, part: 'solve', body: 0 };
    let end: Partial<Recording> = {};
    const growing = new GrowingRecording(file(name), () => recording(rows, end));
    for (const row of rows) growing.add(row);
    end = { broke };
    growing.close();
    expect(text(name)).toBe(format(recording(rows, { broke })));
    expect(parts()).toEqual([]);
  });

  it('is kept once where the process ends, with those beside it, and takes no frame any more', () => {
    const names = ['one.json', 'two.json'];
    const both = names.map((name) => new GrowingRecording(file(name), () => recording([])));
    for (const one of both) one.add(rows[0]);
    saveAll();
    saveAll();
    for (const one of both) {
      one.add(rows[1]);
      one.close();
    }
    for (const name of names) expect(text(name)).toBe(toJson(recording(rows.slice(0, 1))));
    expect(parts()).toEqual([]);
  });

  it('without a frame leaves what was there, also if its run broke or had inputs', () => {
    writeFileSync(file('older.json'), 'older');
    new GrowingRecording(file('older.json'), () => recording([]));
    saveAll();
    for (const end of [
      { broke: { step: 0, part: 'predict', body: 0 } },
      { inputs: [{ step: 0, parameters: { gravity: 1 } }] },
    ]) {
      said.mockClear();
      new GrowingRecording(file('older.json'), () => recording([], end)).close();
      expect(said).toHaveBeenCalledWith(`untangle: no frame was completed: '${file('older.json')}' isn't written\n`);
      expect(said).toHaveBeenCalledTimes(1);
    }
    expect(text('older.json')).toBe('older');
    expect(parts()).toEqual([]);
  });

  it('is told where it is, where it can not take its place', () => {
    const growing = new GrowingRecording(file('taken.json'), () => recording(rows));
    for (const row of rows) growing.add(row);
    mkdirSync(file('taken.json'));
    const [part] = parts();
    expect(() => growing.close()).toThrow(
      new OutputError(
        `can't write '${file('taken.json')}': it is a folder, not a file; its content is in '${file(part)}'`,
      ),
    );
    expect(text(part)).toBe(toJson(recording(rows)));
    rmSync(file(part));
  });

  it('keeps the rights of the file that it replaces', () => {
    writeFileSync(file('private.json'), 'older', { mode: 0o600 });
    saveRecording(file('private.json'), recording(rows));
    expect(text('private.json')).toBe(toJson(recording(rows)));
    expect(statSync(file('private.json')).mode & 0o777).toBe(0o600);
  });
});

describe.skipIf(!existsSync('/dev/full'))('where there is no room', () => {
  const full = (name: string): string => {
    symlinkSync('/dev/full', file(name));
    return file(name);
  };

  it('says so before the run', () => {
    const path = full('full.json');
    expect(() => new GrowingRecording(path, () => recording([]))).toThrow(OutputError);
    expect(() => new GrowingRecording(path, () => recording([]))).toThrow(`can't write '${path}': the disk is full`);
  });

  it('a check goes on, and knows that it failed', () => {
    const failed = vi.fn();
    const sink = openForgivingRecording(full('check.json'), () => recording([]), failed);
    sink.add(rows[0]);
    sink.close();
    expect(failed).toHaveBeenCalledTimes(1);
    expect(said).toHaveBeenLastCalledWith(`untangle: can't write '${file('check.json')}': the disk is full\n`);
  });
});
