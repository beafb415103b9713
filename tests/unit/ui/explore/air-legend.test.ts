import { expect, it } from 'vitest';
import type { AirExplanation } from '../../../../src/simulation/view/explain/explain-air.ts';
import { fillAir } from '../../../../src/ui/explore/air-legend.ts';

/** A place of the page that only keeps what it is given. */
function place() {
  const bodies = [0, 1, 2].map(() => ({ textContent: '' }));
  const host = {
    innerHTML: '',
    querySelector: () => ({ textContent: '', addEventListener: () => undefined }),
    querySelectorAll: (selector: string) => (selector === '.body' ? bodies : []),
  };
  return { host: host as unknown as HTMLElement, bodies };
}

it('puts the names of bodies on the card as texts, whatever is in them', () => {
  const names = ['<img src=x onerror=alert(1)>', 'A & B', 'body 3'];
  const corners = names.map((_, body) => ({ vertex: body, body, push: 0, isHeld: false }));
  const explained = { measure: 1, quality: 1, corners, flips: [] } as unknown as AirExplanation;
  const { host, bodies } = place();
  const news = {
    count: 1,
    inverted: 0,
    dimension: 2,
    explained,
    bodies: names.map((name) => ({ name, colour: '#ffffff' })),
  } as const;
  fillAir(host, news, () => undefined);
  for (const name of names) expect(host.innerHTML).not.toContain(name);
  expect(bodies.map(({ textContent }) => textContent)).toEqual(names);
});
