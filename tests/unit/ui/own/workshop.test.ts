import { beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultShape, makeShape } from '../../../../src/scenes/own/shapes.ts';
import type { OwnScene } from '../../../../src/scenes/own/scene-file.ts';
import type { Given } from '../../../../src/ui/own/given.ts';
import type { WorkshopPage } from '../../../../src/ui/own/workshop.ts';

/** Stands for reading, which a test ends: it calls `resolve` or `reject` of a reading. */
const readings: { resolve(given: readonly Given[]): void; reject(error: unknown): void }[] = [];
/** Called when a dialog asks how to fill a surface, with the signal that closes it. */
let onDialog: (signal: AbortSignal) => void = () => undefined;
const kept: OwnScene[] = [];
/** Why the browser can't keep a scene; undefined if it can. */
let refusal: string | undefined;
vi.mock('../../../../src/ui/own/mover.ts', () => ({ Mover: class {} }));
vi.mock('../../../../src/ui/own/highlight.ts', () => ({
  Highlight: class {
    update() {}
  },
}));
vi.mock('../../../../src/ui/app/page.ts', () => ({ byId: () => undefined }));
vi.mock('../../../../src/ui/own/keep.ts', () => ({
  keepScene: async (scene: OwnScene) => {
    kept.push(scene);
    return refusal;
  },
  keptScene: async () => 'it has kept none',
}));
vi.mock('../../../../src/ui/own/read-files.ts', () => ({
  readFiles: (_: readonly File[], signal: AbortSignal) => {
    return new Promise<readonly Given[]>((resolve, reject) => {
      readings.push({ resolve, reject });
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  },
  fillSurface: () => undefined,
  overlapsItself: async () => false,
  readKept: async () => undefined,
  makeShape: async () => {
    throw new Error('the reading worker could not be started');
  },
}));
vi.mock('../../../../src/ui/own/fill-dialog.ts', () => ({
  FillDialog: class {
    ask(signal: AbortSignal) {
      onDialog(signal);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)));
    }
  },
}));
const { Workshop } = await import('../../../../src/ui/own/workshop.ts');

/** A page that only notes what it is asked for. */
function fakePage() {
  let message = '';
  const loads: Parameters<WorkshopPage['load']>[] = [];
  const page = {
    messages: {
      progress: (text: string) => (message = text),
      tell: (text: string) => (message = text),
      hide: () => (message = ''),
    },
    notices: { add: () => undefined },
    settings: {} as { own?: unknown },
    running: undefined,
    load: (...load: Parameters<WorkshopPage['load']>) => {
      loads.push(load);
      page.settings.own = load[0].own;
    },
    edited: () => undefined,
  };
  return { page: page as unknown as WorkshopPage, loads, message: () => message };
}

const files = (...names: string[]) => names.map((name) => new File([], name));
const ball = makeShape({ ...defaultShape('ball') });
const meshOf = (name: string): Given => ({ kind: 'mesh', name, mesh: ball, notes: [] });
const surface = { kind: 'surface', name: 'skin' } as unknown as Given;
/** Lets promises that are settled call what waits for them. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  refusal = undefined;
  for (const list of [readings, kept]) list.length = 0;
});

describe('files that are given', () => {
  it('are read one after the other: those that are given later end the reading of those before, and keep their message', async () => {
    const { page, loads, message } = fakePage();
    const workshop = new Workshop(page);
    const first = workshop.take(files('a.t'));
    const second = workshop.take(files('b.t'));
    await first;
    await settle();
    expect(message()).toBe('Reading b.t …');
    readings[1]!.resolve([meshOf('b')]);
    await second;
    expect([loads.length, Object.keys(workshop.scene!.meshes), message()]).toEqual([1, ['b'], '']);
  });

  it('close the dialog about those before', async () => {
    const { page, loads } = fakePage();
    const workshop = new Workshop(page);
    const first = workshop.take(files('skin.obj', 'a.t'));
    const dialog = new Promise<AbortSignal>((resolve) => {
      onDialog = resolve;
    });
    readings[0]!.resolve([surface, meshOf('a')]);
    const signal = await dialog;
    expect(signal.aborted).toBe(false);
    const second = workshop.take(files('b.t'));
    expect(signal.aborted).toBe(true);
    await first;
    readings[1]!.resolve([meshOf('b')]);
    await second;
    expect([loads.length, Object.keys(workshop.scene!.meshes)]).toEqual([1, ['b']]);
  });

  it('add nothing after they were cancelled, even if they had just been read', async () => {
    const { page, loads, message } = fakePage();
    const workshop = new Workshop(page);
    const taken = workshop.take(files('a.t'));
    readings[0]!.resolve([meshOf('a')]);
    workshop.cancelReading();
    await taken;
    expect([loads.length, message()]).toEqual([0, '']);
    workshop.cancelReading();
  });

  it('are told about in one sentence if they are no good', async () => {
    const { page, message } = fakePage();
    const taken = new Workshop(page).take(files('a.t'));
    readings[0]!.reject(new Error('a.t: line 1'));
    await taken;
    expect(message()).toBe('a.t: line 1.');
  });
});

describe('the scene', () => {
  it('is kept once it has started, and not if it was refused or comes from a link', async () => {
    const { page, loads } = fakePage();
    const workshop = new Workshop(page);
    const taken = workshop.take(files('a.t'));
    readings[0]!.resolve([meshOf('a')]);
    await taken;
    const started = loads[0]![0].own!;
    expect(kept).toEqual([]);
    workshop.shown(started);
    await settle();
    expect(kept).toEqual([started.content]);
    workshop.duplicateSelected();
    workshop.shown(started);
    await settle();
    expect(kept).toHaveLength(1);
    expect(workshop.scene).toBe(started.content);
    workshop.shown({ ...started, content: { ...started.content } });
    await settle();
    expect(kept).toHaveLength(1);
  });

  it('is told about once if the browser can’t keep it, and again after it could', async () => {
    const { page, loads, message } = fakePage();
    const workshop = new Workshop(page);
    const told: string[] = [];
    /** Duplicates a body, and lets the scene start. */
    const edit = async () => {
      page.messages.tell('');
      workshop.duplicateSelected();
      workshop.shown(loads.at(-1)![0].own!);
      await settle();
      told.push(message());
    };
    const taken = workshop.take(files('a.t'));
    readings[0]!.resolve([meshOf('a')]);
    await taken;
    refusal = 'its storage is full';
    await edit();
    await edit();
    refusal = undefined;
    await edit();
    refusal = 'it refuses storage';
    await edit();
    expect(told).toEqual([
      'This browser can’t keep your scene: its storage is full. It is gone after a reload, unless you save it as a file (‘Save scene’ in the panel).',
      '',
      '',
      expect.stringContaining('it refuses storage'),
    ]);
  });

  it('stays if an edit would move a body out of the world, which is told', async () => {
    const { page, loads, message } = fakePage();
    const workshop = new Workshop(page);
    const taken = workshop.take(files('a.t'));
    readings[0]!.resolve([meshOf('a')]);
    await taken;
    const before = workshop.scene!;
    const bodies = before.bodies.map((body) => ({ ...body, at: [9999.9, 0, 0] as const }));
    workshop.edit({ scene: { ...before, bodies }, part: undefined }, true);
    expect(workshop.scene).toBe(before);
    expect(loads).toHaveLength(1);
    expect(message()).toMatch(/^bodies\[0\]: a vertex at x = 10000\.\d+ m; expected all within 10000 m/);
  });

  it('stays if a shape can’t be made, which is told', async () => {
    const { page, loads, message } = fakePage();
    const workshop = new Workshop(page);
    await workshop.open();
    expect([loads.length, message()]).toEqual([0, 'the reading worker could not be started.']);
    await workshop.addNamed('body ball');
    expect(loads).toEqual([]);
  });
});
