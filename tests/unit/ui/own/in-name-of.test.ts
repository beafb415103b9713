import { expect, it } from 'vitest';
import { inNameOf } from '../../../../src/ui/own/in-name-of.ts';

const read = (message: string, ...names: string[]) =>
  inNameOf(
    names.map((name) => ({ name })),
    async () => {
      throw new Error(message);
    },
  );

it('an error of a file has its name, once', async () => {
  await expect(read('the file ends after 17 bytes', 'a.state')).rejects.toThrow(
    /^a\.state: the file ends after 17 bytes$/,
  );
  await expect(read('a.obj: line 3', 'a.obj', 'a.mtl')).rejects.toThrow(/^a\.obj: line 3$/);
  await expect(read('a.mtl: line 3', 'a.obj', 'a.mtl')).rejects.toThrow(/^a\.mtl: line 3$/);
  await expect(read('wrong', `${'n'.repeat(5000)}.t`)).rejects.toThrow(/^n{120}…n{38}\.t: wrong$/);
  for (const [name, shown] of [
    ['a\u001b[31m.json', 'a [31m.json'],
    [`${'n'.repeat(5000)}.t`, `${'n'.repeat(120)}…${'n'.repeat(38)}.t`],
  ])
    await expect(read(`${name}: bodies is missing`, name!)).rejects.toThrow(new Error(`${shown}: bodies is missing`));
});
