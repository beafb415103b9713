import { describe, expect, it } from 'vitest';
import { rowsToMeasure } from '../../../src/paper/table-1.ts';
import { type Table1, table1Markdown } from '../../../src/paper/table-1-markdown.ts';
import type { MeasuredFrame, MeasuredScene } from '../../../src/paper/table-1-measure.ts';
import { ourRow } from '../../../src/paper/table-1-row.ts';
import { SCENES } from '../../../src/scenes/scenes.ts';
import { PAPER_ROWS } from '../../../src/scenes/table-1.ts';
import { defaultParameters, type SimulationParameters } from '../../../src/simulation/parameters.ts';
import { BrokenStateError } from '../../../src/simulation/simulator.ts';
import type { FrameRow } from '../../../src/simulation/statistics.ts';

const stages = {
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
  measuring: 900,
  render: 0,
};

type Given = Partial<Omit<MeasuredFrame, 'row' | 'parameters'>> & {
  readonly row: Partial<FrameRow>;
  readonly parameters?: Partial<SimulationParameters>;
};

function frame({ row, parameters, ...rest }: Given): MeasuredFrame {
  const figures = { contactsCcd: 0, contactsDcd: 0, candidates: 0, traversals: 0, tetsVisited: 0, stages };
  return {
    stepsMs: 1,
    steps: 1,
    queriesAsked: 0,
    queries: 0,
    points: 0,
    ...rest,
    row: { ...figures, ...row } as FrameRow,
    parameters: { ...defaultParameters(), timeStep: 0.01, iterations: 4, mode: 'hybrid', ...parameters },
  };
}

/** In the air for 0.02 s; then a frame of 2 steps and one of 3, of 0.02 and 0.03 s. */
const frames = [
  frame({ row: { time: 0.02 }, stepsMs: 10_000, steps: 2 }),
  frame({
    row: {
      time: 0.04,
      contactsCcd: 10,
      contactsDcd: 5,
      candidates: 20,
      traversals: 2,
      tetsVisited: 3,
      stages: { ...stages, solve: 100, projection: 20, refit: 10, dcd: 20, path: 3, ccd: 40 },
    },
    stepsMs: 200,
    steps: 2,
    queriesAsked: 30,
    queries: 6,
    points: 5,
  }),
  frame({
    row: {
      time: 0.07,
      contactsCcd: 20,
      contactsDcd: 10,
      candidates: 40,
      traversals: 4,
      tetsVisited: 6,
      stages: { ...stages, solve: 200, projection: 30, refit: 20, dcd: 30, path: 7, ccd: 10 },
    },
    stepsMs: 300,
    steps: 3,
    queriesAsked: 10,
    queries: 4,
    points: 3,
  }),
];
const scene: MeasuredScene = {
  bodies: 1,
  vertices: 1234,
  tetrahedra: 5678,
  adapter: 'a processor',
  frames,
  broke: undefined,
};

describe('a row of Table 1', () => {
  it('has means a step and a query, by the weights of steps and of queries, from the first contact on', () => {
    const row = ourRow(scene);
    expect(row).toMatchObject({ firstFrame: 1, counted: 2, ran: 3 });
    expect(row.ccd).toBeCloseTo((2 * 10 + 3 * 20) / 5, 12);
    expect(row.dcd).toBeCloseTo((2 * 5 + 3 * 10) / 5, 12);
    expect(row.bvhQueries).toBeCloseTo((30 * 20 + 10 * 40) / 40, 12);
    expect(row.traversals).toBeCloseTo((30 * 2 + 10 * 4) / 40, 12);
    expect(row.tetsVisited).toBeCloseTo((30 * 3 + 10 * 6) / 40, 12);
  });

  it('has the times of 1/60 s of simulated time, without what is measured at the end of a frame', () => {
    const row = ourRow(scene);
    expect(row.meanFrame).toBeCloseTo(0.5 / 0.05 / 60, 12);
    expect(row.maxFrame).toBeCloseTo(0.2 / 0.02 / 60, 12);
  });

  it('has shares of the wall time of the steps, which with the rest are all of it', () => {
    const { percent } = ourRow(scene);
    expect(percent).toEqual({ xpbd: 70, ccd: 10, dcd: 16, ours: 2, rest: 2 });
  });

  it("leaves out what a mode hasn't", () => {
    const by = (mode: 'ccd' | 'dcd') =>
      ourRow({ ...scene, frames: frames.map((one) => ({ ...one, parameters: { ...one.parameters, mode } })) });
    expect(by('ccd').percent).toEqual({ xpbd: 70, ccd: 10, rest: 20 });
    expect(by('ccd')).not.toHaveProperty('dcd');
    expect(by('ccd')).not.toHaveProperty('perQuery');
    expect(by('dcd').percent).toEqual({ xpbd: 70, dcd: 16, ours: 2, rest: 12 });
    expect(by('dcd')).not.toHaveProperty('ccd');
  });

  it('tells microseconds a query, and a point by its queries', () => {
    const row = ourRow(scene);
    expect(row.perQuery).toBeCloseTo(10_000 / 40, 9);
    expect(row.perPoint).toBeCloseTo((250 * 10) / 8, 9);
  });

  it('names every pair of time step and iterations that its frames had, and the step in which it broke', () => {
    const parameters = { ...frames[2].parameters, timeStep: 0.002 };
    const changed = [...frames, { ...frames[2], parameters }, frames[2]];
    const row = ourRow({ ...scene, frames: changed, broke: new BrokenStateError(12, 'solve', 0) });
    expect(row.stepping).toEqual([
      { timeStep: 0.01, iterations: 4 },
      { timeStep: 0.002, iterations: 4 },
    ]);
    expect(row.brokeAt).toBe(12);
  });

  it('counts all frames and says so where none had a contact', () => {
    const row = ourRow({ ...scene, frames: frames.slice(0, 1) });
    expect(row).toMatchObject({ firstFrame: 0, counted: 0, ran: 1 });
    expect(row.meanFrame).toBeCloseTo(10 / 0.02 / 60, 9);
    expect(row).not.toHaveProperty('perQuery');
  });
});

const table: Table1 = {
  machine: {
    processor: 'a processor',
    cores: 2,
    load: 0.1,
    backend: 'cpu',
    workers: 2,
    node: 'v20',
    untangle: '0.1.0+abc',
    date: '2026-01-02',
  },
  rows: [
    {
      name: 'octopi-8 dcd',
      scene: 'octopi-8',
      figure: '9b',
      size: 'small',
      ours: ourRow(scene),
      paper: PAPER_ROWS['octopi-8 dcd'],
    },
  ],
};

it("prints a row in the paper's setting between ours and the paper's", () => {
  const [entry] = table.rows;
  const lines = table1Markdown({ ...table, rows: [{ ...entry, published: ourRow(scene) }] }).split('\n');
  const names = lines.filter((line) => line.startsWith('|')).map((line) => line.split('|')[1].trim());
  expect(names.slice(2)).toEqual(['octopi-8 dcd (9b)', 'as in the paper', 'the paper']);
  const { ours: _, ...without } = entry;
  expect(table1Markdown({ ...table, rows: [{ ...without, published: ourRow(scene) }] })).toContain(
    '| octopi-8 dcd (9b) as in the paper |',
  );
});

it("prints the paper's row under ours, with as many cells, and what made ours", () => {
  const text = table1Markdown(table);
  const cells = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  expect(new Set(cells.map((row) => row.length))).toEqual(new Set([22]));
  expect(cells[2].slice(1, 13).join(' ')).toBe(
    'octopi-8 dcd (9b) small a processor, 2 workers 1,234 5,678 16 8 25 2.5 3.75 0.01 x 4 0.167',
  );
  expect(cells[2].slice(13, -1)).toEqual(['0.167', '70.0', '10.0', '16.0', '2.0', '2.0', '250', '313']);
  expect(cells[3].slice(4, -1)).toEqual(
    '40,000 118,000 – 2,400 13 3.7 4.1 0.0033x5 0.038 0.045 79.2 – 10.7 10.1 – – –'
      .split(' ')
      .map((cell) => cell.replace('x', ' x ')),
  );
  expect(text).toContain(
    'cpu on a processor (2 cores, load 0.1 before), 2 workers, Node v20, untangle 0.1.0+abc, 2026-01-02',
  );
  expect(text).toContain('octopi-8 dcd: frames 1 to 2 of 3 that ran count');
});

describe("the paper's rows", () => {
  it('are thirteen, each of a scene of ours, and chosen by the name of a scene or of a row', () => {
    expect(rowsToMeasure([])).toHaveLength(13);
    const scenes = new Set(SCENES.map(({ name }) => name));
    for (const name of rowsToMeasure([])) expect(scenes).toContain(name.split(' ')[0]);
    expect(rowsToMeasure(['octopi-8'])).toEqual(['octopi-8 ccd', 'octopi-8 dcd', 'octopi-8']);
    expect(rowsToMeasure(['octopi-8 dcd', 'flattened-ball'])).toEqual(['flattened-ball', 'octopi-8 dcd']);
    expect(() => rowsToMeasure(['culling'])).toThrow("--scene is 'culling', which isn't in Table 1");
  });

  it('have shares that add up to 100 but for rounding, and one row that was printed otherwise', () => {
    for (const [name, { percent }] of Object.entries(PAPER_ROWS)) {
      const sum = Object.values(percent).reduce((total, share) => total + share, 0);
      expect(Math.abs(sum - (name === 'colliding-balls' ? 110 : 100)), name).toBeLessThan(0.25);
    }
  });
});
