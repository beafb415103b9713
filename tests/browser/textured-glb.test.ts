import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, NodeIO } from '@gltf-transform/core';
import type { BrowserContext } from 'playwright-core';
import { type BufferGeometry, Mesh, type MeshStandardMaterial, Texture, Vector2 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/ui/app/app.ts';
import { browserMissing, COARSE, launchBrowser } from '../environment/browser.ts';
import { type ServedPage, servePage } from '../environment/page.ts';
import { AppPage, HIDE_PANELS } from './app-page.ts';
import { decode } from './decode.ts';
import { dropFiles } from './drop-files.ts';
import { isFull } from '../fixtures/tier.ts';

declare const untangle: App;

const missing = browserMissing();
/** Side of the cube [m]. It starts half as high above the ground. */
const SIDE = 0.4;
/** KHR_texture_transform of the file. */
const TRANSFORM = { offset: [0.25, 0.5], scale: [0.5, -0.25] } as const;
/** Steps in which the cube falls freely, and its least fall then [m]. */
const STEPS = 40;
const FELL = 0.03;
/** Greatest deviation of a vertex from the free fall [m]: fills of a surface keep its vertices to rounding, and bodies hardly deform in the air. */
const SHIFT = 0.01;
/** Least number of pixels that count as seen. */
const LEAST_PIXELS = 300;
/** Rounding of float32 numbers near 1. */
const ROUNDING = 1e-6;
/** Colours of the texture's four squares: upper left, upper right, lower left, lower right. */
const SQUARES = ['#ff0000', '#00ff00', '#ffff00', '#ff00ff'] as const;

/** Sides of a cube: outwards, to the right, upwards. */
const FACES = [
  [
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
  ],
  [
    [0, 0, -1],
    [-1, 0, 0],
    [0, 1, 0],
  ],
  [
    [1, 0, 0],
    [0, 0, -1],
    [0, 1, 0],
  ],
  [
    [-1, 0, 0],
    [0, 0, 1],
    [0, 1, 0],
  ],
  [
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, -1],
  ],
  [
    [0, -1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ],
] as const;
const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;

/** A cube with a texture on each side, as @gltf-transform/core writes it. The texture is moved by KHR_texture_transform. */
async function texturedCube(png: Uint8Array): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const [positions, uvs, indices]: number[][] = [[], [], []];
  for (const [out, right, up] of FACES) {
    const first = positions!.length / 3;
    for (const [u, v] of CORNERS) {
      positions!.push(...[0, 1, 2].map((k) => (SIDE / 2) * (out[k]! + (2 * u - 1) * right[k]! + (2 * v - 1) * up[k]!)));
      uvs!.push(u, 1 - v);
    }
    indices!.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
  const accessor = (type: 'VEC3' | 'VEC2' | 'SCALAR', array: Float32Array | Uint16Array) =>
    document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const texture = document.createTexture('squares').setImage(png).setMimeType('image/png');
  const material = document
    .createMaterial('painted')
    .setBaseColorTexture(texture)
    .setRoughnessFactor(0.75)
    .setMetallicFactor(0);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(positions!)))
    .setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.from(uvs!)))
    .setIndices(accessor('SCALAR', Uint16Array.from(indices!)))
    .setMaterial(material);
  const node = document.createNode('cube').setMesh(document.createMesh('cube').addPrimitive(primitive));
  document.createScene().addChild(node);
  return withTransform(await new NodeIO().writeBinary(document));
}

/** Adds KHR_texture_transform to a file's one material: the writer knows it only by another package. */
async function withTransform(glb: Uint8Array): Promise<Uint8Array> {
  const view = new DataView(glb.buffer, glb.byteOffset);
  const length = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length)));
  json.extensionsUsed = ['KHR_texture_transform'];
  json.materials[0].pbrMetallicRoughness.baseColorTexture.extensions = { KHR_texture_transform: TRANSFORM };
  const text = new TextEncoder().encode(JSON.stringify(json));
  const head = new Uint8Array(4 * Math.ceil(text.length / 4)).fill(' '.charCodeAt(0));
  head.set(text);
  const whole = new Uint8Array(20 + head.length + glb.length - 20 - length);
  whole.set(glb.subarray(0, 20));
  whole.set(head, 20);
  whole.set(glb.subarray(20 + length), 20 + head.length);
  const lengths = new DataView(whole.buffer);
  lengths.setUint32(8, whole.length, true);
  lengths.setUint32(12, head.length, true);
  return whole;
}

/** A loaded file's one mesh, its texture's image, and the texture coordinates with which the texture is drawn. */
interface LoadedGlb {
  readonly geometry: BufferGeometry;
  readonly material: MeshStandardMaterial;
  readonly image: Uint8Array;
  readonly drawnUvs: readonly number[];
}

/** Loads a file by three's loader. Node decodes no images, so textures stay empty, and the image's bytes are taken from the file. */
async function load(bytes: Uint8Array): Promise<LoadedGlb> {
  const loadTexture = async () => new Texture();
  const { scene, parser } = await new GLTFLoader()
    .register(() => ({ name: 'textures without images', loadTexture }))
    .parseAsync(bytes.slice().buffer as ArrayBuffer, '');
  const meshes: Mesh<BufferGeometry, MeshStandardMaterial>[] = [];
  scene.traverse((object) => object instanceof Mesh && meshes.push(object));
  expect(meshes).toHaveLength(1);
  const [{ geometry, material }] = meshes as [(typeof meshes)[0]];
  const map = material.map!;
  map.updateMatrix();
  const uv = geometry.getAttribute('uv');
  const drawnUvs = Array.from({ length: uv.count }, (_, i) =>
    new Vector2(uv.getX(i), uv.getY(i)).applyMatrix3(map.matrix).toArray(),
  ).flat();
  const { textures, images } = parser.json;
  expect(textures).toHaveLength(1);
  const { bufferView, mimeType } = images[textures[0].source];
  expect(mimeType).toBe('image/png');
  const image = new Uint8Array((await parser.getDependency('bufferView', bufferView)) as ArrayBuffer);
  return { geometry, material, image, drawnUvs };
}

describe.skipIf(missing || !isFull)(`a file with a texture${missing ? ` (${missing})` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'untangle-textured-'));
  let served: ServedPage;
  let context: BrowserContext;
  let app: AppPage;
  let png: Uint8Array;
  let given: LoadedGlb;
  beforeAll(async () => {
    served = await servePage();
    context = await launchBrowser({ webgpu: false, scale: COARSE });
    app = await AppPage.open(context, `${served.url}?scene=long-noodle&size=300&paused`);
    await app.state('paused');
    await app.page.waitForFunction(() => untangle.panel.now !== undefined && untangle.late.files.now !== undefined);
    png = Uint8Array.from(await app.page.evaluate(paintSquares, SQUARES));
    const file = await texturedCube(png);
    given = await load(file);
    await dropFiles(app.page, [['cube.glb', file]]);
  });
  afterAll(async () => {
    await context?.close();
    await served?.close();
    rmSync(folder, { recursive: true });
  });

  it('is filled with tetrahedra, drawn with its texture, and falls', async () => {
    const dialog = app.page.locator('#fill');
    await dialog.waitFor();
    await dialog.locator('[name=resolution]').fill('10');
    await dialog.locator('[type=submit]').click();
    await app.page.waitForFunction(() => untangle.session?.scene.name === 'own' && !untangle.starter.isUnderWay);
    expect(await app.page.evaluate(() => untangle.running!.first.notes)).toEqual([]);
    expect(await app.page.evaluate(() => untangle.settings.own!.content.bodies[0]!.at[1])).toBeCloseTo(SIDE, 2);
    await app.frames(1);
    await app.page.evaluate(() => untangle.pause());
    await app.state('paused');
    await app.page.evaluate(async (steps) => {
      const { simulator } = untangle.session!;
      while (simulator.steps < steps) await simulator.step();
      await new Promise<void>((resolve) => untangle.running!.drawAgain(resolve));
    }, STEPS);
    await app.drawFinely();
    const { data } = await decode(app.page, await app.page.screenshot({ style: HIDE_PANELS }));
    // The file shows a part of the texture's upper half, which is red and green; the lower half is yellow and magenta.
    const seen = { red: 0, green: 0, other: 0 };
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!];
      if (r > 2 * g && r > 2 * b) seen.red++;
      else if (g > 1.3 * r && g > 1.6 * b) seen.green++;
      else if ((r > 1.5 * g && b > 1.5 * g) || (r > 1.5 * b && g > 1.5 * b)) seen.other++;
    }
    expect(Math.min(seen.red, seen.green), JSON.stringify(seen)).toBeGreaterThan(LEAST_PIXELS);
    // Red and green blend to yellow at the squares' edges.
    expect(seen.other, JSON.stringify(seen)).toBeLessThan(Math.min(seen.red, seen.green) / 5);
  });

  it('goes out again with its texture, where the texture was, and its vertices where they have fallen', async () => {
    const waiting = app.page.waitForEvent('download');
    await app.page.evaluate(() => untangle.save({ kind: 'shape', format: 'glb' }));
    const download = await waiting;
    await download.saveAs(join(folder, 'saved.glb'));
    const saved = await load(new Uint8Array(readFileSync(join(folder, 'saved.glb'))));
    expect(saved.image).toEqual(png);
    expect(saved.material.roughness).toBeCloseTo(given.material.roughness, 6);
    expect(saved.material.metalness).toBe(0);
    expect([...saved.geometry.index!.array]).toEqual([...given.geometry.index!.array]);
    expect(saved.drawnUvs).toHaveLength(given.drawnUvs.length);
    for (const [i, x] of saved.drawnUvs.entries()) expect(Math.abs(x - given.drawnUvs[i]!)).toBeLessThan(ROUNDING);
    const [before, after] = [given, saved].map(({ geometry }) => geometry.getAttribute('position'));
    const time = await app.page.evaluate(() => untangle.session!.simulator.time);
    const { gravity } = await app.page.evaluate(() => untangle.session!.simulator.parameters);
    const fall = SIDE - (gravity * time * time) / 2;
    expect(fall).toBeLessThan(SIDE - FELL);
    for (let v = 0; v < before!.count; v++) {
      expect(Math.abs(after!.getX(v) - before!.getX(v))).toBeLessThan(SHIFT);
      expect(Math.abs(after!.getZ(v) - before!.getZ(v))).toBeLessThan(SHIFT);
      expect(Math.abs(after!.getY(v) - before!.getY(v) - fall)).toBeLessThan(SHIFT);
    }
  });

  it('had no error', () => expect(app.errors).toEqual([]));
});

/** Paints a texture of four squares. Runs in the page, since Node encodes no PNG. @returns the bytes of the file */
async function paintSquares(colours: readonly string[]): Promise<number[]> {
  const canvas = new OffscreenCanvas(64, 64);
  const context = canvas.getContext('2d')!;
  colours.forEach((colour, i) => {
    context.fillStyle = colour;
    context.fillRect(32 * (i % 2), 32 * Math.floor(i / 2), 32, 32);
  });
  return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
}
