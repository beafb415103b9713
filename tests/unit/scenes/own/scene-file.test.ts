import { describe, expect, it } from 'vitest';
import { deflate, toBase64 } from '../../../../src/formats/packed-bytes.ts';
import { checkSize } from '../../../../src/scenes/own/check-size.ts';
import { packArray } from '../../../../src/scenes/own/arrays.ts';
import { readSceneFile } from '../../../../src/scenes/own/read-scene-file.ts';
import { type MeshReference, SceneFileError, withPose } from '../../../../src/scenes/own/scene-file.ts';
import { toScene } from '../../../../src/scenes/own/to-scene.ts';
import { writeSceneFile } from '../../../../src/scenes/own/write-scene-file.ts';
import { drawnBox, fullScene } from '../../../fixtures/own-scene.ts';

const WRITTEN = writeSceneFile(fullScene());

/** The text of the full scene with another value at a path, or without one if it is undefined. */
function changed(path: string, value: unknown): string {
  const scene: unknown = JSON.parse(WRITTEN);
  const keys = path.match(/[^.[\]']+/g) ?? [];
  const last = keys.pop() ?? '';
  const object = keys.reduce((at, key) => (at as Record<string, unknown>)[key], scene) as Record<string, unknown>;
  if (value !== undefined) object[last] = value;
  else if (Array.isArray(object)) object.splice(Number(last), 1);
  else delete object[last];
  return JSON.stringify(scene);
}

/** A scene of one body, of a mesh that is given. */
const ofMesh = (mesh: object): object => ({ untangle: 1, meshes: { a: mesh }, bodies: [{ mesh: 'a' }] });

describe('a written scene', () => {
  it('is read again bit for bit, and written again to the same text', async () => {
    const text = writeSceneFile(fullScene());
    const read = await readSceneFile(text);
    expect(read).toEqual(fullScene());
    expect(writeSceneFile(read)).toBe(text);
    expect(await readSceneFile(JSON.parse(text))).toEqual(fullScene());
  });

  it('keeps the bits of positions that JSON numbers would not show', async () => {
    const box = drawnBox();
    box.mesh.positions[2] *= 1 + 2 ** -23;
    box.surface?.positions.set([-0, 1e-42]);
    const scene = { ...fullScene(), meshes: { ...fullScene().meshes, 'a box': box } };
    const { mesh, surface } = (await readSceneFile(writeSceneFile(scene))).meshes['a box'];
    const bits = (array?: Float32Array) => array && new Uint32Array(array.buffer);
    expect(bits(mesh.positions)).toEqual(bits(box.mesh.positions));
    expect(bits(surface?.positions)).toEqual(bits(box.surface?.positions));
  });

  it('keeps the pose of a mesh, which is as long as the mesh', async () => {
    const box = drawnBox();
    const pose = box.mesh.positions.map((x) => -0.5 * x);
    const text = writeSceneFile({ ...fullScene(), meshes: { ...fullScene().meshes, 'a box': withPose(box, pose) } });
    expect((await readSceneFile(text)).meshes['a box']).toEqual({ ...box, pose });
    const scene: { meshes: Record<string, { pose: unknown }> } = JSON.parse(text);
    scene.meshes['a box'].pose = packArray(pose.slice(3));
    await expect(readSceneFile(scene)).rejects.toThrow(/a box'\]\.pose: \d+ vertices; expected \d+/);
  });

  it('holds a shape by its numbers alone', () => {
    expect(JSON.parse(WRITTEN)).toMatchObject({
      meshes: { cube: { shape: 'box', width: 1, height: 1, depth: 1, tetrahedra: 500 } },
    });
  });
});

describe('a few words that ask for too much', () => {
  const box = { shape: 'box', tetrahedra: 500 };

  it('are refused before anything is made of them', async () => {
    const scales = Array.from({ length: 10_000 }, (_, i) => ({ mesh: 'a', scale: 1 + i / 1e4 }));
    const scene = { untangle: 1, meshes: { a: { shape: 'ball', tetrahedra: 2000 } }, bodies: scales };
    await expect(readSceneFile(scene)).rejects.toThrow(
      /^bodies: [\d,]+ tetrahedra and [\d,]+ vertices together; expected at most 5,000,000 tetrahedra and 2,500,000 v/,
    );
    const ring = { shape: 'ring', radius: 1000, tube: 0.001 };
    await expect(readSceneFile(ofMesh(ring))).rejects.toThrow(
      /^meshes\.a: The shape needs a lattice of .* cubes; expected at most 5000000/,
    );
  });

  it('are refused when edits in the page came to them', async () => {
    const own = await readSceneFile(ofMesh(box));
    const count = Math.ceil(5_000_001 / (own.meshes.a.mesh.tets.length / 4));
    const build = (bodies: number) => toScene({ ...own, bodies: Array(bodies).fill(own.bodies[0]) }).build(1);
    expect(() => build(count)).toThrow(/^bodies: /);
    expect(build(2).placements).toHaveLength(2);
  });

  it('are refused for all meshes together', () => {
    const mesh = drawnBox();
    const count = Math.ceil(2_500_001 / (mesh.mesh.positions.length / 3));
    const check = (n: number) => checkSize('meshes', Array(n).fill('a'), { a: mesh });
    expect(() => check(count)).toThrow(SceneFileError);
    expect(() => check(count - 1)).not.toThrow();
  });
});

describe('defaults', () => {
  it('make a scene of a mesh and a body', async () => {
    const { bodies, obstacles, parameters, frames, title, meshes } = await readSceneFile(ofMesh({ shape: 'box' }));
    expect(bodies).toEqual([{ mesh: 'a', at: [0, 0, 0], turn: [0, 0, 0, 1], scale: 1 }]);
    expect([obstacles, parameters, frames, title]).toEqual([[], {}, 600, 'A scene of my own']);
    expect(meshes.a.thickness).toBe(0.5);
  });

  it('take names that objects have of their own', async () => {
    const text = '{"untangle":1,"meshes":{"__proto__":{"shape":"box"}},"bodies":[{"mesh":"__proto__"}]}';
    expect(Object.keys((await readSceneFile(text)).meshes)).toEqual(['__proto__']);
    await expect(readSceneFile(text.replace('"mesh":"__proto__"', '"mesh":"constructor"'))).rejects.toThrow(
      "bodies[0].mesh: 'constructor'; expected one of the meshes __proto__",
    );
  });
});

/** Values in place of those of the full scene, undefined for none, and the message that each one gets. */
const FAULTS: readonly (readonly [path: string, value: unknown, message: string | RegExp])[] = [
  [
    'untangle',
    undefined,
    'untangle: missing, so this is no scene of Untangle; expected "untangle": 1, with meshes and bodies',
  ],
  ['untangle', 2, 'untangle: 2, a format of a newer version of this program; expected at most 1'],
  ['untangle', '1', "untangle: '1'; expected a whole number from 1 up"],
  ['titel', 'x', 'titel: unknown; expected one of untangle, title, meshes'],
  ['title', 'x'.repeat(201), 'title: a text of 201 characters; expected a text of at most 200 characters'],
  ['meshes', [], 'meshes: a list of 0; expected an object'],
  ['bodies', [], 'bodies: a list of 0; expected at least one body'],
  ['bodies[2].scale', -1, 'bodies[2].scale: -1; expected a number above 0'],
  ['bodies[2].scale', 1e-30, 'bodies[2].scale: 1e-30; expected a scale at which'],
  ['bodies[2].scale', 1e30, 'bodies[2].scale: 1e+30; expected a scale at which'],
  ['bodies[1].mesh', 'cub', "bodies[1].mesh: 'cub'; expected one of the meshes cube, a box"],
  ['bodies[0].turn', [0, 0, 0, 2], 'bodies[0].turn: a quaternion of length 2; expected length 1'],
  ['bodies[0].turn', [0, 0, 1], 'bodies[0].turn: a list of 3; expected 4 numbers: x, y, z, w'],
  ['bodies[0].at[1]', null, 'bodies[0].at[1]: null; expected a number from -10000 to 10000 m'],
  ['bodies[0].colour', 'red', "bodies[0].colour: 'red'; expected a colour as '#rrggbb'"],
  ['bodies[0].held', 1, 'bodies[0].held: 1; expected true or false'],
  ['bodies[0].material.gravity', 1, 'bodies[0].material.gravity: unknown; expected one of material, youngs'],
  ['bodies[0].material.poissonRatio', 0.7, 'bodies[0].material.poissonRatio: 0.7; expected a number from'],
  ['bodies[1].holds', {}, 'bodies[1].holds: an object; expected a list of holds'],
  ['bodies[1].holds[0].within.radius', 0, 'bodies[1].holds[0].within.radius: 0; expected a number above 0'],
  [
    'bodies[1].holds[0].within.at',
    [9, 0, 0],
    'bodies[1].holds[0].within: no vertex of the mesh lies in this ball; expected at least one',
  ],
  [
    'bodies[1].holds[1].within',
    undefined,
    /bodies\[1\]\.holds\[1\]: holds vertex \d+ of the mesh, as bodies\[1\]\.holds\[0\] does; expected no vertex in two/,
  ],
  ['bodies[1].holds[0].motion.times', [], 'bodies[1].holds[0].motion.times: no times; expected at least one'],
  ['bodies[1].holds[0].motion.times[1]', 3, 'bodies[1].holds[0].motion.times[2]: 2 after 3; expected ascending times'],
  [
    'bodies[1].holds[0].motion.turns',
    [0, 1],
    'bodies[1].holds[0].motion.turns: 2 entries; expected 3, one for each of the times',
  ],
  ['bodies[1].holds[0].motion.axis', [0, 0, 0], 'bodies[1].holds[0].motion.axis: a list of 3; expected a vector'],
  ['bodies[1].holds[0].until', -1, 'bodies[1].holds[0].until: -1; expected a number from 0 s up'],
  ['obstacles[1].motion.turns', [0, 1], 'obstacles[1].motion.turns: unknown; expected one of times, shifts'],
  ['obstacles[0].kind', 'box', "obstacles[0].kind: 'box'; expected 'plane' or 'bowl'"],
  ['obstacles[0].normal', [0, 0, 0], 'obstacles[0].normal: a list of 3; expected a vector of a length'],
  ['obstacles[2].radius', 0, 'obstacles[2].radius: 0; expected a number above 0, at most 10000 m'],
  ['parameters.timeStep', 5, 'parameters.timeStep: 5; expected a number from'],
  ['parameters.iterations', 1.5, 'parameters.iterations: 1.5; expected a whole number from'],
  ['parameters.mode', 'fast', "parameters.mode: 'fast'; expected one of"],
  ['switches[0].parameters.dropSpeed', 1, "switches[0].parameters.dropSpeed: can't change while"],
  ['switches[0].time', -1, 'switches[0].time: -1; expected a number from 0 s up'],
  ['forces.period', 0, 'forces.period: 0; expected a number above 0 s'],
  ['camera.target', undefined, 'camera.target: missing; expected a list of 3 numbers: x, y, z'],
  ['frames', 0, 'frames: 0; expected a whole number from 1 to 1000000'],
  ['meshes.cube.shape', 'cone', "meshes.cube.shape: 'cone'; expected one of box, ball, bar, ring, octopus"],
  ['meshes.cube.tube', 1, 'meshes.cube.tube: unknown; expected one of shape, width, height, depth, tetrahedra'],
  ['meshes.cube.width', 0, 'meshes.cube.width: 0; expected a number from 0.001 to 1000 m'],
  ['meshes.cube', {}, 'meshes.cube: an object without shape, file and positions; expected one of them'],
  ['meshes.cube', { shape: 'bar', length: 0.01, radius: 1 }, 'meshes.cube: A noodle 0.01 m long'],
  ['meshes.cube', { file: 'a.t' }, "meshes.cube.file: 'a.t'; expected the mesh in the scene's file"],
  ['meshes.cube', { file: '/a.t' }, "meshes.cube.file: '/a.t'; expected a path relative to"],
  ['meshes.cube', { file: 'a.t', unit: 'ell' }, "meshes.cube.unit: 'ell'; expected one of m, cm, mm, in"],
  ["meshes['a box'].thickness", undefined, "meshes['a box'].thickness: missing; expected a number above 0 m"],
  ["meshes['a box'].positions.type", 'float64', "meshes['a box'].positions.type: 'float64'; expected 'float32'"],
  ["meshes['a box'].positions.length", 1e12, "meshes['a box'].positions.length: 1000000000000; expected a multiple"],
  ["meshes['a box'].positions.length", 3e12, "meshes['a box'].positions.length: 3000000000000; expected at most"],
  ["meshes['a box'].positions.length", 3e7, "meshes['a box'].positions.data: holds"],
  ["meshes['a box'].positions.length", 39, "meshes['a box'].positions.data: holds 144 bytes; expected the 156"],
  ["meshes['a box'].positions.length", 33, "meshes['a box'].positions.data: holds more than the 132 bytes"],
  ["meshes['a box'].positions.data", '*', "meshes['a box'].positions.data: isn't encoded by base64"],
  ["meshes['a box'].positions.data", 'AAAA', "meshes['a box'].positions.data: "],
  [
    "meshes['a box'].positions",
    packArray(Float32Array.of(0, Number.NaN, 0)),
    "meshes['a box'].positions[1]: NaN; expected a finite",
  ],
  [
    "meshes['a box'].tets",
    packArray(Uint32Array.of(0, 1, 2, 12)),
    "meshes['a box'].tets[3]: 12; expected an id below 12",
  ],
  [
    "meshes['a box'].tets",
    packArray(Uint32Array.of(0, 1, 2, 2)),
    "meshes['a box']: Tetrahedron 0 has the vertex 2 twice",
  ],
  ["meshes['a box'].tets", packArray(Uint32Array.of(0, 4, 8, 1)), "meshes['a box']: Tetrahedron 0, of the vertices"],
  [
    "meshes['a box'].surface.weights",
    packArray(Float32Array.of(1, 0)),
    "meshes['a box'].surface.weights.length: 2; expected 16",
  ],
  [
    "meshes['a box'].surface.groups[1].first",
    0,
    "meshes['a box'].surface.groups[1].first: 0; expected a number from 1 to 1",
  ],
  [
    "meshes['a box'].surface.groups[1]",
    undefined,
    "meshes['a box'].surface.groups: groups of 1 triangles; expected all 2",
  ],
  ["meshes['a box'].surface.materials[1].colourTexture.mimeType", 'text/html', 'colourTexture.mimeType: '],
];

/** A scene of a bar of 1.2 m along x, with changes of its body. */
const barScene = (changed: object, more: object = {}): object => ({
  untangle: 1,
  meshes: { a: { shape: 'bar' } },
  bodies: [{ mesh: 'a', ...changed }],
  ...more,
});
const ends = {
  times: [0, 1],
  shifts: [
    [0, 0, 0],
    [0, 9999, 0],
  ],
};

describe('the range of places', () => {
  const within = 'expected all within 10000 m of the origin along each axis';
  const { surface: _, ...box } = drawnBox();
  const posed = (pose: Float32Array): object =>
    JSON.parse(writeSceneFile({ ...fullScene(), meshes: { ...fullScene().meshes, 'a box': withPose(box, pose) } }));

  it.each([
    [
      'a body’s origin',
      barScene({ at: [0, -10_000.5, 0] }),
      'bodies[0].at[1]: -10000.5; expected a number from -10000',
    ],
    ['what reaches farther than its origin', barScene({ at: [9999.9, 0, 0] }), `bodies[0]: a vertex at x = 10000`],
    [
      'what is turned',
      barScene({ at: [0, 0, -9999.5], turn: [0, Math.SQRT1_2, 0, Math.SQRT1_2] }),
      'bodies[0]: a vertex at z = -10000.0146 m; expected all',
    ],
    ['what is scaled', barScene({ scale: 2e4 }), 'bodies[0].scale: 20000; expected a scale at which'],
    ['a pose', posed(box.mesh.positions.map((x, i) => (i === 4 ? 3e38 : x))), `m of the mesh's pose; ${within}`],
    ['a pose that is scaled to infinity', posed(box.mesh.positions.map(() => 3e38)), 'bodies[1]: a vertex at x = 3'],
    [
      'what is shifted',
      barScene({ at: [0, 5, 0], holds: [{ motion: ends }] }),
      'bodies[0].holds[0].motion.shifts[1]: a vertex at y = 10003.95 m; expected all',
    ],
    [
      'a key of a motion',
      barScene({ holds: [{ motion: { times: [0], shifts: [[2e4, 0, 0]] } }] }),
      'bodies[0].holds[0].motion.shifts[0][0]: 20000; expected a number from -10000 to 10000 m',
    ],
    [
      'an obstacle',
      barScene({}, { obstacles: [{ kind: 'plane', at: [0, -5e4, 0], normal: [0, 1, 0] }] }),
      'obstacles[0].at[1]: -50000; expected a number from -10000 to 10000 m',
    ],
  ])('holds for %s', async (_, scene, message) => {
    const error = await readSceneFile(scene).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SceneFileError);
    expect((error as Error).message).toContain(message);
  });

  it('takes what lies just within, and cameras from farther away', async () => {
    const camera = { position: [3e4, 0, 0], target: [0, 0, 0] };
    await expect(readSceneFile(barScene({ at: [9999.3, 0, 0] }, { camera }))).resolves.toBeDefined();
    // Held bodies stay where they are.
    const held = barScene({ at: [0, 5, 0], held: true, holds: [{ motion: ends }] });
    await expect(readSceneFile(held)).resolves.toBeDefined();
  });
});

describe('faults', () => {
  it.each(FAULTS)('%s %j', async (path, value, message) => {
    const error = await readSceneFile(changed(path, value)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(SceneFileError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain('\n');
  });

  it.each([
    ['{', 'the scene: no JSON ('],
    ['', 'the scene: no JSON ('],
    [
      new TextDecoder().decode(Uint8Array.of(0xff, 0xfe, 0x7b, 0)),
      'the scene: a text in UTF-16; expected one in UTF-8',
    ],
    [
      new TextDecoder().decode(Uint8Array.of(0xfe, 0xff, 0, 0x7b)),
      'the scene: a text in UTF-16; expected one in UTF-8',
    ],
    ['[]', 'the scene: a list of 0; expected an object'],
    ['null', 'the scene: null; expected an object'],
    ['3', 'the scene: 3; expected an object'],
  ])('text %s', async (text, message) => {
    await expect(readSceneFile(text)).rejects.toThrow(message);
  });

  it('stops inflating where more comes out than was promised', async () => {
    const bomb = toBase64(deflate(new Uint8Array(50_000_000)));
    const scene = changed("meshes['a box'].positions.data", bomb);
    await expect(readSceneFile(scene)).rejects.toThrow('holds more than the 144 bytes that it promises');
  });
});

describe('meshes of other files', () => {
  it('are loaded with what the scene says of them', async () => {
    const asked: MeshReference[] = [];
    const scene = ofMesh({ file: 'sub/a.t', unit: 'mm', thickness: 0.2, cell: 0.1 });
    const { meshes } = await readSceneFile(scene, async (reference) => {
      asked.push(reference);
      return drawnBox();
    });
    expect(asked).toEqual([{ file: 'sub/a.t', metresPerUnit: 0.001, thickness: 0.2, cell: 0.1 }]);
    expect(meshes.a).toEqual(drawnBox());
    // A scene that is saved holds its meshes, so that it needs no other file.
    expect(writeSceneFile(await readSceneFile(scene, async () => drawnBox()))).not.toContain('a.t');
  });

  it('are named when they fail', async () => {
    const scene = ofMesh({ file: 'a.t' });
    const load = () => Promise.reject(new Error('a.t: line 3 is empty; expected a number'));
    await expect(readSceneFile(scene, load)).rejects.toThrow('meshes.a: a.t: line 3 is empty; expected a number');
  });
});
