import { afterAll, expect, it } from 'vitest';
import type { Table1 } from '../../../src/cli/table-1-markdown.ts';
import { CommandLine } from '../../fixtures/command-line.ts';

const untangle = new CommandLine();
afterAll(untangle.remove);

it('table1 measures a scene from its first contact on and writes what it prints', () => {
  const words = ['table1', '--scene', 'tangled-noodle', '--frames', '1', '--workers', '1', '--method', 'tree'];
  const { code, stdout, stderr } = untangle.run([...words, '--out', 'table.md', '--json', 'table.json']);
  expect(stderr).toMatch(/^untangle: row 1 of 1, tangled-noodle\nuntangle: tangled-noodle: \d+ frames in \d+ s\n$/);
  expect(code).toBe(0);
  expect(untangle.read('table.md')).toBe(stdout);
  const { machine, rows } = untangle.json<Table1>('table.json');
  expect(machine).toMatchObject({ backend: 'cpu', workers: 1, node: process.version });
  expect(rows).toHaveLength(1);
  const { ours, paper, size } = rows[0];
  expect(size).toBe('small');
  expect(paper.tetrahedra).toBe(110_000);
  expect(ours).toMatchObject({ counted: 1, mode: 'dcd', pathMethod: 'tree' });
  expect(ours.firstFrame).toBe(ours.ran - 1);
  expect(ours.dcd).toBeGreaterThan(0);
  // A query walks at least once, and a walk comes through one element at least.
  expect(ours.traversals).toBeGreaterThanOrEqual(1);
  expect(ours.tetsVisited).toBeGreaterThanOrEqual(ours.traversals!);
  expect(ours.bvhQueries).toBeGreaterThanOrEqual(ours.traversals!);
  // Points are never more than their queries.
  expect(ours.perPoint! / ours.perQuery!).toBeGreaterThanOrEqual(1);
  const { xpbd, dcd, ours: paths, rest } = ours.percent;
  expect(xpbd + dcd! + paths! + rest).toBeCloseTo(100, 9);
});

it('figure21 draws both ways, and chart the same from their recordings', () => {
  const drawn = untangle.run(['figure21', '--frames', '2', '--rounds', '1', '--workers', '1', '--record', 'runs']);
  expect(drawn.stdout).toContain('The states are the same to the last bit.');
  expect(drawn.code).toBe(0);
  expect(untangle.read('figure-21.svg')).toContain('>without culling</text>');
  const { code, stdout } = untangle.run(['chart', 'runs/culling-off.json', 'runs/culling-on.json']);
  expect(code).toBe(0);
  expect(stdout).toContain('>culling off</text>');
  expect(stdout.match(/data-stage="solve"/g)).toHaveLength(2);
  const missing = untangle.run(['chart', 'none.json']);
  expect(missing).toMatchObject({
    code: 2,
    stderr: "untangle: can't read 'none.json': there is no such file or folder\n",
  });
});
