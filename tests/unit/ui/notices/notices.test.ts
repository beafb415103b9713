import { expect, it, vi } from 'vitest';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import type { Session } from '../../../../src/ui/app/session.ts';
import { changedMode, type Message, type Messages } from '../../../../src/ui/notices/messages.ts';
import { aboutTheLink, Notices } from '../../../../src/ui/notices/notices.ts';
import { noteOnDefaults } from '../../../../src/ui/notices/default-notes.ts';

/** Returns what notices show as a message; undefined if they hide it. */
function told(notices: Notices, title: string | undefined, notes: readonly string[] = []): Message | undefined {
  let shown: Message | undefined;
  const messages = {
    say: (message: Message) => {
      shown = message;
    },
    hide: () => {
      shown = undefined;
    },
  };
  notices.tell(messages as unknown as Messages, title, notes);
  return shown;
}

it('says what is wrong in a link under one heading, without the scene’s title', () => {
  expect(aboutTheLink([])).toEqual([]);
  expect(aboutTheLink(["size is '1'"])).toEqual(["In the link: size is '1'."]);
  const [both] = aboutTheLink(["size is '1'", "mode is 'soft'"]);
  expect(both).toBe("In the link:\n• size is '1'\n• mode is 'soft'");
  const message = told(new Notices([both!], []), 'Eight octopi');
  expect(message?.text).toBe(both);
  expect(message?.hint).toMatch(/^Go on, pull one/);
});

it('invites to pull a body at first, then welcomes with each scene’s title and notes, once', () => {
  const notices = new Notices([], ['A limit.']);
  expect(told(notices, 'Eight octopi', ['the arms are thicker'])).toMatchObject({
    text: 'Go on, pull one: drag a body. Drag beside it to look around.',
    hint: 'i: what to look for, g: all scenes, h: help.',
    notes: 'A limit. The arms are thicker.',
  });
  expect(told(notices, undefined)).toBeUndefined();
  expect(told(notices, 'Knots', ['they are tight'])).toEqual({
    text: 'Knots (i: what to look for)',
    notes: 'They are tight.',
  });
});

it('names a collision mode that differs from the scene’s before, or one that stays against the scene’s own', () => {
  const session = { simulator: { parameters: { ...defaultParameters(), mode: 'dcd' } } } as unknown as Session;
  expect(changedMode(session, { ...defaultParameters(), mode: 'dcd' }, 'dcd')).toEqual([]);
  expect(changedMode(session, { ...defaultParameters(), mode: 'off' }, 'off')).toEqual([
    'this scene has its own mode of collisions: none; before it was discrete (DCD)',
  ]);
  expect(changedMode(session, { ...defaultParameters(), mode: 'dcd' }, 'hybrid')).toEqual([
    'collisions stay as you chose them: discrete (DCD); this scene’s own are continuous and discrete (hybrid)',
  ]);
});

it('says once in a browser that links and scene files without a recovery have the new one', () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  expect(noteOnDefaults({ recovery: 'paths', guarantee: false })).toEqual([]);
  expect(noteOnDefaults({ mode: 'dcd' })).toEqual([
    expect.stringMatching(/^This link or file names no recovery, .*\.$/),
    expect.stringMatching(/^This link or file says nothing of the guarantee, .*\.$/),
  ]);
  expect(noteOnDefaults({})).toEqual([]);
  vi.unstubAllGlobals();
  // Without a memory it would be said at every visit.
  expect(noteOnDefaults({})).toEqual([]);
});
