import { expect, it } from 'vitest';
import { SCENES } from '../../../src/scenes/scenes.ts';

it('finds each scene in the file of its name, where the building worker looks for it', async () => {
  for (const scene of SCENES) {
    const module: Record<string, unknown> = await import(`../../../src/scenes/${scene.name}.ts`);
    expect(Object.values(module)).toContain(scene);
  }
});
