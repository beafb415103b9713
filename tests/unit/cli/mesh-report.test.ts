import { expect, it } from 'vitest';
import { surfaceText } from '../../../src/cli/mesh-report.ts';
import { inspectSurface } from '../../../src/formats/inspect/inspect-surface.ts';
import { readSurface } from '../../../src/formats/read-surface.ts';

it.each([
  [2, "  materials          'm0', 'm1'\n"],
  [300, "  materials          300: 'm0', "],
])('a report on a surface of %i materials is short', async (count, row) => {
  const faces = Array.from({ length: count }, (_, i) => `usemtl m${i}\nf 1 2 3\n`).join('');
  const bytes = new TextEncoder().encode(`v 0 0 0\nv 1 0 0\nv 0 1 0\n${faces}`);
  const report = surfaceText(inspectSurface(await readSurface([{ name: 'a.obj', bytes }]), 'obj'));
  expect(report).toContain(row);
  expect(report.length).toBeLessThan(2500);
});
