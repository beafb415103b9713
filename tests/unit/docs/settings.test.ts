import { expect, it } from 'vitest';
import { settingsTables } from '../../../src/paper/settings-table.ts';
import { SETTING_REASONS } from '../../../src/paper/setting-reasons.ts';
import { SCENES } from '../../../src/scenes/scenes.ts';
import { PARAMETERS } from '../../../src/simulation/parameters.ts';
import { read } from './recorded.ts';

const lines = settingsTables(SCENES);

/** `npm run test:scenes -- --table docs/scenes.md` writes them anew. */
it('docs/scenes.md has the settings that the scenes have now', () => {
  expect(read('docs/scenes.md')).toContain(lines.join('\n'));
});

it('shows where a setting differs from the paper’s, also after a switch', () => {
  const rowsOf = (scene: string) => lines.filter((line) => line.startsWith(`| ${scene} | `));
  expect(rowsOf('flattened-ball')[0]).toContain('| **0.002 s x 8** (0.00033 s x 3) | hybrid |');
  expect(rowsOf('tangled-noodle')[0]).toContain(' | off | ');
  expect(rowsOf('tangled-noodle')[1]).toMatch(
    /^\| tangled-noodle \| 0\.495 s \| \*\*0\.00083 s x 25\*\* \(0\.00083 s x 3\) \| \*\*hybrid\*\* \(dcd\) \|/,
  );
  expect(rowsOf('flattened-ball')[0]).toContain('| **regions** (paths) |');
  expect(rowsOf('balloon')).toEqual([]);
});

it('has reasons only for scenes and parameters that exist', () => {
  for (const [scene, reasons] of Object.entries(SETTING_REASONS)) {
    expect(SCENES.map(({ name }) => name)).toContain(scene);
    for (const name of Object.keys(reasons)) expect(PARAMETERS).toHaveProperty(name);
  }
});

it('docs/scenes.md says how long all checks take, and which scenes were loaded at larger sizes', () => {
  const page = read('docs/scenes.md');
  const seconds = [...page.matchAll(/the check's time \| (\d+) core-seconds/g)].map(([, time]) => Number(time));
  expect(seconds).toHaveLength(SCENES.length);
  const onTwoCores = seconds.reduce((sum, time) => sum + time, 0) / 2 / 60;
  expect(page).toContain(`two at a time on two cores, in ${Math.round(onTwoCores)} minutes`);
  const table = /<!-- begin: written by sizes:run -->(.*?)<!-- end/s.exec(page)![1];
  const absent = SCENES.map(({ name }) => name).filter((name) => !table.includes(`| ${name} | `));
  const sentence = /The others weren't: (.*?)\.\n/.exec(page)![1];
  const air = ['boxes-rope', 'shapes-rope', 'turning-box', 'musicians', 'stacked-boxes', 'layered-skirt', 'armpit'];
  expect(sentence).toContain('the seven scenes of air meshes');
  expect(absent.filter((name) => !air.includes(name) && !sentence.includes(name))).toEqual([]);
  expect(SCENES.length - absent.length).toBe(15);
});
