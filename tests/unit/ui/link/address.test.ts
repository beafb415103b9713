import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SCENES } from '../../../../src/scenes/scenes.ts';
import { PARAMETERS, type SimulationParameters } from '../../../../src/simulation/parameters.ts';
import { Address, type Linked, writeLink } from '../../../../src/ui/link/address.ts';
import { readLink } from '../../../../src/ui/link/links.ts';
import type { PageView } from '../../../../src/ui/link/page-view.ts';
import { settingsFrom } from '../../../../src/ui/link/settings.ts';

const BACKENDS = ['gpu', 'cpu'] as const;
const wantedOf = (search: string) => settingsFrom(readLink(search), BACKENDS).settings;
const viewOf = (search: string): PageView => {
  const {
    scene: _,
    size: __,
    backend: ___,
    compare: ____,
    parameters: _____,
    complaints: ______,
    ...view
  } = readLink(search);
  return view;
};
const linkedOf = (search: string): Linked => ({ settings: wantedOf(search), view: viewOf(search) });
const rewritten = (search: string) => writeLink(linkedOf(search), BACKENDS[0]);

/** Another value than the scene's own, of every kind. */
function changedParameter(name: keyof SimulationParameters, value: unknown): string {
  const definition = PARAMETERS[name];
  if (definition.kind === 'flag') return value ? 'off' : 'on';
  if (definition.kind === 'choice') return definition.options.find((option) => option !== value)!;
  return String(value === definition.min ? definition.max : definition.min);
}

it('opens the scene that shows untangling at once if the address asks for nothing; other links without a scene mean octopi-8', () => {
  expect([readLink('').scene, readLink('?').scene]).toEqual(['entangled-octopi', 'entangled-octopi']);
  expect([readLink('?mode=dcd').scene, readLink('?paused').scene]).toEqual(['octopi-8', 'octopi-8']);
});

it('writes links that readLink reads back, for every scene and every parameter', () => {
  for (const { name: scene, size } of SCENES) {
    const plain = wantedOf(`?scene=${scene}`);
    for (const [name, value] of Object.entries(plain.parameters)) {
      const given = changedParameter(name as keyof SimulationParameters, value);
      const link = `?scene=${scene}&size=${size.min}&backend=cpu&compare=mode:ccd&${name}=${given}`;
      const written = rewritten(link);
      expect(wantedOf(written)).toEqual(wantedOf(link));
      expect(readLink(written).complaints).toEqual([]);
      expect(new URLSearchParams(written).get(name)).toBe(given);
    }
  }
});

it('leaves out what the page would choose itself, and drops what is wrong', () => {
  expect(rewritten('?scene=octopi-8')).toBe('?scene=octopi-8');
  expect(rewritten('?colour=red&mode=soft&backend=gpu&size=medium')).toBe('?scene=octopi-8&size=medium');
  expect(rewritten('?scene=octopi-8&mode=hybrid&compare=mode:dcd')).toBe('?scene=octopi-8&compare=mode:dcd');
  expect(rewritten('?chart&mode=off')).toBe('?scene=octopi-8&mode=off&chart');
  expect(rewritten('?paused&workers=2&mode=off')).toBe('?scene=octopi-8&mode=off&workers=2&paused');
  expect(rewritten('?workers=0&camera=1,2&section=w:0.5&show=bones&paused=maybe&figure=figure-3')).toBe(
    '?scene=octopi-8',
  );
});

it("keeps a slider's value to the last bit", () => {
  const settings = wantedOf('?scene=octopi-8');
  settings.parameters.youngsModulus = 10 ** 5.23;
  const link = writeLink({ settings, view: {} }, 'gpu');
  expect(wantedOf(link).parameters.youngsModulus).toBe(10 ** 5.23);
});

describe('the view in a link', () => {
  const views: PageView[] = [
    { paused: true, chart: true, workers: 3 },
    { camera: { position: [1.5, 2, -3.25], target: [0, 0.5, 0] } },
    { section: { axis: 1, share: 0.125 }, show: ['contacts', 'tetrahedra'] },
    { colour: { field: 'stress', top: undefined } },
    { colour: { field: 'speed', top: 2.5 } },
    { hide: ['air'] },
    { section: { axis: 'view', share: 0 }, show: ['contacts', 'penetrating', 'wireframe', 'tetrahedra'] },
  ];
  it.each(views)('is read back as it was written: %j', (view) => {
    const link = writeLink({ settings: wantedOf('?scene=long-noodle'), view }, 'gpu');
    expect(viewOf(link)).toEqual(view);
    expect(readLink(link).complaints).toEqual([]);
    expect(link).not.toContain('%');
  });

  it('names each figure of the 2D page, and only there', () => {
    const link = writeLink({ settings: wantedOf('?scene=paths-2d'), view: { figure: 'figure-6b' } }, 'gpu');
    expect(link).toBe('?scene=paths-2d&figure=figure-6b');
    expect(viewOf(link)).toEqual({ figure: 'figure-6b' });
    expect(readLink('?figure=figure-6b').complaints).toEqual([
      "figure is 'figure-6b', but only the scene paths-2d has figures",
    ]);
  });

  it('rounds a camera to a thousandth of its distance, once', () => {
    for (const scale of [1e-3, 1, 37, 1e4]) {
      const numbers = [1 / 3, 2 / 7, -5 / 9, 1 / 11, 0.1 / 3, 0].map((x) => x * scale);
      const [x, y, z, ...target] = numbers as [number, number, number, number, number, number];
      const settings = wantedOf('');
      const link = writeLink({ settings, view: { camera: { position: [x, y, z], target } } }, 'gpu');
      const { camera } = readLink(link);
      const off = [...camera!.position, ...camera!.target].map((value, k) => Math.abs(value - numbers[k]!));
      expect(Math.max(...off)).toBeLessThan(1e-3 * scale);
      expect(writeLink({ settings, view: { camera: camera! } }, 'gpu')).toBe(link);
      expect(link.length).toBeLessThan(90);
    }
  });
});

describe('hostile links', () => {
  it.each([
    ['camera=0,0,0,0,0,0', /camera is '0,0,0,0,0,0'; expected six numbers/],
    ['camera=1,2,3,4,5,NaN', /camera is/],
    ['camera=1e9,0,0,0,0,0', /camera is/],
    ['camera=1,2,3,4,5,6,7', /camera is/],
    ['camera=0x10,0,0,0,0,0', /camera is/],
    ['section=constructor:0.5', /section is 'constructor:0.5'; expected x, y, z or view/],
    ['section=x:2', /section is/],
    ['colour=valueOf', /colour is 'valueOf'; allowed are depth, stress, strain, speed/],
    ['colour=speed:2:x', /colour is/],
    ['colour=stress:-1', /colour is/],
    ['colour=stress:', /colour is/],
    ['colour=stress:1e999', /colour is/],
    ['section=', /section is ''/],
    ['show=contacts,<img src=x>', /show is 'contacts,<img src=x>'; allowed are contacts/],
    ['workers=1e9', /workers is '1e9'; expected a whole number/],
    ['size=0x400', /size is '0x400'; expected a whole number/],
    ['__proto__=1', /unknown parameter '__proto__'/],
    ['toString=1', /unknown parameter 'toString'/],
    ['compare=__proto__:polluted', /compare is '__proto__:polluted'/],
    ['%00%0a=%00', /unknown parameter ' '/],
  ])('%s is refused, and the rest is used', (part, complaint) => {
    const link = readLink(`?${part}&gravity=3`);
    expect(link.complaints).toHaveLength(1);
    expect(link.complaints[0]).toMatch(complaint);
    expect(link.parameters).toEqual({ gravity: 3 });
    expect(viewOf(`?${part}`)).toEqual({});
  });

  it('keeps messages short, however long the link is', () => {
    const long = 'x'.repeat(1e5);
    const { complaints } = readLink(
      `?scene=${long}&size=${long}&backend=${long}&compare=${long}&camera=${long}&show=${long}&${long}=1`,
    );
    expect(complaints).toHaveLength(7);
    for (const complaint of complaints) expect(complaint.length).toBeLessThan(700);
  });
});

describe('the address', () => {
  let linked: Linked | undefined;
  let address: Address;
  const calls: string[] = [];
  beforeEach(() => {
    vi.useFakeTimers();
    calls.length = 0;
    vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
    const write = (kind: string) => (_state: unknown, _title: string, url: string) => {
      calls.push(`${kind} ${url}`);
      location.search = url.slice(1);
    };
    vi.stubGlobal('history', { state: null, pushState: write('push'), replaceState: write('replace') });
    linked = linkedOf('?scene=octopi-8');
    address = new Address('gpu', 'octopi-8', () => linked);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('replaces its entry for parameters, at most once in a while, and with the last ones', () => {
    for (const gravity of [1, 2, 3]) {
      linked!.settings.parameters.gravity = gravity;
      address.follow();
    }
    expect(calls).toEqual([]);
    vi.runAllTimers();
    expect(calls).toEqual(['replace /?scene=octopi-8&gravity=3']);
    address.follow();
    vi.runAllTimers();
    expect(calls).toHaveLength(1);
  });

  it('adds an entry for another scene, at once', () => {
    linked = linkedOf('?scene=long-noodle');
    address.follow();
    expect(calls).toEqual(['push /?scene=long-noodle']);
    linked.settings.parameters.gravity = 1;
    address.follow();
    vi.runAllTimers();
    expect(calls.at(-1)).toBe('replace /?scene=long-noodle&gravity=1');
  });

  it('adds no entry for a scene to which the person went back', () => {
    address.follow();
    address.entered('long-noodle');
    vi.runAllTimers();
    expect(calls).toEqual([]);
    linked = linkedOf('?scene=long-noodle&gravity=2');
    address.follow();
    vi.runAllTimers();
    expect(calls).toEqual(['replace /?scene=long-noodle&gravity=2']);
  });

  it('stays while the page shows nothing that a link can hold', () => {
    linked = undefined;
    address.follow();
    vi.runAllTimers();
    expect(calls).toEqual([]);
  });
});
