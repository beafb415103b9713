import { expect, it } from 'vitest';
import { readGivenScene } from '../../../../src/ui/own/read-given-scene.ts';

const json = (content: string) => [{ name: 'package.json', bytes: new TextEncoder().encode(content) }];

it('names the file that is no scene', async () => {
  await expect(readGivenScene(json('{"a": 1}'))).rejects.toThrow(
    'package.json: untangle: missing, so this is no scene of Untangle; expected "untangle": 1, with meshes and bodies',
  );
  await expect(readGivenScene(json('{'))).rejects.toThrow(/^package.json: the scene: no JSON /);
});
