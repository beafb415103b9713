import { beforeEach, describe, expect, it, vi } from 'vitest';
import { octopi8 } from '../../../../src/scenes/octopi-8.ts';
import { SCENES } from '../../../../src/scenes/scenes.ts';
import type { Script } from '../../../../src/simulation/script/script.ts';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import type { Session } from '../../../../src/ui/app/session.ts';
import { RestDetector, RestNotice, scriptEnd } from '../../../../src/ui/notices/at-rest.ts';
import type { Answer } from '../../../../src/ui/notices/messages.ts';

const FRAME_TIME = 0.01;
/** More frames than any rest needs to be noticed. */
const MANY = 100;

/** Energies of bodies that fall until frame 10 and then lose a fifth of their energy per frame [J]. */
const falling = (frame: number): number => (frame <= 10 ? 5 * frame : 50 * 0.8 ** (frame - 10));

describe('a run comes to rest', () => {
  /** Returns the first frame in which the bodies rest; undefined if they never do. */
  function restOf(energyAt: (frame: number) => number, end = 0): number | undefined {
    const detector = new RestDetector(end);
    for (let frame = 0; frame < MANY; frame++) if (detector.add(energyAt(frame), frame * FRAME_TIME)) return frame;
    return undefined;
  }

  it('when its energy has stayed below a small share of its peak for some frames', () => {
    const firstCalm = Array.from({ length: MANY }, (_, frame) => frame).find((f) => f > 10 && falling(f) <= 50 * 5e-4)!;
    expect(restOf(falling)).toBe(firstCalm + 19);
  });
  it('at once if nothing but rounding moves the bodies', () => {
    expect(restOf((frame) => 1e-9 * (1 + (frame % 3)))).toBe(19);
  });
  it('not at the turning points of a swing', () => {
    expect(restOf((frame) => 50 * Math.sin(0.1 * frame) ** 2)).toBeUndefined();
  });
  it('not at the top of its way', () => {
    expect(restOf((frame) => (frame % 20 === 19 ? 50 : 0))).toBeUndefined();
  });
  it('not before the script is over', () => {
    expect(restOf(falling, 0.7)! * FRAME_TIME).toBeCloseTo(0.7 + 19 * FRAME_TIME, 6);
  });
});

it('a script is over after its last switch, the last key of what is held for ever, and the release of the rest', () => {
  const motion = (...times: number[]) => ({ times });
  const held = { body: 0, vertices: new Uint32Array() };
  expect(scriptEnd({})).toBe(0);
  expect(
    scriptEnd({ switches: [{ time: 3, parameters: {} }], colliders: [{ collider: 0, motion: motion(0, 4) }] }),
  ).toBe(4);
  expect(scriptEnd({ switches: [{ time: 3, parameters: {} }], drivers: [{ ...held, motion: motion(0, 2) }] })).toBe(3);
  expect(scriptEnd({ drivers: [{ ...held, motion: motion(0, 5), until: 1 }] })).toBe(1);
});

describe('the notice of rest', () => {
  const offered: { text: string; answers: readonly Answer[] }[] = [];
  const withdraw = vi.fn();
  const page = { reset: vi.fn(), load: vi.fn() };
  const messages = {
    isAsking: false,
    offer: (text: string, answers: readonly Answer[]) => {
      offered.push({ text, answers });
      return withdraw;
    },
  };
  let notice: RestNotice;
  let session: Session;
  const sessionOf = (scene = octopi8, script: Script = {}) =>
    ({ scene, world: { script }, simulator: { grabs: [] } }) as unknown as Session;
  /** Adds a frame in which one half, or each of two, has the given energy [J]. */
  const add = (energies: readonly (number | undefined)[], isRecording = false) =>
    notice.add(
      energies.map((kineticEnergy) =>
        kineticEnergy === undefined ? undefined : ({ kineticEnergy, time: 1 } as FrameRow),
      ),
      session,
      isRecording,
    );
  /** Adds frames that rest. */
  const rest = (energies: readonly (number | undefined)[] = [0], isRecording = false) => {
    for (let frame = 0; frame < MANY; frame++) add(energies, isRecording);
  };
  beforeEach(() => {
    vi.clearAllMocks();
    offered.length = 0;
    messages.isAsking = false;
    notice = new RestNotice(messages, page);
    session = sessionOf();
    add([100]);
  });

  it('offers the scene again or the next one by its title, once per start', () => {
    rest();
    expect(offered.map(({ text }) => text)).toEqual([`“${octopi8.title}” has come to rest.`]);
    const [again, next] = offered[0]!.answers;
    expect([again!.label, next!.label]).toEqual(['again', `next: ${SCENES[1]!.title}`]);
    again!.act();
    expect(page.reset).toHaveBeenCalledOnce();
    next!.act();
    expect(page.load).toHaveBeenCalledWith({ scene: SCENES[1]!.name });
    session = sessionOf();
    rest();
    expect(offered.length).toBe(2);
  });
  it('offers the first scene after the last one', () => {
    session = sessionOf(SCENES.at(-1));
    rest();
    expect(offered[0]!.answers[1]!.label).toBe(`next: ${octopi8.title}`);
  });
  it('goes when the bodies move again, and doesn’t come a second time', () => {
    rest();
    withdraw.mockClear();
    add([50]);
    expect(withdraw).toHaveBeenCalledOnce();
    rest();
    expect(offered.length).toBe(1);
  });
  it('waits while a body is held, frames are recorded, or a question is open', () => {
    (session.simulator.grabs as unknown[]).push({});
    rest();
    (session.simulator.grabs as unknown[]).pop();
    rest([0], true);
    messages.isAsking = true;
    rest();
    expect(offered).toEqual([]);
    messages.isAsking = false;
    add([0]);
    expect(offered.length).toBe(1);
  });
  it('waits for both halves of a comparison, but not for a broken one', () => {
    add([100, 100]);
    rest([0, 10]);
    rest([undefined, 0]);
    expect(offered).toEqual([]);
    rest([0, undefined]);
    expect(offered.length).toBe(1);
  });
});
