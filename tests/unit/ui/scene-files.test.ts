import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { SCENES } from '../../../src/scenes/scenes.ts';

const WORKER = resolve('src/ui/app/build.worker.ts');

it('finds each scene in the file of its name', async () => {
  for (const scene of SCENES) {
    const module: Record<string, unknown> = await import(`../../../src/scenes/${scene.name}.ts`);
    expect(Object.values(module)).toContain(scene);
  }
});

it('the building worker imports scenes from the folder where they are', () => {
  // The types don't check a path that is a template.
  const folder = /import\(`(.+)\$\{name\}\.ts`\)/.exec(readFileSync(WORKER, 'utf8'))?.[1];
  expect(folder).toBeDefined();
  for (const { name } of SCENES) expect(existsSync(resolve(dirname(WORKER), `${folder}${name}.ts`))).toBe(true);
});
