import { expect, it } from 'vitest';
import type { FrameRow } from '../../../../src/simulation/statistics.ts';
import type { Session } from '../../../../src/ui/app/session.ts';
import { StateNotice } from '../../../../src/ui/notices/state-notice.ts';
import { inPanelWords } from '../../../../src/ui/panel/parameter-words.ts';
import { boxWorld } from '../../../fixtures/box-world.ts';
import { parametersWith } from '../../../fixtures/stages.ts';

const { world } = boxWorld();
const FRAME = 1 / 60;
const sound = { penetratingShare: 0, overlapShare: 0, kineticEnergy: 0, inverted: 0, leastVolume: 1 };

const session = () => ({ world, simulator: { parameters: parametersWith({}) } }) as unknown as Session;

/** Watches frames with the same figures. @returns what was said, and in which frames edges were to be counted */
function watched(runs: readonly (readonly [Session, number, Partial<FrameRow>])[]) {
  const texts: string[] = [];
  const counted: number[] = [];
  const notice = new StateNotice({ say: (text) => void texts.push(String(text)) });
  for (const [own, frames, figures] of runs)
    for (let i = 0; i < frames; i++) {
      const piercing = notice.wantsPiercing ? { piercingShare: 0.5 } : {};
      if (notice.wantsPiercing) counted.push(i);
      notice.add({ ...sound, ...piercing, time: (i + 1) * FRAME, ...figures } as FrameRow, own);
    }
  return { texts, counted };
}

it('tells an overlap that lasts, once per start of a scene', () => {
  const overlap = { overlapShare: 0.2, piercingShare: 0 };
  const { texts } = watched([
    [session(), 200, overlap],
    [session(), 200, overlap],
  ]);
  expect(texts).toHaveLength(2);
  // In the words of the panel, where the command line names parameters.
  expect(texts[0]).toBe(
    'Bodies have overlapped since t = 0.02 s: 20 % of their volume lies in other bodies, or in other parts of the same body; a higher ‘Stiffness’ may help, since soft bodies give way, or more iterations or ‘Contact passes’; ‘Untangle this’ in the panel looks for a pose without overlap nearby.',
  );
});

it.each([
  ['crossedEdges=part also parts edges that cross', '‘Crossed edges: Are parted’ also parts edges that cross'],
  ['try a depenetrationSpeed below 3 m/s', 'try a ‘Depenetration speed’ below 3 m/s'],
  ['depenetrationSpeed=0 lets', '‘Depenetration speed: 0 m/s’ lets'],
  ['contacts, mode=off and iterations', 'contacts, ‘Mode: Off’ and iterations'],
])('names parameters as the panel does: %s', (text, words) => {
  expect(inPanelWords(text)).toBe(words);
});

it('tells a broken state once, and counts piercing edges for that in one frame of a second', () => {
  const { texts, counted } = watched([[session(), 200, {}]]);
  expect(texts).toEqual([
    expect.stringMatching(/^The simulation looks broken: 50 % of the surface's edges pierce faces; /),
  ]);
  expect(counted).toEqual([60]);
  expect(watched([[session(), 200, { piercingShare: 0 }]]).counted).toEqual([60, 121, 182]);
});

it('judges frames of few steps by a second of them', () => {
  const broken = { leastVolume: 0, piercingShare: 0 };
  const notice: string[] = [];
  const state = new StateNotice({ say: (text) => void notice.push(String(text)) });
  const own = session();
  for (let i = 0; i < 900; i++) {
    state.add({ ...sound, ...broken, time: 0.001 * i } as FrameRow, own);
    expect(notice).toEqual([]);
  }
  for (let i = 900; i < 1010; i++) state.add({ ...sound, ...broken, time: 0.001 * i } as FrameRow, own);
  expect(notice).toHaveLength(1);
});

it('forgets what was so before collisions were turned on', () => {
  const own = session() as unknown as { simulator: { parameters: ReturnType<typeof parametersWith> } };
  const texts: string[] = [];
  const notice = new StateNotice({ say: (text) => void texts.push(String(text)) });
  const add = (i: number) =>
    notice.add(
      { ...sound, penetratingShare: 0.5, overlapShare: 0.5, time: i * FRAME } as FrameRow,
      own as unknown as Session,
    );
  own.simulator.parameters = parametersWith({ mode: 'off' });
  for (let i = 0; i < 300; i++) add(i);
  own.simulator.parameters = parametersWith({ mode: 'hybrid' });
  for (let i = 300; i < 350; i++) add(i);
  expect(texts).toEqual([]);
  for (let i = 350; i < 362; i++) add(i);
  expect(texts).toHaveLength(1);
});
