import { expect, it } from 'vitest';
import { readMutatedFiles } from '../fixtures/mutated-meshes.ts';

/** Files per test, so that a failure shows how far the others came. */
const FILES = 2000;

it.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
  `${FILES} mutated mesh files, part %i: each is read soundly, or refused in a sentence, within 2 s`,
  async (part) => {
    const { read, refused } = await readMutatedFiles(FILES * part, FILES * (part + 1));
    console.log(`part ${part}: ${read} read, ${refused} refused`);
    expect(read).toBeGreaterThan(FILES / 10);
    expect(refused).toBeGreaterThan(FILES / 4);
  },
);
