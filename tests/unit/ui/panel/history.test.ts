import { beforeEach, describe, expect, test } from 'vitest';
import { ParameterHistory } from '../../../../src/ui/panel/history.ts';

describe('the history of parameters', () => {
  let history: ParameterHistory;
  beforeEach(() => {
    history = new ParameterHistory();
  });
  const step = (before: object, after: object) => {
    history.add(before, after);
    history.endStep();
  };

  test('goes back and forth', () => {
    step({ gravity: 9.81 }, { gravity: 1 });
    step({ mode: 'hybrid' }, { mode: 'off' });
    expect(history.undo()).toEqual({ mode: 'hybrid' });
    expect(history.undo()).toEqual({ gravity: 9.81 });
    expect(history.undo()).toBeUndefined();
    expect(history.redo()).toEqual({ gravity: 1 });
    expect(history.redo()).toEqual({ mode: 'off' });
    expect(history.redo()).toBeUndefined();
  });

  test('takes the drag of a slider as one step, from its first value to its last', () => {
    history.add({ gravity: 9.81 }, { gravity: 5 });
    history.add({ gravity: 5 }, { gravity: 2 });
    history.endStep();
    expect(history.undo()).toEqual({ gravity: 9.81 });
    expect(history.canUndo).toBe(false);
    expect(history.redo()).toEqual({ gravity: 2 });
  });

  test('takes a drag that is undone before it has ended as a step too', () => {
    history.add({ gravity: 9.81 }, { gravity: 5 });
    expect(history.canUndo).toBe(true);
    expect(history.undo()).toEqual({ gravity: 9.81 });
  });

  test('has no step for a drag that ends where it began', () => {
    history.add({ gravity: 9.81 }, { gravity: 5 });
    history.add({ gravity: 5 }, { gravity: 9.81 });
    history.endStep();
    expect(history.canUndo).toBe(false);
  });

  test('forgets what was undone when something else is changed', () => {
    step({ gravity: 9.81 }, { gravity: 1 });
    history.undo();
    step({ iterations: 5 }, { iterations: 6 });
    expect(history.canRedo).toBe(false);
    expect(history.redo()).toBeUndefined();
  });

  test('keeps values of several parameters in one step, as a preset has them', () => {
    step({ youngsModulus: 2e5, density: 1000 }, { youngsModulus: 1e6, density: 930 });
    expect(history.undo()).toEqual({ youngsModulus: 2e5, density: 1000 });
    history.clear();
    expect([history.canUndo, history.canRedo]).toEqual([false, false]);
  });
});
