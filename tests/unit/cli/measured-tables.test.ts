import { afterAll, expect, it } from 'vitest';
import type { Table1 } from '../../../src/paper/table-1-markdown.ts';
import type { Recording } from '../../../src/record/recording.ts';
import { CommandLine } from '../../fixtures/command-line.ts';

// Takes long: tables are measured, each by runs in processes of their own.
const untangle = new CommandLine();
afterAll(untangle.remove);

it('table1 measures a scene from its first contact on and writes what it prints', () => {
  const words = [
    'table1',
    '--scene',
    'tangled-noodle',
    '--frames',
    '1',
    '--workers',
    '1',
    '--setting',
    'ours',
    '--method',
    'tree',
  ];
  const { code, stdout, stderr } = untangle.run([...words, '--out', 'table.md', '--json', 'table.json']);
  expect(stderr).toMatch(
    /^untangle: row 1 of 1, tangled-noodle\nuntangle: tangled-noodle: \d+ frames in \d+ s\nuntangle: wrote table\.md\nuntangle: wrote table\.json\n$/,
  );
  expect(code).toBe(0);
  expect(untangle.read('table.md')).toBe(stdout);
  const { machine, rows } = untangle.json<Table1>('table.json');
  expect(machine).toMatchObject({ backend: 'cpu', workers: 1, node: process.version });
  expect(rows).toHaveLength(1);
  const { paper, size } = rows[0];
  const ours = rows[0].ours!;
  expect(size).toBe('small');
  expect(paper.tetrahedra).toBe(110_000);
  // Runs the same frames with another command, and takes the figures from the recording's rows.
  const frames = String(ours.ran);
  const again = ['run', 'tangled-noodle', '--size', 'small', '--frames', frames, '--workers', '2', '--overlaps', 'off'];
  expect(untangle.run([...again, '--set', 'pathMethod=tree', '--record', 'run.json']).code).toBe(0);
  const run = untangle.json<Recording>('run.json');
  const first = run.frames.findIndex(({ contactsCcd, contactsDcd }) => contactsCcd + contactsDcd > 0);
  expect(ours).toMatchObject({ counted: 1, mode: 'hybrid', pathMethod: 'tree', firstFrame: first, ran: first + 1 });
  expect([ours.vertices, ours.tetrahedra]).toEqual([run.vertices, run.tetrahedra]);
  const { contactsDcd, candidates, traversals, tetsVisited } = run.frames[first];
  expect(contactsDcd).toBeGreaterThan(0);
  expect(ours.dcd).toBeCloseTo(contactsDcd, 9);
  expect(ours.bvhQueries).toBeCloseTo(candidates, 9);
  expect(ours.traversals).toBeCloseTo(traversals, 9);
  expect(ours.tetsVisited).toBeCloseTo(tetsVisited, 9);
  // The scene's script changes the time step; this is the time step of the first frame with contacts.
  const [before, counted] = run.frames.slice(first - 1, first + 1);
  expect(ours.stepping).toHaveLength(1);
  expect(ours.stepping[0].timeStep).toBeCloseTo((counted.time - before.time) / (counted.step - before.step), 9);
  // There are never more points than queries. Both times are quotients of the same time, rounded separately.
  expect(ours.perPoint! / ours.perQuery!).toBeGreaterThan(1 - 1e-12);
  // Stages run one after another within the steps, so their shares sum to 100 % at most.
  const { xpbd, dcd, ours: paths } = ours.percent;
  for (const share of [xpbd, dcd!, paths!]) expect(share).toBeGreaterThan(0);
  expect(xpbd + dcd! + paths!).toBeLessThanOrEqual(100);

  // A later run keeps the rows that it doesn't measure, in the paper's order, and replaces those that it does.
  const others = ['table1', '--scene', 'nested-knots', '--frames', '1', '--setting', 'ours'];
  expect(untangle.run([...others, '--workers', '1', '--keep', 'table.json', '--json', 'both.json']).code).toBe(0);
  const both = untangle.json<Table1>('both.json');
  expect(both.rows.map(({ name }) => name)).toEqual(['nested-knots', 'tangled-noodle']);
  expect(both.rows[1]).toEqual(rows[0]);
  expect(both.kept).toEqual([{ untangle: machine.untangle, date: machine.date, titles: ['tangled-noodle'] }]);
  const elsewhere = untangle.run([...others, '--workers', '2', '--keep', 'table.json']);
  expect(elsewhere.code).toBe(2);
  expect(elsewhere.stderr).toContain('table.json was measured with workers 1; expected 2, as in this run');
});

/** Time of a recording's steps: the sum of all clocks except measuring's and drawing's [ms]. */
function meanText(frames: Recording['frames']): string {
  const steps = frames.flatMap(({ stages: { measuring: _, render: __, ...step } }) => Object.values(step));
  return `${(steps.reduce((sum, ms) => sum + ms, 0) / frames.length).toFixed(1)} ms`;
}

it('figure21 draws both ways, and chart the same from their recordings', () => {
  const drawn = untangle.run(['figure21', '--frames', '2', '--rounds', '1', '--workers', '1', '--record', 'runs']);
  expect(drawn.stdout).toContain('Culling changed 0 of 0 answers');
  expect(drawn.code).toBe(0);
  expect(untangle.read('figure-21.svg')).toContain('>without culling</text>');
  const { code, stdout } = untangle.run(['chart', 'runs/culling-off.json', 'runs/culling-on.json']);
  expect(code).toBe(0);
  expect(stdout).toContain('>culling off</text>');
  expect(stdout.match(/data-stage="solve"/g)).toHaveLength(2);
  for (const name of ['off', 'on']) {
    const { frames } = untangle.json<Recording>(`runs/culling-${name}.json`);
    expect(stdout).toContain(`>mean of frame 1: ${meanText(frames.slice(1))}<`);
    expect(untangle.read('figure-21.svg')).toContain(`>mean ${meanText(frames)}`);
  }
  const missing = untangle.run(['chart', 'none.json']);
  expect(missing).toMatchObject({
    code: 2,
    stderr: "untangle: can't read 'none.json': there is no such file or folder; expected a file to read\n",
  });
});
