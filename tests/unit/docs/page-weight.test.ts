import { expect, it } from 'vitest';
import { read } from './recorded.ts';

it("docs/benchmarks.md gives the bounds of the page's weight that tests hold", () => {
  const bounds = [...read('tests/slow/page-weight.test.ts').matchAll(/\['(?:cpu|gpu)', '\w+', (\d+)e3\]/g)];
  const [webgl, webgpu, gpu] = bounds.map(([, bound]) => bound);
  expect(read('docs/benchmarks.md')).toContain(
    `stricter: ${webgl} on the CPU if WebGL draws, ${webgpu} if WebGPU draws, ${gpu} on the GPU`,
  );
  const [, recorded] = /const WEIGHT = (\d+);/.exec(read('bench/recording/page-suite.ts'))!;
  expect(read('docs/benchmarks.md')).toContain(`stay below ${recorded}.`);
});
