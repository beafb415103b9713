import { expect, it } from 'vitest';
import { EditHistory } from '../../../../src/ui/own/edit-history.ts';

it('goes back and forth, and forgets what was undone once there is another edit', () => {
  const history = new EditHistory('a');
  expect([history.undo(), history.redo()]).toEqual([false, false]);
  history.apply('b');
  history.apply('c');
  expect(history.undo()).toBe(true);
  expect(history.present).toBe('b');
  expect([history.canUndo, history.canRedo]).toEqual([true, true]);
  expect(history.redo()).toBe(true);
  expect(history.present).toBe('c');
  history.undo();
  history.undo();
  expect([history.present, history.undo()]).toEqual(['a', false]);
  history.apply('d');
  expect([history.present, history.redo()]).toEqual(['d', false]);
});

it('drops an edit that was refused', () => {
  const history = new EditHistory('a');
  history.apply('refused');
  history.returnTo('a');
  expect([history.present, history.canUndo, history.canRedo]).toEqual(['a', false, false]);
  history.returnTo('from a link');
  expect(history.undo()).toBe(true);
  expect(history.present).toBe('a');
});

it('drops several edits that were refused, and makes an undone one again', () => {
  const history = new EditHistory('a');
  history.apply('b');
  history.apply('cancelled');
  history.apply('refused');
  history.returnTo('b');
  expect([history.present, history.undo(), history.present, history.canUndo]).toEqual(['b', true, 'a', false]);
  history.returnTo('b');
  expect([history.present, history.canRedo, history.undo(), history.present]).toEqual(['b', false, true, 'a']);
});
