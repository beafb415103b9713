import { expect, it } from 'vitest';
import { read } from './recorded.ts';

it("docs/benchmarks.md gives the bounds of the page's weight that tests hold", () => {
  const [, cpu, gpu] = /BOUNDS = \{ cpu: ([\d.]+)e3, gpu: ([\d.]+)e3 \}/.exec(read('tests/slow/page-weight.test.ts'))!;
  expect(read('docs/benchmarks.md')).toContain(`stricter: ${cpu} on the CPU, ${gpu} on the GPU`);
  const [, recorded] = /const WEIGHT = (\d+);/.exec(read('bench/recording/page-suite.ts'))!;
  expect(read('docs/benchmarks.md')).toContain(`stay below ${recorded}.`);
});
