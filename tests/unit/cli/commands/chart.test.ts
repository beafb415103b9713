import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { chartOf } from '../../../../src/cli/commands/chart.ts';
import {
  hostName,
  meanStepTime,
  readChartedRun,
  readChartedRunWithin,
  STEP_STAGES,
  warmFrames,
} from '../../../../src/cli/recordings/charted-run.ts';
import { fastest, figure21 } from '../../../../src/paper/figure-21.ts';
import { growingCsv, toCsv } from '../../../../src/record/csv.ts';
import { toJson } from '../../../../src/record/formats.ts';
import type { Recording } from '../../../../src/record/recording.ts';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';

const folder = mkdtempSync(join(tmpdir(), 'untangle-chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

const none = {
  solve: 0,
  refit: 0,
  dcd: 0,
  path: 0,
  ccd: 0,
  projection: 0,
  air: 0,
  flips: 0,
  walks: 0,
  readback: 0,
  measuring: 50,
  render: 0,
};
const frames = (paths: readonly number[], traversals = 3): FrameRow[] =>
  paths.map((path, frame) => {
    const stages = { ...none, solve: 10, path };
    return { frame, stages, queries: 2, traversals, hash: `state ${frame}` } as unknown as FrameRow;
  });

const recording = (given: Partial<Recording>): Recording => ({
  scene: 'culling',
  size: 12000,
  bodies: 1,
  vertices: 4000,
  tetrahedra: 11800,
  parameters: defaultParameters(),
  backend: 'cpu',
  adapter: 'a processor',
  workers: 1,
  host: 'Node v20',
  version: '0.1.0',
  inputs: [],
  frames: frames([1, 2, 3]),
  ...given,
});

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

describe('a chart of recordings', () => {
  const on = file('on.json', toJson(recording({})));
  const parameters = { ...defaultParameters(), culling: false };
  const off = file('off.json', toJson(recording({ parameters, workers: 2 })));

  it('names each by what it was made by that others were not, else by its file', () => {
    const svg = chartOf([on, off].map(readChartedRun));
    expect(svg).toContain('>workers 1, culling on</text>');
    expect(svg).toContain('>workers 2, culling off</text>');
    expect(svg).toContain('>culling, 11,800 tetrahedra</text>');
    expect(svg).toContain('cpu on a processor, 2 workers, Node v20, untangle 0.1.0');
    expect(chartOf([readChartedRun(on)])).toContain('>on.json</text>');
    expect(chartOf([readChartedRun(on)], 'My title')).toContain('>My title</text>');
  });

  it("leaves out what isn't part of a step", () => {
    const run = readChartedRun(on);
    expect(meanStepTime(run.frames)).toBeCloseTo(12, 12);
    expect(STEP_STAGES.map(({ stage }) => stage)).not.toContain('measuring');
    expect(chartOf([run])).not.toContain('data-stage="measuring"');
  });

  it('names unlike scenes by their sizes, and runs that differ in much by their files', () => {
    const other = file('other.json', toJson(recording({ scene: 'octopi-8', size: 3000, workers: 2, parameters })));
    const unlike = chartOf([on, other].map(readChartedRun));
    expect(unlike).toContain('>culling, size 12000</text>');
    expect(unlike).toContain('>octopi-8, size 3000</text>');
    expect(chartOf([on, off, other].map(readChartedRun))).toContain('>culling, size 12000, off.json</text>');
    const again = file('again.json', toJson(recording({ parameters, workers: 2 })));
    expect(chartOf([on, off, again].map(readChartedRun))).toContain('>workers 2, culling off, again.json</text>');
    const many = { ...parameters, iterations: 7, stepsPerFrame: 2, gravity: 1 };
    const changed = file('changed.json', toJson(recording({ parameters: many })));
    expect(chartOf([on, changed].map(readChartedRun))).toContain('>changed.json</text>');
  });

  it("means leave out a run's first frame, where there are others, and say so", () => {
    const run = readChartedRun(on);
    expect(warmFrames(run.frames)).toEqual(run.frames.slice(1));
    expect(chartOf([run])).toContain('>mean of frames 1 to 2: 12.5 ms</text>');
    expect(chartOf([run])).toContain('Means leave out the first frame of a run, in which code is compiled, too.');
    const one = { ...run, frames: run.frames.slice(0, 1) };
    expect(chartOf([one])).toContain('>mean 11.0 ms</text>');
    expect(chartOf([one])).not.toContain('compiled');
    // A recording that begins later has no frame in which code is compiled.
    expect(warmFrames(run.frames.slice(1))).toHaveLength(2);
  });

  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
      'Chromium 153',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/153.0.0.0 Safari/537.36',
      'Chromium 153',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge 140',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0', 'Firefox 141'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari 26',
    ],
    ['Node v20.19.0', 'Node v20.19.0'],
  ])('%s is %s', (host, name) => {
    expect(hostName(host)).toBe(name);
  });

  /** A recording of frames with all columns that `run --record out.csv` writes. */
  const ofRun = recording({
    inputs: [{ step: 1, parameters: { gravity: 1 } }],
    frames: frames([1, 2, 3]).map((row, i) => ({
      ...row,
      ...{ step: 5 * (row.frame + 1), time: 0.1, ms: 12, overlapShare: i / 8, inverted: i, leastVolume: 1 - i / 10 },
    })),
  });

  it.each<[string, string]>([
    ['as it is written', toCsv(ofRun)],
    ['as it grows', [growingCsv(ofRun)].map(({ head, row, tail }) => head + ofRun.frames.map(row).join('') + tail)[0]],
    ['with a byte order mark and line ends of Windows', `\uFEFF${toCsv(ofRun).replaceAll('\n', '\r\n')}`],
    ['as a spreadsheet pads it', toCsv(ofRun).replace(/^#.*$/gm, '$&,,,')],
  ])('is the same of CSV %s', (_, csv) => {
    const read = readChartedRun(file('run.csv', csv));
    const json = readChartedRun(file('run.json', ofRun));
    expect(read.frames).toEqual(
      json.frames.map(({ frame, stages, overlapShare }) => ({ frame, stages, overlapShare })),
    );
    expect(read.frames.map(({ overlapShare }) => overlapShare)).toEqual([0, 0.125, 0.25]);
    expect(read.parameters).toEqual(json.parameters);
    expect(chartOf([{ ...read, path: 'run' }])).toBe(chartOf([{ ...json, path: 'run' }]));
  });

  it('shows the volume that lies in other volume, and none of older recordings', () => {
    expect(chartOf([readChartedRun(file('run.json', ofRun))])).toContain('line: volume in other volume, up to 50 %');
    expect(chartOf([readChartedRun(on)])).not.toContain('other volume');
    expect(toCsv(ofRun)).toContain(',overlapShare,inverted [elements],leastVolume');
  });

  it.each<[string, string]>([
    ['', "has no table; expected a recording, as `run SCENE --record out.csv` or the page's recorder writes it"],
    ['a,b\n1,2\n', "has no column 'frame'; expected a recording"],
    ['frame,solve [ms]\n0,1\n', 'is missing; expected a text'],
    [toCsv(ofRun).replaceAll('solve [ms]', 'solve'), 'frames[0].stages.solve is missing; expected milliseconds'],
    [toCsv(ofRun).replace(/\n2,.*/, '\n2,x'), 'expected milliseconds'],
    [toCsv(ofRun).replaceAll(',0.25,', ',25 %,'), "overlapShare is '25 %'; expected a share from 0 to 1"],
    [toCsv(ofRun).replace('# workers,1', '# workers,one'), "is 'one'; expected a whole number"],
    [toCsv(ofRun).replace(/# scene.*\n/, ''), 'is missing; expected a text'],
  ])('refuses CSV without what a chart needs: %#', (csv, message) => {
    expect(() => readChartedRun(file('bad.csv', csv))).toThrow(message);
  });

  it('is the same of a long recording, whose frames are read one by one', () => {
    const path = file('long.json', ofRun);
    const whole = readChartedRun(path);
    expect(chartOf([readChartedRunWithin(path, { whole: 0, part: 1e5 })])).toBe(chartOf([whole]));
  });

  it('needs a recording with a time of every stage', () => {
    expect(() => readChartedRun(file('a.json', []))).toThrow(/holds no recording; expected a recording, as `run SCENE/);
    expect(() => readChartedRun(file('a.json', { frames: [] }))).toThrow('holds no recording');
    expect(() => readChartedRun(file('b.json', { ...recording({ frames: [] }) }))).toThrow('has no frame');
    const { solve: _, ...stages } = none;
    const lacking = { ...recording({}), frames: [{ frame: 0, stages }] };
    expect(() => readChartedRun(file('c.json', lacking))).toThrow(
      /^'.*c\.json': frames\[0\]\.stages\.solve is missing/,
    );
  });

  it.each([
    ['scene', 7, "scene of 'PATH' is 7; expected a text"],
    ['adapter', undefined, "adapter of 'PATH' is missing; expected a text"],
    ['backend', 'tpu', "backend of 'PATH' is 'tpu'; allowed are cpu, gpu"],
    ['tetrahedra', '11800', "tetrahedra of 'PATH' is '11800'; expected a whole number from 0 up"],
    ['workers', 0, "workers of 'PATH' is 0; expected a whole number from 1 up"],
  ])('refuses rows of what no recorder wrote: %s', (name, value, message) => {
    const path = file('origin.json', { ...recording({}), [name]: value });
    expect(() => readChartedRun(path)).toThrow(message.replace('PATH', path));
  });
});

/** Joins the lines of a caption that was broken into several. */
const joined = (svg: string): string => svg.replace(/<\/text>\n<text x="64"[^>]*>/g, ' ');

/** No query was compared. */
const none21 = { compared: 0, changed: 0 };

describe('Figure 21', () => {
  it('draws of each way the fastest of every frame', () => {
    const least = fastest([recording({ frames: frames([4, 1, 9]) }), recording({ frames: frames([2, 5, 6]) })]);
    expect(least?.frames.map(({ stages }) => stages.path)).toEqual([2, 1, 6]);
  });

  it('takes what there is of a round that was cut off, and nothing of none', () => {
    const cut = fastest([recording({ frames: frames([4, 1, 9]) }), recording({ frames: frames([2]) })]);
    expect(cut?.frames.map(({ stages }) => stages.path)).toEqual([2, 1, 9]);
    expect(fastest([])).toBeUndefined();
  });

  it('says what culling changes, whichever way it goes, and how many answers', () => {
    const without = recording({ frames: frames([4, 4], 6) });
    const svg = joined(
      figure21({ without, withCulling: recording({ frames: frames([5, 5], 3) }), compared: 900, changed: 7 }),
    );
    expect(svg).toContain(
      'Each step was computed with culling and without it from the same state. With culling, shortest paths take 2.00 times fewer traversals',
    );
    expect(svg).toContain('and 1.25 times more time.');
    expect(svg).toContain('>mean 15.0 ms</text>');
    expect(svg).toContain('>mean 5.0 ms, 3.00 traversals per query</text>');
    expect(svg).toContain('Frame by frame: from 0.80 to 0.8 times faster, 0.80 times in the median of 2 frames.');
    expect(svg).toContain('Culling changed 7 of 900 answers');
    const other = joined(figure21({ ...none21, without, withCulling: recording({ frames: frames([2, 2], 6) }) }));
    expect(other).toContain('With culling, shortest paths take 1.00 times fewer traversals, and 2.00 times less time.');
    expect(other).toContain('Culling changed 0 of 0 answers');
    const idle = recording({ frames: frames([1], 0) });
    expect(figure21({ ...none21, without: idle, withCulling: idle })).toContain('There was no shortest-path query.');
  });
});
