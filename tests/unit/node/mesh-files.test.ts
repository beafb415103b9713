import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sceneOf } from '../../../src/cli/scene-of.ts';
import { MeshFileError } from '../../../src/formats/file-mesh.ts';
import { readSurface } from '../../../src/formats/read-surface.ts';
import { readTets } from '../../../src/formats/read-tets.ts';
import { readMeshFiles } from '../../../src/node/mesh-files.ts';

/** Longer than any file that is read [bytes]. On disk it takes no room, since it has no data. */
const TOO_LONG = 2 ** 30;
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const VERTICES = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n';
const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

let folder: string;
const path = (name: string): string => join(folder, name);
const write = (name: string, contents: string | Uint8Array): void => writeFileSync(path(name), contents);

/** A glTF file of a triangle whose numbers are in a buffer at an address. */
const gltf = (uri: string, images: readonly string[] = []): string =>
  JSON.stringify({
    asset: { version: '2.0' },
    buffers: [{ uri, byteLength: 36 }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    images: images.map((image) => ({ uri: image })),
    textures: images.map((_, source) => ({ source })),
    materials: images.map((_, index) => ({ pbrMetallicRoughness: { baseColorTexture: { index } } })),
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0 } },
          ...images.map((_, material) => ({ attributes: { POSITION: 0 }, material })),
        ],
      },
    ],
    nodes: [{ mesh: 0 }],
  });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mesh-files-'));
  for (const end of ['mtl', 'png', 'jpg', 'webp', 'bin', 'node']) {
    mkdirSync(path(`folder.${end}`));
    execFileSync('mkfifo', [path(`pipe.${end}`)]);
    symlinkSync('nowhere', path(`dangling.${end}`));
    symlinkSync('/dev/zero', path(`device.${end}`));
    write(`long.${end}`, '');
    truncateSync(path(`long.${end}`), TOO_LONG);
  }
  write('Skin One.PNG', PNG);
  symlinkSync('Skin One.PNG', path('linked.png'));
  write('My Colours.mtl', 'newmtl red\nKd 1 0 0\nmap_Kd textures\\skin one.png\n');
  write('a b.bin', new Uint8Array(POSITIONS.buffer));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('files beside a mesh', () => {
  it.each([
    ['obj', `${VERTICES}f 1 2 3\n`],
    ['gltf', gltf(`data:;base64,${Buffer.from(POSITIONS.buffer).toString('base64')}`)],
  ])('that it doesn’t name are not opened: .%s', async (kind, contents) => {
    write(`plain.${kind}`, contents);
    const surface = await readSurface(readMeshFiles(path(`plain.${kind}`)));
    expect(surface.notes).toEqual([]);
  });

  it('that it names are read, through links, blanks, other folders, escapes, and letters of another size', async () => {
    write('named.obj', `mtllib my colours.mtl\n${VERTICES}usemtl red\nf 1/1 2/1 3/1\n`);
    const obj = await readSurface(readMeshFiles(path('named.obj')));
    expect(obj.materials).toMatchObject([{ name: 'red', colourTexture: { mimeType: 'image/png' } }]);
    write('named.gltf', gltf('./data/a%20b.bin', ['textures\\SKIN%20one.png', 'linked.png', 'dangling.png']));
    const { materials, notes } = await readSurface(readMeshFiles(path('named.gltf')));
    expect(materials.map(({ colourTexture }) => colourTexture?.mimeType)).toEqual([
      undefined,
      'image/png',
      'image/png',
      undefined,
    ]);
    expect(notes.join()).toContain("its file isn't here: dangling.png");
  });

  it.each(['folder', 'pipe', 'dangling', 'device'])('are missing if they are no files: %s', async (name) => {
    write('other.obj', `mtllib ${name}.mtl\n${VERTICES}f 1 2 3\n`);
    const { notes } = await readSurface(readMeshFiles(path('other.obj')));
    expect(notes).toEqual([`Materials left out, since their file isn't here: ${name}.mtl.`]);
    write('other.gltf', gltf(`${name}.bin`));
    await expect(readSurface(readMeshFiles(path('other.gltf')))).rejects.toThrow(/isn't here; expected it beside/);
    write(`${name}.ele`, '');
    expect(() => readTets(readMeshFiles(path(`${name}.ele`)))).toThrow(/came alone; expected the .node file beside it/);
  });

  it('that are too long are left out, unless the mesh itself is in them', async () => {
    write('texture.mtl', 'newmtl red\nmap_Kd long.png\n');
    write('other.obj', `mtllib long.mtl\nmtllib texture.mtl\n${VERTICES}usemtl red\nf 1 2 3\n`);
    const { notes, materials } = await readSurface(readMeshFiles(path('other.obj')));
    expect(materials[0]).toMatchObject({ name: 'red' });
    expect(notes).toEqual([
      expect.stringMatching(/^Materials left out: can't read '.*long\.mtl': it is longer than \d+ bytes/),
      expect.stringMatching(/^Texture left out: can't read '.*long\.png': it is longer than \d+ bytes/),
    ]);
    write('long.gltf', gltf('a b.bin', ['long.png']));
    expect((await readSurface(readMeshFiles(path('long.gltf')))).notes).toEqual([
      "Texture left out, since it can't be read: number 0.",
    ]);
    write('other.gltf', gltf('long.bin'));
    const refused = readSurface(readMeshFiles(path('other.gltf')));
    await expect(refused).rejects.toThrow(MeshFileError);
    await expect(refused).rejects.toThrow(/long\.bin.*longer than \d+ bytes/);
  });

  it('are no pipes where a scene names them as meshes', async () => {
    execFileSync('mkfifo', [path('pipe.obj')]);
    const bodies = { meshes: { a: { file: 'pipe.obj', unit: 'm' } }, bodies: [{ mesh: 'a' }] };
    write('a.scene.json', JSON.stringify({ untangle: 1, ...bodies }));
    await expect(sceneOf(path('a.scene.json'))).rejects.toThrow(
      /pipe\.obj.*a pipe, a socket or a device; expected a file/,
    );
  });
});
