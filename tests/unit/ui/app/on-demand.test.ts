import { describe, expect, test, vi } from 'vitest';
import { LatePart, onDemand } from '../../../../src/ui/app/on-demand.ts';

describe('a part that comes late', () => {
  test('gets the calls that were made before, in their order, and later ones at once', async () => {
    const part = new LatePart<string[]>(async () => []);
    part.call((list) => list.push('first'));
    part.call((list) => list.push('second'));
    await part.fetch();
    let seen: readonly string[] = [];
    part.call((list) => {
      list.push('third');
      seen = list;
    });
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  test('is fetched when it is first asked for, and only once', async () => {
    const fetchPart = vi.fn(async () => 'part');
    const part = new LatePart(fetchPart);
    expect(fetchPart).not.toHaveBeenCalled();
    await Promise.all([part.fetch(), part.fetch()]);
    await part.fetch();
    expect(fetchPart).toHaveBeenCalledTimes(1);
  });

  test('gets no calls if it could not be fetched; the person is told', async () => {
    const showError = vi.fn();
    const part = new LatePart(() => onDemand('The panel', Promise.reject(new Error('offline')), showError));
    const act = vi.fn();
    part.call(act);
    await part.fetch();
    part.call(act);
    expect(act).not.toHaveBeenCalled();
    expect(showError).toHaveBeenCalledWith(expect.stringMatching(/^The panel: .* could not be fetched/));
  });

  test('that fails to begin gets no calls, and the page goes on without it', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const error = new Error('no canvas');
    const part = new LatePart(() => Promise.reject(error));
    const act = vi.fn();
    part.call(act);
    await Promise.all([part.fetch(), part.fetch()]);
    part.call(act);
    expect(act).not.toHaveBeenCalled();
    expect(log.mock.calls).toEqual([[error]]);
    log.mockRestore();
  });
});
