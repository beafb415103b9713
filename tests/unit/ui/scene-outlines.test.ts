import { build, type Rolldown } from 'vite';
import { expect, it } from 'vitest';
import { sceneOutlines } from '../../../vite.scenes.ts';

const FOLDER = '/src/scenes/';
const LIST = `import { ball } from './ball.ts'; export const SCENES = [ball]; console.log(SCENES);`;

/** The page's script of a list of one scene. */
async function pageOf(
  ball: string,
  list = LIST,
  left: Parameters<typeof sceneOutlines> = ['build', 'check'],
): Promise<string> {
  const files: Readonly<Record<string, string>> = { 'scenes.ts': list, 'ball.ts': ball };
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'files',
        enforce: 'pre',
        resolveId: (id) => FOLDER + id.replace(/^.*\//, ''),
        load: (id) => files[id.slice(FOLDER.length)],
      },
      sceneOutlines(...left),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'scenes.ts' } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

it('leaves out how a scene builds and checks itself', async () => {
  const code = await pageOf(
    `export const ball = { name: 'ball', build: () => 'built', check() { return 'checked'; } };`,
  );
  expect(code).toContain(`name: "ball"`);
  expect(code).not.toMatch(/built|checked/);
});

it('leaves the building worker how it is built', async () => {
  const ball = `export const ball = { name: 'ball', build: () => 'built', check() { return 'checked'; } };`;
  const code = await pageOf(ball, LIST, ['check']);
  expect(code).toContain('built');
  expect(code).not.toContain('checked');
});

it('fails where a scene isn’t written as expected, and says what it found', async () => {
  const half = `export const ball = { name: 'ball', build: () => 'built', ...{ check() {} } };`;
  await expect(pageOf(half)).rejects.toThrow(/ball\.ts should export one object with build and check .*; found build/);
  const made = `const make = () => ({ build() {}, check() {} }); export const ball = make();`;
  await expect(pageOf(made)).rejects.toThrow(/ball\.ts .* found neither/);
  await expect(pageOf('', 'console.log(1); export const SCENES = [];')).rejects.toThrow('should import the scenes');
});
