import { describe, expect, it } from 'vitest';
import { circles } from '../../../tools/check-circles.mjs';

const files = (texts: Readonly<Record<string, string>>) => new Map(Object.entries(texts));

describe('circles of imports', () => {
  it('are absent if imports only lead downwards', () => {
    const down = {
      'src/a/top.ts': `import { b } from './middle.ts';\nimport { c } from './low.ts';`,
      'src/a/middle.ts': `import { c } from './low.ts';\nimport { sqrt } from 'package';`,
      'src/a/low.ts': `export const c = 1;`,
    };
    expect(circles(files(down))).toEqual([]);
  });

  it.each([
    `import { a } from './a.ts';`,
    `import type { A } from './a.ts';`,
    `export { a } from '../x/a.ts';`,
    `const a = await import('./a.ts');`,
    `new Worker(new URL('./a.ts', import.meta.url));`,
  ])('are told once, and by the shortest way: %s', (back) => {
    const around = {
      'src/x/a.ts': `import { b } from './b.ts';`,
      'src/x/b.ts': `import { c } from './c.ts';`,
      'src/x/c.ts': back,
      'src/x/d.ts': `import { a } from './a.ts';\nimport { c } from './c.ts';`,
    };
    expect(circles(files(around))).toEqual([
      'src/x/a.ts -> src/x/b.ts -> src/x/c.ts -> src/x/a.ts: a circle of imports',
    ]);
  });

  it('are all found, also a file that imports itself', () => {
    const two = {
      'src/a.ts': `import './b.ts';`,
      'src/b.ts': `import './a.ts';`,
      'src/c.ts': `import './c.ts';\nimport './a.ts';`,
    };
    expect(circles(files(two))).toHaveLength(2);
  });
});
