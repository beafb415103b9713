import { expect, test } from 'vitest';
import { PARAMETERS } from '../../../../src/simulation/parameters.ts';
import { DRAGGING_FOLDER, METHOD_FOLDERS, PLAY_FOLDERS } from '../../../../src/ui/panel/folders.ts';

test('every parameter has its place in the panel, and only one', () => {
  const names = [...PLAY_FOLDERS, DRAGGING_FOLDER, ...METHOD_FOLDERS].flatMap(({ names }) => names);
  expect([...names].sort()).toEqual(Object.keys(PARAMETERS).sort());
});
