import type { BrowserContext } from 'playwright-core';
import type { Camera, Group, Light, Scene } from 'three/webgpu';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedSurface, TextureImage } from '../../src/mesh/drawn-surface.ts';
import type { App } from '../../src/ui/app/app.ts';
import type { ViewOptions } from '../../src/ui/panel/view-options.ts';
import { browserMissing, FEW_PIXELS, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { isFull } from '../fixtures/tier.ts';
import { AppPage, HIDE_PANELS } from './app-page.ts';
import { decode } from './decode.ts';

declare const untangle: App;

/** Parts of View that only these tests touch. */
interface OpenedView {
  readonly camera: Camera;
  readonly bodies: { readonly group: Group };
  readonly threeScene: Scene;
}

type Vector = readonly [number, number, number];

const missing = browserMissing();
/** Distance of the stripes of the hatch on penetrating skin (render/skin.ts) [pixels]. */
const HATCH_PERIOD = 10;
/** Half of the cube's side, and the camera's place [m], from where it sees the sides +x, +y and +z. */
const HALF = 0.3;
const CAMERA: Vector = [1.1, 1, 1.6];

/** Points of the cube, in halves of its side, and what the cube's materials show there. */
const POINTS = {
  'upper left of the texture': [-0.5, 0.5, 1],
  'upper right of the texture': [0.5, 0.5, 1],
  'lower left of the texture': [-0.5, -0.5, 1],
  'lower right of the texture': [0.5, -0.5, 1],
  'colours of vertices': [1, 0, 0],
  'material without its texture': [0, 1, 0],
} as const satisfies Readonly<Record<string, Vector>>;
type Place = keyof typeof POINTS;
type Colour = readonly [red: number, green: number, blue: number];

/**
 * Gives the first body a cube as its surface, around the body's rest shape, and starts the scene again. The cube's side +z has a texture
 * of four squares: red, green, yellow, magenta. Its side +x has green vertices. The texture of the others can't be decoded; they are
 * yellow. Runs in the page.
 */
async function wearCube([isPlain, backend]: readonly [boolean, 'cpu' | 'gpu']): Promise<void> {
  const { build } = untangle.session!;
  const placement = build.placements[0] as {
    -readonly [K in keyof (typeof build.placements)[0]]: (typeof build.placements)[0][K];
  };
  const { positions: x, tets } = placement.model.mesh;
  const canvas = new OffscreenCanvas(64, 64);
  const context = canvas.getContext('2d')!;
  ['#ff0000', '#00ff00', '#ffff00', '#ff00ff'].forEach((colour, i) => {
    context.fillStyle = colour;
    context.fillRect(32 * (i % 2), 32 * Math.floor(i / 2), 32, 32);
  });
  const png = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
  const image = (bytes: Uint8Array): TextureImage => ({ mimeType: 'image/png', bytes });
  const look = { opacity: 1, roughness: 1, metalness: 0, doubleSided: false } as const;

  const axes = [0, 1, 2].map((axis) => {
    const along = x.filter((_, i) => i % 3 === axis);
    const [least, most] = [Math.min(...along), Math.max(...along)];
    return { middle: (least + most) / 2, half: (most - least) / 2 };
  });
  const [positions, uvs, colours, triangles]: number[][] = [[], [], [], []];
  // The sides +z, +x, +y, -z, -x, -y, each with its direction to the right and upwards.
  for (const [out, right, up] of [
    [
      [0, 0, 1],
      [1, 0, 0],
      [0, 1, 0],
    ],
    [
      [1, 0, 0],
      [0, 0, -1],
      [0, 1, 0],
    ],
    [
      [0, 1, 0],
      [1, 0, 0],
      [0, 0, -1],
    ],
    [
      [0, 0, -1],
      [-1, 0, 0],
      [0, 1, 0],
    ],
    [
      [-1, 0, 0],
      [0, 0, 1],
      [0, 1, 0],
    ],
    [
      [0, -1, 0],
      [1, 0, 0],
      [0, 0, 1],
    ],
  ]) {
    const first = positions.length / 3;
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]) {
      positions.push(
        ...axes.map(({ middle, half }, k) => middle + half * (out[k] + (2 * u - 1) * right[k] + (1 - 2 * v) * up[k])),
      );
      uvs.push(u, v);
      colours.push(...(out[0] === 1 ? [0, 1, 0] : [1, 1, 1]));
    }
    triangles.push(first, first + 2, first + 1, first, first + 3, first + 2);
  }
  // Each vertex follows the tetrahedron that is nearest. The bodies of these tests are stretched and turned, which needs no more.
  const vertices = Array.from({ length: positions.length / 3 }, (_, v) => positions.slice(3 * v, 3 * v + 3));
  const corner = (t: number, i: number) => x.subarray(3 * tets[4 * t + i], 3 * tets[4 * t + i] + 3);
  const distance = (p: readonly number[], t: number) =>
    Math.hypot(...p.map((c, k) => c - [0, 1, 2, 3].reduce((sum, i) => sum + corner(t, i)[k] / 4, 0)));
  const tetOfVertex = vertices.map((p) => {
    const distances = Array.from({ length: tets.length / 4 }, (_, t) => distance(p, t));
    return distances.indexOf(Math.min(...distances));
  });
  const weights = vertices.flatMap((p, vertex) => {
    const [o, a, b, c] = [0, 1, 2, 3].map((i) => [...corner(tetOfVertex[vertex], i)]);
    const from = (end: readonly number[]) => end.map((coordinate, k) => coordinate - o[k]);
    const volume = ([d, e, f]: readonly (readonly number[])[]) =>
      d[0] * (e[1] * f[2] - e[2] * f[1]) + d[1] * (e[2] * f[0] - e[0] * f[2]) + d[2] * (e[0] * f[1] - e[1] * f[0]);
    const edges = [a, b, c].map(from);
    const shares = edges.map((_, i) => volume(edges.map((edge, k) => (k === i ? from(p) : edge))) / volume(edges));
    return [1 - shares[0] - shares[1] - shares[2], ...shares];
  });
  const surface: EmbeddedSurface = {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    uvs: Float32Array.from(uvs),
    ...(!isPlain && { colours: Float32Array.from(colours) }),
    groups: isPlain
      ? []
      : [
          { first: 0, count: 2, material: 0 },
          { first: 2, count: 2, material: 1 },
          { first: 4, count: 8, material: 2 },
        ],
    materials: isPlain
      ? [{ ...look, name: 'chalk', colour: [0.3, 0.3, 0.3] }]
      : [
          { ...look, name: 'squares', colour: [1, 1, 1], colourTexture: image(png) },
          { ...look, name: 'white', colour: [1, 1, 1] },
          { ...look, name: 'broken', colour: [1, 1, 0], colourTexture: image(png.slice(0, 20)) },
        ],
    tetOfVertex: Uint32Array.from(tetOfVertex),
    weights: Float32Array.from(weights),
  };
  placement.surface = surface;
  untangle.load({ backend }, true);
}

/** Stretches the body so that its box is the cube, turns it around the vertical axis, and looks at it. Runs in the page. */
async function placeCube([half, eye, quarters]: readonly [number, Vector, number]): Promise<void> {
  const { opened, world } = untangle.session!;
  const { positions: x } = world.models[0].mesh;
  const placed = new Float32Array(x.length);
  for (let axis = 0; axis < 3; axis++) {
    const along = x.filter((_, i) => i % 3 === axis);
    const [least, most] = [Math.min(...along), Math.max(...along)];
    along.forEach((coordinate, v) => {
      placed[3 * v + axis] = half * ((2 * (coordinate - least)) / (most - least) - 1);
    });
  }
  for (let turn = 0; turn < quarters; turn++)
    for (let i = 0; i < placed.length; i += 3) [placed[i], placed[i + 2]] = [placed[i + 2], -placed[i]];
  await opened.backend.write('positions', placed);
  const { view } = untangle.running!.first;
  const { threeScene, bodies } = view as unknown as OpenedView;
  for (const object of threeScene.children) object.visible = (object as Light).isLight || object === bodies.group;
  threeScene.fog = null;
  view.travel.isTouched = true;
  view.controls.minDistance = 0;
  view.controls.target.set(0, 0, 0);
  view.camera.position.set(...eye);
  for (let drawing = 0; drawing < 2; drawing++)
    await new Promise<void>((resolve) => untangle.running!.drawAgain(resolve));
}

/** Returns the mean colour of a square, which covers a whole stripe of the hatch on penetrating skin. @param middle [pixels] */
function meanAround(middle: { x: number; y: number }, width: number, data: Uint8ClampedArray): Colour {
  const sums: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < HATCH_PERIOD ** 2; i++) {
    const [x, y] = [i % HATCH_PERIOD, Math.floor(i / HATCH_PERIOD)].map((offset) => offset - HATCH_PERIOD / 2);
    const pixel = 4 * ((Math.floor(middle.y) + y) * width + Math.floor(middle.x) + x);
    for (const k of [0, 1, 2] as const) sums[k] += data[pixel + k] / HATCH_PERIOD ** 2;
  }
  return sums;
}

const isRed = ([r, g, b]: Colour) => r > 2 * g && r > 2 * b;
const isGreen = ([r, g, b]: Colour) => g > 1.3 * r && g > 1.6 * b;
const isYellow = ([r, g, b]: Colour) => r > 1.5 * b && g > 1.5 * b && Math.abs(r - g) < 60;
const isMagenta = ([r, g, b]: Colour) => r > 1.5 * g && b > 1.5 * g;
const isBlue = ([r, g, b]: Colour) => b > 1.5 * r && b > 1.3 * g;

/** Takes long: each of the ways to draw opens a browser and a page of its own, and in the second tier one compiles all kernels. */
describe.skipIf(missing)(`bodies drawn by a surface of their own${missing ? ` (${missing})` : ''}`, () => {
  let served: ServedPage;
  beforeAll(async () => {
    served = await servePage();
  });
  afterAll(() => served?.close());

  for (const [name, webgpu, backend] of [
    ['a texture, with WebGL', false, 'cpu'],
    ['a texture, with WebGPU', true, 'cpu'],
    ["the kernels' own buffers", true, 'gpu'],
  ] as const) {
    // WebGPU compiles for long, and page-webgpu.test.ts draws by it.
    describe.runIf(isFull || !webgpu)(`from ${name}`, () => {
      let context: BrowserContext;
      let app: AppPage;
      beforeAll(async () => {
        context = await launchBrowser({ webgpu });
        // The cube's start changes the backend: each start on the GPU compiles all kernels.
        const link = '?scene=long-noodle&size=300&mode=off&paused&backend=cpu';
        app = await AppPage.open(context, `${served.url}${link}`, (page) => page.setViewportSize(FEW_PIXELS));
        await app.state('paused');
        await wear(false);
      });
      afterAll(() => context?.close());

      it('shows colours, textures and colours of vertices where the deformed surface has them', async () => {
        await app.page.evaluate(placeCube, [HALF, CAMERA, 0] as const);
        const seen = await colours();
        expect(isRed(seen['upper left of the texture']), JSON.stringify(seen)).toBe(true);
        expect(isGreen(seen['upper right of the texture']), JSON.stringify(seen)).toBe(true);
        expect(isYellow(seen['lower left of the texture']), JSON.stringify(seen)).toBe(true);
        expect(isMagenta(seen['lower right of the texture']), JSON.stringify(seen)).toBe(true);
        expect(isGreen(seen['colours of vertices']), JSON.stringify(seen)).toBe(true);
      });

      it('draws a material by its colour if its texture is broken, and says so', async () => {
        expect(isYellow((await colours())['material without its texture'])).toBe(true);
        const notes = await app.page.evaluate(() => untangle.running!.first.notes);
        expect(notes).toEqual([
          "The colour texture of material ‘broken’ is not drawn: this browser can't decode its image/png of 20 bytes.",
        ]);
      });

      it('turns blue where it penetrates', async () => {
        const seen = await withDepths();
        for (const [place, colour] of Object.entries(seen)) expect(isBlue(colour), `${place}: ${colour}`).toBe(true);
      });

      it('gives way to the tetrahedra: by choice, and for the wireframe', async () => {
        const isShown = () =>
          app.page.evaluate(() => {
            const { bodies } = untangle.running!.first.view as unknown as OpenedView;
            const [plain] = bodies.group.children;
            const embedded = bodies.group.children.find(({ type }) => type === 'Group')!;
            return [plain.visible, embedded.children[0].visible];
          });
        expect(await isShown()).toEqual([false, true]);
        for (const isChosen of [false, true]) {
          await choose({ showsSurfaces: isChosen });
          expect(await isShown()).toEqual([!isChosen, isChosen]);
        }
        await choose({ wireframe: true });
        await app.page.waitForFunction(() => untangle.running!.first.view.overlays !== undefined);
        await choose({});
        expect(await isShown()).toEqual([true, false]);
      });

      it.runIf(isFull)(
        'has normals that turn with it: a cube of one colour looks the same after a quarter turn',
        async () => {
          await choose({ wireframe: false });
          await wear(true);
          const looks: Record<Place, Colour>[] = [];
          for (const quarters of [0, 1]) {
            await app.page.evaluate(placeCube, [HALF, CAMERA, quarters] as const);
            // The picture makes room for cards that come and go, and is taken before places in it are asked for.
            await app.cameraStands();
            looks.push(await colours());
          }
          const [first, ...others] = looks;
          // The sides have different brightness.
          const [front, right, top] = [
            'lower left of the texture',
            'colours of vertices',
            'material without its texture',
          ] as const;
          expect(first[top][1] - first[front][1]).toBeGreaterThan(10);
          expect(Math.abs(first[front][1] - first[right][1])).toBeGreaterThan(2);
          for (const other of others)
            for (const place of [front, right, top])
              expect(Math.abs(other[place][1] - first[place][1])).toBeLessThan(2);
        },
      );

      it('had no error', () => expect(app.errors).toEqual([]));

      async function wear(isPlain: boolean): Promise<void> {
        await app.page.evaluate(wearCube, [isPlain, backend] as const);
        await app.state('starting');
        await app.state('paused');
        await app.drawFinely();
        await app.hideMessages();
      }

      /** Changes what is shown, and draws. */
      async function choose(changed: { showsSurfaces?: boolean; wireframe?: boolean }): Promise<void> {
        await app.page.evaluate(async ({ showsSurfaces, wireframe }) => {
          const { viewOptions } = untangle.running as unknown as { viewOptions: ViewOptions };
          viewOptions.showsSurfaces = showsSurfaces ?? viewOptions.showsSurfaces;
          viewOptions.shown.wireframe = wireframe ?? viewOptions.shown.wireframe;
          untangle.viewOptionsChanged();
          for (let drawing = 0; drawing < 2; drawing++)
            await new Promise<void>((resolve) => untangle.running!.drawAgain(resolve));
        }, changed);
      }

      /** Draws with penetration depths at all vertices. */
      async function withDepths(): Promise<Record<Place, Colour>> {
        const setDepths = (depth: number) =>
          app.page.evaluate(async (value) => {
            const { opened, world } = untangle.session!;
            await opened.backend.write('depths', new Float32Array(world.vertexCount).fill(value));
            for (let drawing = 0; drawing < 2; drawing++)
              await new Promise<void>((resolve) => untangle.running!.drawAgain(resolve));
          }, depth);
        await setDepths(1);
        const seen = await colours();
        await setDepths(0);
        return seen;
      }

      /** Returns what the picture shows at the cube's points. */
      async function colours(): Promise<Record<Place, Colour>> {
        const shot = await app.page.screenshot({ style: HIDE_PANELS });
        const { width, data } = await decode(app.page, shot);
        const points = Object.entries(POINTS).map(([place, at]) => [place, at.map((x) => HALF * x)] as const);
        const places = await app.page.evaluate(
          (all) => all.map(([, at]) => untangle.running!.first.view.rig.project(at as [number, number, number])!),
          points,
        );
        return Object.fromEntries(
          points.map(([place], i) => {
            return [place, meanAround(places[i], width, data)];
          }),
        ) as unknown as Record<Place, Colour>;
      }
    });
  }
});
