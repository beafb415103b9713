import { expect, it } from 'vitest';
import { linkTo, PAGE_STATES } from '../../../bench/page-states.ts';
import { STATES } from '../../../bench/states.ts';
import { readLink } from '../../../src/ui/link/links.ts';

it.each(STATES)("the page understands $name's link", (state) => {
  const link = readLink(linkTo(state));
  expect(link).toMatchObject({ scene: state.scene, backend: 'cpu', workers: 1, paused: true, complaints: [] });
  expect(Object.entries(link.parameters).map(([name, value]) => `${name}=${value}`)).toEqual(
    state.set ? [state.set] : [],
  );
});

it.each(PAGE_STATES)('%s is a state', (name) => {
  expect(STATES.map((state) => state.name)).toContain(name);
});
