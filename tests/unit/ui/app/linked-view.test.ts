import { expect, test } from 'vitest';
import { LinkedView } from '../../../../src/ui/app/linked-view.ts';
import { defaultViewOptions } from '../../../../src/ui/panel/view-options.ts';

const coloured = { colour: { field: 'stress', top: 2000 }, show: ['contacts'] } as const;

test('a link whose scene does not start leaves the view as it was', () => {
  const options = defaultViewOptions('webgl');
  const linked = new LinkedView(options, coloured);
  linked.request({ show: ['wireframe'] });
  // Another link, before the first one's scene has started.
  linked.request({ colour: { field: 'speed', top: undefined } });
  expect([options.colourBy, options.shown.contacts]).toEqual([{ field: 'speed', top: undefined }, false]);
  linked.withdraw();
  expect(options.colourBy).toEqual(coloured.colour);
  expect(options.shown).toMatchObject({ contacts: true, wireframe: false });
});

test('a link whose scene has started is not taken back', () => {
  const options = defaultViewOptions('webgl');
  const linked = new LinkedView(options, {});
  linked.request(coloured);
  linked.keep();
  linked.withdraw();
  expect(options.colourBy).toEqual(coloured.colour);
});
