import { describe, expect, it } from 'vitest';
import type { SkinnedMesh } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import type { GivenFile } from '../../../src/formats/given-file.ts';
import { readSurface } from '../../../src/formats/read-surface.ts';
import { CORNERS, gltf, positions } from './gltf-files.ts';
import { bufferOf, type Corners, cornersOf, cornersOfGeometry, difference, fixture, meshesIn } from './surfaces.ts';

/** Corners of all meshes of a file, as three reads it. */
async function readByThree(file: GivenFile): Promise<Corners> {
  const { scene } = await new GLTFLoader().parseAsync(bufferOf(file), '');
  const all: Corners = { positions: [], uvs: [], colours: [] };
  for (const mesh of meshesIn(scene)) {
    const corners = cornersOfGeometry(mesh.geometry, mesh);
    all.positions.push(...corners.positions);
    all.uvs.push(...corners.uvs);
    all.colours.push(...corners.colours);
  }
  return all;
}

describe('glTF of trimesh', () => {
  it('has the triangles that three reads, where nodes place them', async () => {
    const file = fixture('scene.glb');
    const surface = await readSurface([file]);
    const ours = cornersOf(surface);
    const theirs = await readByThree(file);
    // The first sheet's two triangles, the mirrored one's, whose corners are turned to stay outside, and one with colours.
    expect(surface.triangles.length / 3).toBe(5);
    const turned = ours.positions.slice(18, 36).reduce((list: number[][], x, i) => {
      list[Math.floor(i / 3)] = [...(list[Math.floor(i / 3)] ?? []), x];
      return list;
    }, []);
    const back = [0, 2, 1, 3, 5, 4].flatMap((i) => turned[i]);
    ours.positions.splice(18, 18, ...back);
    expect(difference(ours.positions, theirs.positions)).toBeLessThan(1e-6);
    expect(difference(ours.colours.slice(-9), theirs.colours)).toBeLessThan(1e-6);
    expect(surface.materials.map(({ name }) => name)).toEqual(['skin', '']);
    expect(surface.groups).toEqual([
      { first: 0, count: 4, material: 0 },
      { first: 4, count: 1, material: 1 },
    ]);
  });

  it('has its texture, from the file and from a buffer beside it', async () => {
    const surface = await readSurface([fixture('textured.glb')]);
    const [skin] = surface.materials;
    expect(skin).toMatchObject({ roughness: 0.5, metalness: 0.25, doubleSided: true, opacity: 1 });
    expect(skin.colour[1]).toBeCloseTo(128 / 255, 9);
    expect(skin.colourTexture?.mimeType).toBe('image/png');
    expect([...surface.uvs!.subarray(0, 8)]).toEqual([0, 1, 1, 1, 1, 0, 0, 0.25]);
    expect(surface.notes).toEqual([]);
    expect(await readSurface([fixture('gltf_buffer.bin'), fixture('textured.gltf')])).toEqual(surface);
  });

  it('is refused without its buffer', async () => {
    await expect(readSurface([fixture('textured.gltf')])).rejects.toThrow(
      "textured.gltf: the file gltf_buffer.bin isn't here; expected it beside this one",
    );
  });
});

describe('glTF', () => {
  it.each([
    { mode: 5, triangles: [0, 1, 2, 2, 1, 3] },
    { mode: 6, triangles: [0, 1, 2, 0, 2, 3] },
  ])('has triangles of the mode $mode', async ({ mode, triangles }) => {
    const file = gltf([CORNERS], {
      accessors: [positions],
      meshes: [
        {
          primitives: [
            { attributes: { POSITION: 0 }, mode },
            { attributes: { POSITION: 0 }, mode: 0 },
          ],
        },
      ],
      nodes: [{ mesh: 0 }],
    });
    const surface = await readSurface([file]);
    expect([...surface.triangles]).toEqual(triangles);
    expect(surface.notes).toEqual(['Points and lines left out: 1.']);
  });

  it('has sparse, interleaved and quantised numbers, as three reads them', async () => {
    // Positions interleaved with texture coordinates of two bytes each; tight ones with two rows changed; integers.
    const interleaved = new Uint8Array(4 * 16);
    const view = new DataView(interleaved.buffer);
    CORNERS.forEach((x, i) => {
      view.setFloat32(16 * Math.floor(i / 3) + 4 * (i % 3), x, true);
    });
    for (let v = 0; v < 4; v++) view.setUint16(16 * v + 12, 65_535 / (v + 1), true);
    const shorts = Int16Array.of(0, 0, 0, 0, 9, 0, 0, 0, 9, 9, 0, 0);
    const arrays = [
      interleaved,
      Float32Array.of(9, 9, 9, ...CORNERS),
      Uint16Array.of(1, 3),
      Float32Array.of(5, 6, 7, 8, 9, 10),
      shorts,
      Uint16Array.of(0, 1, 2, 0, 2, 3),
    ];
    const sparse = { count: 2, indices: { bufferView: 2, componentType: 5123 }, values: { bufferView: 3 } };
    const rest = {
      extensionsUsed: ['KHR_mesh_quantization'],
      extensionsRequired: ['KHR_mesh_quantization'],
      accessors: [
        positions,
        { bufferView: 0, byteOffset: 12, componentType: 5123, normalized: true, count: 4, type: 'VEC2' },
        { ...positions, bufferView: 1, byteOffset: 12, sparse },
        { bufferView: 4, componentType: 5122, count: 3, type: 'VEC3', min: [0, 0, 0], max: [9, 9, 0] },
        { bufferView: 5, componentType: 5123, count: 6, type: 'SCALAR' },
        { ...positions, bufferView: undefined, sparse },
      ],
      meshes: [
        { primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, indices: 4 }] },
        { primitives: [{ attributes: { POSITION: 2 }, indices: 4 }, { attributes: { POSITION: 3 } }] },
        { primitives: [{ attributes: { POSITION: 5 }, indices: 4 }] },
      ],
      nodes: [
        { mesh: 0, scale: [1, 2, 3], rotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2], children: [2, 1] },
        { mesh: 1 },
        { mesh: 2, translation: [1, 2, 3] },
      ],
      scenes: [{ nodes: [0] }],
      scene: 0,
    };
    const file = gltf(arrays, rest, [{ byteStride: 16 }, {}, {}, {}, { byteStride: 8 }]);
    const ours = cornersOf(await readSurface([file]));
    const theirs = await readByThree(file);
    expect(difference(ours.positions, theirs.positions)).toBeLessThan(1e-5);
    expect(difference(ours.uvs.slice(0, 12), theirs.uvs)).toBeLessThan(1e-6);
  });

  it('stands as its joints do, as three moves it', async () => {
    const inverse = Float32Array.of(
      2,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      1,
      0,
      0.5,
      0,
      0,
      1,
      1,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      -1,
      0,
      1,
    );
    const weights = Float32Array.of(1, 0, 0, 0, 0.5, 0.5, 0, 0, 0.25, 0.25, 0, 0, 0, 1, 0, 0);
    const joints = Uint8Array.of(0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0);
    const file = gltf([CORNERS, inverse, weights, joints, Uint16Array.of(0, 1, 2, 0, 2, 3)], {
      accessors: [
        positions,
        { bufferView: 1, componentType: 5126, count: 2, type: 'MAT4' },
        { bufferView: 2, componentType: 5126, count: 4, type: 'VEC4' },
        { bufferView: 3, componentType: 5121, count: 4, type: 'VEC4' },
        { bufferView: 4, componentType: 5123, count: 6, type: 'SCALAR' },
      ],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, WEIGHTS_0: 2, JOINTS_0: 3 }, indices: 4 }] }],
      skins: [{ joints: [1, 2], inverseBindMatrices: 1 }],
      nodes: [{ mesh: 0, skin: 0 }, { translation: [0, 0, 3], children: [2] }, { rotation: [0.6, 0, 0, 0.8] }],
      scenes: [{ nodes: [0, 1] }],
    });
    const surface = await readSurface([file]);
    const { scene } = await new GLTFLoader().parseAsync(bufferOf(file), '');
    const mesh = meshesIn(scene)[0] as unknown as SkinnedMesh;
    mesh.skeleton.update();
    const theirs = [0, 1, 2, 3].flatMap((v) => mesh.getVertexPosition(v, mesh.position.clone()).toArray());
    expect(difference([...surface.positions], theirs)).toBeLessThan(1e-6);
    expect(surface.notes).toEqual(['The skeleton is left out; the surface stands as its joints do.']);
  });

  it('leaves out what lies elsewhere, morph targets and animations', async () => {
    const file = gltf([CORNERS], {
      extensionsUsed: ['KHR_texture_transform', 'VENDOR_special'],
      accessors: [positions],
      animations: [{ channels: [], samplers: [] }],
      images: [{ uri: 'http://example.org/skin.png' }, { uri: '../pictures/my%20skin.png' }],
      textures: [{ source: 0 }, { source: 1 }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } }, normalTexture: { index: 1 } }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 6, targets: [{ POSITION: 0 }], material: 0 }] }],
      nodes: [{ mesh: 0 }],
    });
    const png = { name: 'my skin.png', bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a) };
    const surface = await readSurface([png, file]);
    expect(surface.materials[0].colourTexture).toBeUndefined();
    expect(surface.materials[0].normalTexture?.bytes).toBe(png.bytes);
    expect(surface.notes).toEqual([
      'Extensions left out: VENDOR_special.',
      "Texture left out, since its file isn't here: http://example.org/skin.png.",
      'Morph targets left out: 1.',
      'Animations left out: 1.',
    ]);
  });

  const bad: [string, object, RegExp][] = [
    [
      'a compressed mesh',
      { extensionsRequired: ['KHR_draco_mesh_compression'] },
      /needs the extension KHR_draco_mesh_compression; expected/,
    ],
    ['a compressed buffer', { extensionsRequired: ['EXT_meshopt_compression'] }, /EXT_meshopt_compression/],
    [
      'too many rows',
      { accessors: [{ ...positions, count: 2e7 }] },
      /accessor 0 has 20,000,000 rows of 12 bytes.*; expected no more than the 48 bytes/,
    ],
    [
      'a promise of 2 GB',
      { buffers: [{ uri: 'data:;base64,AAAA', byteLength: 2 ** 31 }] },
      /buffer 0 promises 2,147,483,648 bytes; expected no more than the 3/,
    ],
    [
      'zeros without end',
      {
        accessors: [
          {
            ...positions,
            bufferView: undefined,
            count: 1e7,
            sparse: { count: 0, indices: { bufferView: 0, componentType: 5123 }, values: { bufferView: 0 } },
          },
        ],
      },
      /promises 10000000 rows of zeros/,
    ],
    ['a circle of nodes', { nodes: [{ children: [1] }, { children: [0] }] }, /node 0 is its own ancestor/],
    [
      'a node of two parents',
      { nodes: [{ children: [2] }, { children: [2] }, { mesh: 0 }] },
      /node 2 is a child of the nodes 0 and 1/,
    ],
    ['a mesh that isn’t there', { nodes: [{ mesh: 7 }] }, /names the mesh 7; expected one of its 1/],
    ['an accessor that isn’t there', { accessors: [] }, /names the accessor 0; expected one of its 0/],
    ['another version', { asset: { version: '1.0' } }, /version 1.0 of glTF; expected 2.0/],
    ['a description of another shape', { meshes: [{ primitives: 7 }] }, /doesn't hold together/],
    ['no mesh', { nodes: [] }, /no triangles/],
    [
      'a scene that names nodes below others',
      { scenes: [{ nodes: [0, 1] }], nodes: [{ children: [1] }, { mesh: 0 }] },
      /names the node 1, a child of the node 0; expected nodes without parents/,
    ],
    [
      'a scene that names all of a chain of nodes',
      {
        scenes: [{ nodes: [...Array(50_000).keys()] }],
        nodes: Array.from({ length: 50_000 }, (_, i) => (i < 49_999 ? { children: [i + 1] } : {})),
      },
      /names the node 1, a child of the node 0/,
    ],
    [
      'lines in many places',
      {
        meshes: [{ primitives: Array.from({ length: 5000 }, () => ({ attributes: { POSITION: 0 }, mode: 1 })) }],
        nodes: Array.from({ length: 5000 }, () => ({ mesh: 0 })),
      },
      /places at least 2\d\d,000 primitives with 0 vertices and 0 triangles, which takes \d+ MB or more; expected at most/,
    ],
    [
      'a mesh in many places',
      {
        meshes: [{ primitives: Array.from({ length: 400 }, () => ({ attributes: { POSITION: 0 }, mode: 6 })) }],
        nodes: Array.from({ length: 1000 }, () => ({ mesh: 0 })),
      },
      /places at least \d+,\d+ primitives with [\d,]+ vertices and [\d,]+ triangles, which takes 2\d\d MB or more; expected/,
    ],
  ];
  it.each(bad)('is refused with %s', async (_, change, message) => {
    const good = {
      accessors: [positions],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, mode: 6 }] }],
      nodes: [{ mesh: 0 }],
    };
    await expect(readSurface([gltf([CORNERS], good)])).resolves.toBeDefined();
    await expect(readSurface([gltf([CORNERS], { ...good, ...change })])).rejects.toThrow(message);
  });

  it('is refused with numbers that aren’t finite and ids out of range', async () => {
    const rest = {
      accessors: [positions, { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR' }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
      nodes: [{ mesh: 0 }],
    };
    const spoiled = CORNERS.slice();
    spoiled[4] = Number.NaN;
    await expect(readSurface([gltf([spoiled, Uint16Array.of(0, 1, 2)], rest)])).rejects.toThrow(
      'a.glb: position 1 of accessor 0 has NaN; expected a finite number',
    );
    await expect(readSurface([gltf([CORNERS, Uint16Array.of(0, 1, 4)], rest)])).rejects.toThrow(
      'a.glb: index 2 of accessor 1 is 4; expected a whole number below 4',
    );
  });

  it('is refused when it was cut', async () => {
    const { bytes } = fixture('textured.glb');
    for (const length of [0, 3, 12, 100, bytes.length - 1])
      await expect(readSurface([{ name: 'a.glb', bytes: bytes.subarray(0, length) }])).rejects.toThrow(
        /^a\.glb: .*; expected /,
      );
  });
});
