import type { Mesh } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { GltfAccessors } from '../../../src/formats/read/gltf-accessors.ts';
import { GltfFile } from '../../../src/formats/read/gltf-file.ts';
import { compose } from '../../../src/formats/read/gltf-nodes.ts';
import { GltfSkins } from '../../../src/formats/read/gltf-skins.ts';
import { readSurface } from '../../../src/formats/read-surface.ts';
import { CORNERS, glb, gltf, positions } from './gltf-files.ts';
import { bufferOf, difference, meshesIn } from './surfaces.ts';

/**
 * Files that other programs write, and files that were made to take time and memory. The file is long since each case builds a file of its own
 * from the same few parts.
 */

const FAN = { attributes: { POSITION: 0 }, mode: 6 };
const square = { accessors: [positions], meshes: [{ primitives: [FAN] }], nodes: [{ mesh: 0 }] };
const read = (rest: object, arrays: Parameters<typeof gltf>[0] = [CORNERS]) => readSurface([gltf(arrays, rest)]);
const notesOf = async (rest: object): Promise<readonly string[]> => (await read({ ...square, ...rest })).notes;
const base64 = Buffer.from(CORNERS.buffer).toString('base64');

describe('the ends of glTF files', () => {
  const whole = gltf([CORNERS], square);
  const note = (count: string) => [`Bytes after the end that the file's head tells left out: ${count}.`];

  it.each([
    [1, '1'],
    [4, '4'],
    [5000, '5,000'],
  ])('may have %i bytes more than the head tells', async (count, inWords) => {
    const bytes = new Uint8Array(whole.bytes.length + count).fill(7);
    bytes.set(whole.bytes);
    expect(await readSurface([{ name: 'a.glb', bytes }])).toEqual({
      ...(await readSurface([whole])),
      notes: note(inWords),
    });
  });

  it.each(['\0\0\0', '\n\x1a'])(
    'may be filled up with zeros instead of blanks, or end as texts of DOS: %j',
    async (end) => {
      const { json } = {
        json: { asset: { version: '2.0' }, buffers: [{ uri: `data:;base64,${base64}`, byteLength: 48 }] },
      };
      const text = JSON.stringify({ ...json, bufferViews: [{ buffer: 0, byteLength: 48 }], ...square });
      const { notes } = await readSurface([{ name: 'a.gltf', bytes: new TextEncoder().encode(text + end) }]);
      expect(notes).toEqual([]);
    },
  );
});

describe('morph targets', () => {
  const shift = Float32Array.of(1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 4);
  const sparse = {
    count: 1,
    indices: { bufferView: 2, componentType: 5123 },
    values: { bufferView: 3 },
  };
  const arrays = [CORNERS, shift, Uint16Array.of(2), Float32Array.of(0, 0, 8)];
  const morphed = (mesh: object, node: object = {}) => ({
    accessors: [positions, { ...positions, bufferView: 1 }, { ...positions, bufferView: undefined, sparse }],
    meshes: [{ primitives: [{ ...FAN, targets: [{ POSITION: 1 }, { POSITION: 2 }, { NORMAL: 0 }] }], ...mesh }],
    nodes: [{ mesh: 0, ...node }],
    scenes: [{ nodes: [0] }],
  });

  it.each([
    ['mesh', { weights: [0.5, 0, 0] }, {}, [0.5, 0, 0, 1.5, 0, 0, 1.5, 1, 0, 0.5, 1, 2], 1],
    [
      'node, whatever its mesh has',
      { weights: [9, 9, 0] },
      { weights: [0, -0.25] },
      [0, 0, 0, 1, 0, 0, 1, 1, -2, 0, 1, 0],
      1,
    ],
    ['node, with a scale', {}, { weights: [1, 1, 0], scale: [2, 1, 1] }, [2, 0, 0, 4, 0, 0, 4, 1, 8, 2, 1, 4], 2],
  ])('are applied by the weights of the %s, as three does', async (_, mesh, node, expected, applied) => {
    const file = gltf(arrays, morphed(mesh, node));
    const { positions: ours, notes } = await readSurface([file]);
    expect([...ours]).toEqual(expected);
    expect(notes).toEqual([
      `Morph targets applied by their weights, and then left out: ${applied}.`,
      `Morph targets left out: ${3 - applied}.`,
    ]);
    const { scene } = await new GLTFLoader().parseAsync(bufferOf(file), '');
    scene.updateMatrixWorld();
    const theirs = meshesIn(scene)[0] as unknown as Mesh;
    const corner = (v: number) => theirs.localToWorld(theirs.getVertexPosition(v, theirs.position.clone())).toArray();
    expect(difference([...ours], [0, 1, 2, 3].flatMap(corner))).toBeLessThan(1e-6);
  });

  it('move vertices before joints do', async () => {
    const weights = Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
    const four = { bufferView: 4, componentType: 5126, count: 4, type: 'VEC4' };
    const rest = morphed({ weights: [1] }, { skin: 0 });
    const more = {
      accessors: [...rest.accessors, four, { ...four, bufferView: 5, componentType: 5121 }],
      skins: [{ joints: [1] }],
      nodes: [...rest.nodes, { scale: [3, 1, 1] }],
      scenes: undefined,
    };
    const [primitive] = rest.meshes[0].primitives;
    const attributes = { ...primitive.attributes, WEIGHTS_0: 3, JOINTS_0: 4 };
    const meshes = [{ ...rest.meshes[0], primitives: [{ ...primitive, attributes }] }];
    const surface = await read({ ...rest, ...more, meshes }, [...arrays, weights, new Uint8Array(16)]);
    expect([...surface.positions.subarray(0, 6)]).toEqual([3, 0, 0, 6, 0, 0]);
  });

  it('are refused with weights that are no numbers', async () => {
    await expect(read(morphed({ weights: ['much'] }), arrays)).rejects.toThrow(
      /target 0 has the weight much; expected/,
    );
    await expect(read(morphed({}, { weights: [0, null] }), arrays)).rejects.toThrow(/target 1 has the weight nothing/);
  });
});

describe('joints', () => {
  it('may be more than four per vertex', async () => {
    const weights = new Float32Array(16).fill(0.125);
    const joints = Uint8Array.from({ length: 16 }, (_, i) => i % 4);
    const four = { componentType: 5126, count: 4, type: 'VEC4' };
    const accessors = [positions, { ...four, bufferView: 1 }, { ...four, bufferView: 2, componentType: 5121 }];
    const attributes = { POSITION: 0, WEIGHTS_0: 1, JOINTS_0: 2, WEIGHTS_1: 1, JOINTS_1: 3 };
    const second = { ...four, bufferView: 3, componentType: 5121 };
    const nodes = [{ mesh: 0, skin: 0 }, ...Array.from({ length: 8 }, (_, i) => ({ translation: [i, 0, 0] }))];
    const meshes = [{ primitives: [{ ...FAN, attributes }] }];
    const rest = { accessors: [...accessors, second], meshes, skins: [{ joints: [1, 2, 3, 4, 5, 6, 7, 8] }], nodes };
    const surface = await read(rest, [CORNERS, weights, joints, joints.map((joint) => joint + 4)]);
    expect([...surface.positions]).toEqual([3.5, 0, 0, 4.5, 0, 0, 4.5, 1, 0, 3.5, 1, 0]);
  });
});

describe('extensions', () => {
  it.each([
    'KHR_texture_basisu',
    'EXT_texture_avif',
    'KHR_xmp_json_ld',
    'KHR_animation_pointer',
    'VRMC_vrm',
    'KHR_audio_emitter',
    'ACME_camera_path',
    'ACME_something',
  ])('that change no triangle refuse no mesh, though required: %s', async (name) => {
    const more = { extensionsRequired: [name], extensionsUsed: [name], extensions: { [name]: {} } };
    expect(await notesOf(more)).toEqual([`Extension left out, although the file requires it: ${name}.`]);
  });

  it.each([
    ['KHR_meshopt_compression', {}],
    ['EXT_mesh_primitive_restart', {}],
    ['ACME_packed', { meshes: [{ primitives: [{ ...FAN, extensions: { ACME_packed: {} } }] }] }],
    ['ACME_packed', { accessors: [{ ...positions, extensions: { ACME_packed: {} } }] }],
  ])('that change triangles do: %s', async (name, more) => {
    await expect(notesOf({ ...more, extensionsRequired: [name] })).rejects.toThrow(
      `needs the extension ${name}; expected a file without it, since it changes the triangles`,
    );
  });

  it('place a mesh as often as they say (EXT_mesh_gpu_instancing)', async () => {
    const TRANSLATION = Float32Array.of(0, 0, 5, 0, 0, 7);
    const EXT_mesh_gpu_instancing = { attributes: { TRANSLATION: 1, SCALE: 2 } };
    const surface = await read(
      {
        extensionsRequired: ['EXT_mesh_gpu_instancing'],
        accessors: [
          positions,
          { bufferView: 1, componentType: 5126, count: 2, type: 'VEC3' },
          { bufferView: 2, componentType: 5126, count: 2, type: 'VEC3' },
        ],
        meshes: square.meshes,
        nodes: [{ mesh: 0, translation: [0, 0, 1], extensions: { EXT_mesh_gpu_instancing } }],
      },
      [CORNERS, TRANSLATION, Float32Array.of(1, 1, 1, -2, 1, 1)],
    );
    expect([...surface.positions.subarray(3, 6), ...surface.positions.subarray(15, 18)]).toEqual([1, 0, 6, -2, 0, 8]);
    // The second one is mirrored, so its triangles are turned to stay outside.
    expect([...surface.triangles]).toEqual([0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6]);
  });

  it('hide nodes and what is below them (KHR_node_visibility)', async () => {
    const extensions = { KHR_node_visibility: { visible: false } };
    const nodes = [{ children: [1], extensions }, { mesh: 0 }, { mesh: 0 }, { mesh: 0, extensions }];
    const surface = await read({ ...square, extensionsRequired: ['KHR_node_visibility'], nodes });
    expect(surface.triangles.length / 3).toBe(2);
    expect(surface.notes).toEqual(['Invisible nodes left out: 2.']);
    await expect(notesOf({ nodes: [{ mesh: 0, extensions }] })).rejects.toThrow(/1 node with a mesh can't be seen/);
  });
});

describe('textures', () => {
  const textured = (more: object) => ({
    meshes: [{ primitives: [{ ...FAN, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    ...more,
  });

  it.each([
    ['a texture that isn’t there', {}, "since it can't be read: number 0."],
    ['an image that isn’t there', { textures: [{ source: 3 }] }, "since it can't be read: number 0."],
    [
      'a view that isn’t there',
      { textures: [{ source: 0 }], images: [{ bufferView: 9 }] },
      "since it can't be read: number 0.",
    ],
    [
      'bad base64',
      { textures: [{ source: 0 }], images: [{ uri: 'data:;base64,%%%' }] },
      "since it can't be read: number 0.",
    ],
    [
      'no source',
      { textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }] },
      'since it is no PNG, JPEG or WebP: number 0.',
    ],
    [
      'other data',
      { textures: [{ source: 0 }], images: [{ uri: 'data:image/ktx2,abc' }] },
      'since it is no PNG, JPEG or WebP: inside the file.',
    ],
  ])('are left out with a note: %s', async (_, more, end) => {
    expect(await notesOf(textured(more))).toEqual([`Texture left out, ${end}`]);
  });

  it('make a single note, with the first names and a count', async () => {
    const names = Array.from({ length: 5000 }, (_, i) => `${'long'.repeat(i === 0 ? 100 : 1)}${i}.png`);
    const notes = await notesOf({
      images: names.map((uri) => ({ uri })),
      textures: names.map((_, source) => ({ source })),
      materials: names.map((_, index) => ({ pbrMetallicRoughness: { baseColorTexture: { index } } })),
      meshes: [{ primitives: names.map((_, material) => ({ ...FAN, material })) }],
    });
    expect(notes).toEqual([
      expect.stringMatching(/^Textures left out, since their files aren't here: long.*… \(5,000 in all\)\.$/),
    ]);
    expect(notes[0].length).toBeLessThan(400);
  });
});

describe('addresses with data', () => {
  const escaped = [...new Uint8Array(CORNERS.buffer)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const beside = (uri: string, byteLength = 48) =>
    readSurface([
      {
        name: 'a.gltf',
        bytes: new TextEncoder().encode(
          JSON.stringify({
            asset: { version: '2.0' },
            buffers: [{ uri, byteLength }],
            bufferViews: [{ buffer: 0, byteLength: 48 }],
            ...square,
          }),
        ),
      },
    ]);

  it.each([
    ['base64', `data:application/octet-stream;base64,${base64}`],
    ['base64 with escapes', `DATA:;charset=x;BASE64,${base64.replaceAll('=', '%3D').replaceAll('A', '%41')}`],
    ['escapes', `data:application/octet-stream,${escaped}`],
    ['escapes and characters', `data:,${escaped.replaceAll('%3f', '?')}`],
  ])('are read: %s', async (_, uri) => {
    expect([...(await beside(uri)).positions]).toEqual([...CORNERS]);
  });

  it.each([
    ['too short', `data:,${'secret'.repeat(5)}`],
    ['no base64', `data:;base64,${'secret!'.repeat(5000)}`],
    ['without a comma', `data:${'secret'.repeat(5000)}`],
  ])('are never shown: %s', async (_, uri) => {
    const { message } = await beside(uri).then(
      () => new Error('it was read'),
      (error: Error) => error,
    );
    expect(message).toMatch(/^a\.gltf: .*; expected /);
    expect(message).not.toContain('secret');
    expect(message.length).toBeLessThan(200);
  });

  it('are cut, as other values are', async () => {
    for (const uri of ['x'.repeat(9000), `http://${'y'.repeat(9000)}`])
      await expect(beside(uri)).rejects.toThrow(
        /^a\.gltf: the file .{100,250} isn't here; expected it beside this one$/,
      );
    await expect(read({ ...square, accessors: [{ ...positions, type: 'z'.repeat(9000) }] })).rejects.toThrow(
      /^.{100,500}$/,
    );
    const long = 'n'.repeat(9000);
    await expect(
      readSurface([{ ...glb({ asset: { version: long } }, new Uint8Array()), name: `${long}.glb` }]),
    ).rejects.toThrow(/^.{100,800}$/);
  });
});

describe('floods', () => {
  it.each([
    ['instances', { nodes: Array.from({ length: 400 }, () => ({ mesh: 0 })) }],
    [
      'morph targets',
      {
        meshes: [
          { weights: Array(3000).fill(1), primitives: [{ ...FAN, targets: Array(3000).fill({ POSITION: 0 }) }] },
        ],
      },
    ],
    [
      'colours of the same vertices',
      {
        meshes: [
          { primitives: Array.from({ length: 400 }, (_, i) => ({ ...FAN, attributes: { POSITION: 0, COLOR_0: i } })) },
        ],
      },
    ],
  ])('are refused before their numbers are read: %s', async (_, more) => {
    // Numbers that aren't finite would be told if they were read.
    const spoiled = new Float32Array(30_000).fill(Number.NaN);
    const accessors = [{ bufferView: 0, componentType: 5126, count: 10_000, type: 'VEC3' }];
    await expect(read({ ...square, accessors, ...more }, [spoiled])).rejects.toThrow(
      /places at least .* takes \d+ MB or more; expected at most \d+ MB for a file of this length$/,
    );
  });

  it('of instances of GPUs are refused, too', async () => {
    const EXT_mesh_gpu_instancing = { attributes: { TRANSLATION: 0 } };
    const nodes = Array.from({ length: 100 }, () => ({ mesh: 0, extensions: { EXT_mesh_gpu_instancing } }));
    const accessors = [{ ...positions, count: 10_000 }];
    await expect(read({ ...square, accessors, nodes }, [new Float32Array(30_000)])).rejects.toThrow(/places at least/);
  });

  it('of nodes that share a skin make the matrices of its joints once', () => {
    const accessors = new GltfAccessors(new GltfFile(gltf([CORNERS], square).bytes, []));
    const skins = new GltfSkins(accessors, [compose([1, 2, 3])]);
    const skin = { joints: [0, 0] };
    const matrices = skins.matricesOf(skin);
    expect([...matrices.subarray(16)]).toEqual([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1]);
    expect(skins.matricesOf(skin)).toBe(matrices);
  });

  it('of primitives that share many vertices take the room of these once', async () => {
    const primitives = Array.from({ length: 200 }, () => ({ attributes: { POSITION: 0 }, indices: 1 }));
    const accessors = [
      { bufferView: 0, componentType: 5126, count: 10_000, type: 'VEC3' },
      { bufferView: 1, componentType: 5123, count: 3, type: 'SCALAR' },
    ];
    const rest = { accessors, meshes: [{ primitives }], nodes: [{ mesh: 0 }] };
    const { notes } = await read(rest, [new Float32Array(30_000), Uint16Array.of(0, 1, 2)]);
    expect(notes).toEqual(['Vertices without a triangle left out: 9,997.']);
  });

  it('of nodes in a chain of 100,000 are placed', async () => {
    const count = 100_000;
    const nodes = Array.from({ length: count }, (_, i) => ({
      translation: [1, 0, 0],
      children: i + 1 < count ? [i + 1] : [],
    }));
    const surface = await read({ ...square, nodes: [...nodes.slice(0, -1), { mesh: 0 }] });
    expect(surface.far?.positions[0]).toBe(count - 1);
  });
});

describe('looks that are no numbers', () => {
  const NONE = Number.NaN;
  const list = (bufferView: number, type: string) => ({ bufferView, componentType: 5126, count: 4, type });
  const drawn = (attributes: object) => ({
    ...square,
    accessors: [positions, list(1, 'VEC3'), list(2, 'VEC2')],
    meshes: [{ primitives: [{ ...FAN, attributes: { POSITION: 0, ...attributes } }] }],
  });
  const arrays = [
    CORNERS,
    Float32Array.of(1, NONE, 0, 0, 0.5, 1, Infinity, 0, 0, 7, -1, 0.25),
    Float32Array.of(0, 1, NONE, 0, 1, 1, 1, -Infinity),
  ];

  it('refuse no mesh: colours are white there, and brought into their range elsewhere', async () => {
    const { colours, notes } = await read(drawn({ COLOR_0: 1 }), arrays);
    expect([...colours!]).toEqual([1, 1, 1, 0, 0.5, 1, 1, 1, 1, 1, 0, 0.25]);
    expect(notes).toEqual(['Colours that are no numbers left out: 2.']);
  });

  it('refuse no mesh: texture coordinates are 0 there', async () => {
    const { uvs, triangles, notes } = await read(drawn({ TEXCOORD_0: 2 }), arrays);
    expect(triangles).toHaveLength(6);
    expect([...uvs!]).toEqual([0, 1, 0, 0, 1, 1, 0, 0]);
    expect(notes).toEqual(['Texture coordinates that are no numbers left out: 2.']);
  });

  it.each([
    ['a material that is not there', { material: 3 }, "Material left out, since the file hasn't it: 3."],
    ['a material that is no number', { material: 'red' }, "Material left out, since the file hasn't it: red."],
    [
      'colours that are not there',
      { attributes: { POSITION: 0, COLOR_0: 7 } },
      "Looks left out, since they can't be read: accessor 7.",
    ],
    [
      'colours of another type',
      { attributes: { POSITION: 0, COLOR_0: 2 } },
      "Looks left out, since they can't be read: accessor 2.",
    ],
    [
      'texture coordinates that are not there',
      { attributes: { POSITION: 0, TEXCOORD_0: -1 } },
      "Looks left out, since they can't be read: accessor -1.",
    ],
  ])('refuse no mesh: %s', async (_, primitive, note) => {
    const rest = { ...drawn({}), meshes: [{ primitives: [{ ...FAN, ...primitive }] }] };
    const { triangles, colours, uvs, notes } = await read(rest, arrays);
    expect([triangles.length, colours, uvs, notes]).toEqual([6, undefined, undefined, [note]]);
  });
});
