import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readSurface } from '../../../../src/formats/read-surface.ts';
import { readKeptScene } from '../../../../src/scenes/own/read-kept-scene.ts';
import type { OwnScene } from '../../../../src/scenes/own/scene-file.ts';
import { defaultShape, makeShape } from '../../../../src/scenes/own/shapes.ts';
import { tetrahedraliseSurface } from '../../../../src/surface/tetrahedralise-surface.ts';
import { addGround, addShape, emptyScene } from '../../../../src/ui/own/edits.ts';
import { keepScene, keptScene, MOST_TABS } from '../../../../src/ui/own/keep.ts';
import { StubIndexedDb, StubTab } from '../../../fixtures/stub-indexed-db.ts';

/** A cube as a file of the format `.obj`. */
const CUBE = [
  ...Array.from({ length: 8 }, (_, i) => `v ${i & 1} ${(i >> 1) & 1} ${i >> 2}`),
  ...['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'].map((corners) => `f ${corners}`),
].join('\n');
const ball = addGround(addShape(emptyScene(), 'ball', makeShape(defaultShape('ball'))).scene).scene;
const named = (title: string): OwnScene => ({ ...ball, title });
/** Returns the title of the scene that a page would show, or why there is none. */
async function shown(): Promise<string> {
  const kept = await keptScene(readKeptScene);
  // A scene of another tab becomes this one's own meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 5));
  return typeof kept === 'string' ? kept : kept.title;
}

let store: StubIndexedDb;
beforeEach(() => {
  store = new StubIndexedDb().install();
  return () => vi.unstubAllGlobals();
});

describe('a scene that the browser keeps', () => {
  it('is that of its tab after a reload, whatever other tabs keep', async () => {
    const [a, b] = [new StubTab(), new StubTab()];
    a.enter();
    await keepScene(named('A'));
    b.enter();
    await keepScene(named('B'));
    a.reload();
    expect(await shown()).toBe('A');
    b.reload();
    expect(await shown()).toBe('B');
    await keepScene(named('B2'));
    expect(store.records.length).toBe(2);
    a.reload(true);
    expect(await shown()).toBe('A');
  });

  it('is in a new tab the one that was kept last in any tab, and then stays that', async () => {
    const a = new StubTab().enter();
    await keepScene(named('A'));
    const b = new StubTab().enter();
    expect(await shown()).toBe('A');
    a.enter();
    await keepScene(named('A2'));
    b.reload();
    expect(await shown()).toBe('A');
  });

  it('is in a duplicated tab that of its original, until one of the two is edited', async () => {
    const a = new StubTab().enter();
    await keepScene(named('A'));
    new StubTab().enter();
    await keepScene(named('other'));
    const copy = new StubTab(a).enter();
    expect(await shown()).toBe('A');
    await keepScene(named('copy'));
    a.reload();
    expect(await shown()).toBe('A');
    copy.reload();
    expect(await shown()).toBe('copy');
  });

  it('stays the last one when the clock is set back', async () => {
    vi.spyOn(Date, 'now').mockReturnValueOnce(2000).mockReturnValueOnce(1000);
    new StubTab().enter();
    await keepScene(named('A'));
    new StubTab().enter();
    await keepScene(named('B'));
    new StubTab().enter();
    expect(await shown()).toBe('B');
  });

  it('makes room for others: those of the tabs that were edited last are kept, and the others say so', async () => {
    const first = new StubTab().enter();
    await keepScene(named('first'));
    for (let i = 0; i < MOST_TABS; i++) {
      new StubTab().enter();
      await keepScene(named(`tab ${i}`));
    }
    expect(store.records.length).toBe(MOST_TABS);
    first.reload();
    expect(await shown()).toContain('made room for those of other tabs');
    store.room = 3;
    new StubTab().enter();
    expect(await keepScene(named('large'))).toBeUndefined();
    expect(store.records.length).toBe(2);
  });

  it('finds a place in a database that another page has made without one', async () => {
    store.hasStore = false;
    const tab = new StubTab().enter();
    expect(await shown()).toContain('has kept none');
    store.hasStore = false;
    expect(await keepScene(named('A'))).toBeUndefined();
    tab.reload();
    expect(await shown()).toBe('A');
  });

  it('is found if an older page kept it, before the tabs had their own', async () => {
    store.records = [['latest, version 1', named('old')]];
    new StubTab().enter();
    expect(await shown()).toBe('old');
  });
});

describe('a browser that keeps no scene', () => {
  const full = new DOMException('no room', 'QuotaExceededError');

  it.each([
    ['throws', () => (store.refusal = full), 'its storage is full'],
    ['is full when the transaction ends', () => (store.room = 0), 'its storage is full'],
    ['refuses', () => (store.refusal = new DOMException('no', 'InvalidStateError')), 'it refuses storage'],
    ['has no IndexedDB', () => vi.stubGlobal('indexedDB', undefined), 'it refuses storage'],
  ])('says so if it %s, and a reload shows no older one', async (_, refuse, why) => {
    new StubTab().enter();
    await keepScene(named('other tab'));
    const tab = new StubTab().enter();
    await keepScene(named('older'));
    refuse();
    expect(await keepScene(named('newer'))).toBe(why);
    tab.reload();
    expect(await shown()).toContain('could not keep the one of this tab');
    store.install();
    [store.refusal, store.room] = [undefined, 10];
    expect(await keepScene(named('again'))).toBeUndefined();
    tab.reload();
    expect(await shown()).toBe('again');
  });

  it('refuses the storage of tabs: each call of a page is of the same tab', async () => {
    const tab = new StubTab().enter();
    tab.isRefused = true;
    await keepScene(named('A'));
    await keepScene(named('B'));
    expect(store.records.length).toBe(1);
    expect(await shown()).toBe('B');
  });
});

describe('what a browser has kept', () => {
  const surface = {
    ...ball.meshes.ball!.mesh,
    triangles: Uint32Array.of(0, 1, 2),
    tetOfVertex: new Uint32Array(ball.meshes.ball!.mesh.positions.length / 3),
    weights: new Float32Array((4 * ball.meshes.ball!.mesh.positions.length) / 3),
    groups: [{ first: 0, count: 1, material: 0 }],
    materials: [
      {
        name: 'skin',
        colour: [1, 0.5, 0],
        opacity: 1,
        roughness: 1,
        metalness: 0,
        doubleSided: false,
        colourTexture: { mimeType: 'image/png', bytes: Uint8Array.of(1, 2, 3) },
      },
    ],
  };
  const { tets: _, ...drawn } = surface;
  const { mesh, thickness } = ball.meshes.ball!;
  const imported = {
    ...ball,
    meshes: { ball: { mesh, thickness, pose: mesh.positions.map((x) => 2 * x), surface: drawn } },
    camera: { position: [1, 2, 3], target: [0, 0, 0] },
    switches: [{ time: 1, parameters: { gravity: 0 } }],
  } as unknown as OwnScene;

  it.each([
    ['shapes', ball],
    ['arrays, a pose, a surface and a texture', imported],
  ])('is read as it is: %s', async (_, scene) => {
    expect(await readKeptScene(structuredClone(scene))).toEqual(scene);
  });

  it('may be a surface from a file that is filled with tetrahedra', async () => {
    const cube = {
      ...(await readSurface([{ name: 'cube.obj', bytes: new TextEncoder().encode(CUBE) }])),
      notes: ['told'],
    };
    const { mesh, thickness, surface } = tetrahedraliseSurface(cube, { cell: 0.3 });
    const body = { mesh: 'cube', at: [0, 0, 0] };
    const scene = { ...emptyScene(), meshes: { cube: { mesh, thickness, surface } }, bodies: [body] };
    const read = await readKeptScene(structuredClone(scene));
    expect(read.meshes.cube!.mesh).toEqual(mesh);
    expect(read.meshes.cube!.surface).toEqual(surface);
    // Records of older pages have the reader's notes.
    const older = { ...scene, meshes: { cube: { mesh, thickness, surface: { ...surface, notes: ['told'] } } } };
    expect((await readKeptScene(older)).meshes.cube!.surface).toEqual(surface);
  });

  const broken: [string, unknown][] = [
    ['a text', 'scene'],
    ['an empty object', {}],
    ['null', null],
    ['a list', [ball]],
    ['a body of a mesh that is not there', { ...ball, bodies: [{ ...ball.bodies[0], mesh: 'gone' }] }],
    ['a mesh of null', { ...ball, meshes: { ball: null } }],
    ['no bodies', { ...ball, bodies: undefined }],
    ['a shape that is unknown', { ...ball, meshes: { ball: { ...ball.meshes.ball, shape: { kind: 'cone' } } } }],
    ['ids past the vertices', withMesh({ tets: Uint32Array.of(0, 1, 2, 1e6) })],
    ['a list in place of an array', withMesh({ positions: [...mesh.positions] })],
    ['NaN', withMesh({ positions: mesh.positions.map(() => Number.NaN) })],
    ['a parameter of another version', { ...ball, parameters: { stickiness: 1 } }],
    ['a key of another version', { ...ball, winds: [] }],
    [
      'materials of a text',
      { ...imported, meshes: { ball: { ...imported.meshes.ball, surface: { ...drawn, materials: ['a'] } } } },
    ],
  ];
  function withMesh(changed: object): object {
    return { ...ball, meshes: { ball: { thickness: 1, mesh: { ...ball.meshes.ball!.mesh, ...changed } } } };
  }

  it.each(broken)('counts as none if it is %s', async (_, record) => {
    await expect(readKeptScene(record)).rejects.toThrow(/expected/);
    new StubTab().enter();
    for (const key of [[2, 1, 'a'], 'latest, version 1']) {
      store.records = [[key, record]];
      expect(await shown()).toBe('it names a scene of one’s own, but this browser has kept none');
    }
    store.records.push([['unknown key'], record], [7, record], [[2, 1, 5], record]);
    expect(await keepScene(named('A'))).toBeUndefined();
    expect(await shown()).toBe('A');
  });
});
