import { expect, it } from 'vitest';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import type { Session } from '../../../../src/ui/app/session.ts';
import { UnsolvedNotice } from '../../../../src/ui/notices/unsolved.ts';

const session = (changed: object) =>
  ({ simulator: { parameters: { ...defaultParameters(), ...changed } } }) as unknown as Session;

function said(frames: readonly number[], sessions: readonly Session[]): string[] {
  const texts: string[] = [];
  const notice = new UnsolvedNotice({ say: (text) => void texts.push(String(text)) });
  for (const each of sessions) for (const linearResidual of frames) notice.add({ linearResidual }, each);
  return texts;
}

const implicit = () => session({ integrator: 'implicit-euler', linearTolerance: 1e-3 });

it('tells once per start of a scene that residuals stay far above linearTolerance', () => {
  const texts = said(Array(100).fill(0.2), [implicit(), implicit()]);
  expect(texts).toHaveLength(2);
  expect(texts[0]).toMatch(/^The linear solves of implicit Euler leave 20 % .* smaller timeStep help\.$/);
});

it.each([
  ['a single step ends early', [...Array(29).fill(1e-3), 0.1], implicit()],
  ['the scene is solved by XPBD', Array(60).fill(0.5), session({ integrator: 'xpbd' })],
  [
    'larger residuals are allowed',
    Array(60).fill(0.2),
    session({ integrator: 'implicit-euler', linearTolerance: 0.1 }),
  ],
] as const)('says nothing if %s', (_, frames, running) => {
  expect(said(frames, [running])).toEqual([]);
});
