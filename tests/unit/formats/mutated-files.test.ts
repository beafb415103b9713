import { expect, it } from 'vitest';
import { readMutatedFiles } from '../../fixtures/mutated-meshes.ts';

it('mutated mesh files are read soundly or refused in a sentence (20,000 of them: npm run test:long)', async () => {
  const { read, refused } = await readMutatedFiles(0, 310);
  expect(read).toBeGreaterThan(30);
  expect(refused).toBeGreaterThan(100);
});
