import { afterAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../fixtures/command-line.ts';

const line = new CommandLine();
afterAll(() => line.remove());

/** What could move the cursor, change the title or turn the text around; line breaks are printed between results. */
const STEERING = /[^\P{Cc}\n\t]|\p{Bidi_Control}/u;
const EVIL = '\u001b]0;pwned\u0007\u001b[31mEVIL\u009b2J\u202e\r\u007f';

const gltf = (more: object): string =>
  JSON.stringify({
    asset: { version: '2.0' },
    buffers: [
      {
        uri: `data:;base64,${Buffer.from(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer).toString('base64')}`,
        byteLength: 36,
      },
    ],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ name: EVIL }],
    nodes: [{ mesh: 0 }],
    ...more,
  });

line.write('used.gltf', gltf({ extensionsUsed: [EVIL] }));
line.write('required.gltf', gltf({ extensionsRequired: ['KHR_draco_mesh_compression', EVIL] }));
line.write(
  'image.gltf',
  gltf({
    images: [{ uri: EVIL }],
    textures: [{ source: 0 }],
    materials: [{ name: EVIL, normalTexture: { index: 0 } }],
  }),
);
line.write('type.gltf', gltf({ accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: EVIL }] }));
/** Words of lines of text, which \r would end. */
const WORD = EVIL.replace('\r', '');
line.write('group.obj', `mtllib ${WORD}.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl ${WORD}\nf 1 2 3\n`);
line.write('word.ply', `ply\nformat ${WORD} 1.0\n`);
line.write(
  'title.scene.json',
  JSON.stringify({ untangle: 1, title: EVIL, meshes: { [EVIL]: { shape: EVIL } }, bodies: [{ mesh: EVIL }] }),
);
line.write(
  'recording.json',
  JSON.stringify({ scene: EVIL, size: 1, backend: EVIL, parameters: { [EVIL]: EVIL }, frames: [] }),
);

describe('nothing of a file steers the terminal', () => {
  const commands = [
    ...['used.gltf', 'required.gltf', 'image.gltf', 'type.gltf', 'group.obj', 'word.ply'].flatMap((file) => [
      ['info', file],
      ['info', '--format', 'json', file],
      ['convert', file, 'out.ply'],
    ]),
    ['run', 'title.scene.json'],
    ['scenes', 'title.scene.json'],
    ['check', 'title.scene.json'],
    ['replay', 'recording.json'],
    ['chart', 'recording.json'],
    [EVIL],
  ];
  it.each(commands)('%s %s', async (...words) => {
    const { stdout, stderr } = await line.answer(words.filter((word) => word !== undefined));
    expect(stdout + stderr).not.toBe('');
    expect(stdout + stderr).not.toMatch(STEERING);
  });

  it('and the report in JSON tells the same text', async () => {
    const { stdout } = await line.answer(['info', '--format', 'json', 'used.gltf']);
    expect(JSON.parse(stdout)[0].materials).toEqual([EVIL]);
  });
});
