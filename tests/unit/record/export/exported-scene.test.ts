import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTets } from '../../../../src/formats/read-tets.ts';
import type { DrawnSurface, EmbeddedSurface } from '../../../../src/mesh/drawn-surface.ts';
import { namedSurface, surfaceAt } from '../../../../src/record/export/body-surfaces.ts';
import { bodyColour } from '../../../../src/render/palette.ts';
import { ExportedScene, FRAME_FORMATS } from '../../../../src/record/export/exported-scene.ts';
import { countContacts, type FrameSample } from '../../../../src/record/export/frame-sample.ts';
import { joinSurfaces } from '../../../../src/record/export/join-surfaces.ts';
import { contactOfHit, contactOfQuery } from '../../../../src/simulation/capacities.ts';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import { CONTACT, CONTACT_KINDS, COUNTER_COUNT, COUNTERS } from '../../../../src/simulation/state.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { hasPython, runPython } from '../../../fixtures/python.ts';
import { contextOf } from '../../../fixtures/stages.ts';
import { boxMesh } from '../../mesh/box-mesh.ts';

const folder = mkdtempSync(join(tmpdir(), 'untangle-export-'));
afterAll(() => rmSync(folder, { recursive: true }));

const models = [createModel('box', boxMesh(3, 2, 2), 0.5), createModel('other', boxMesh(1, 1, 1), 0.5)] as const;
const { world, state } = contextOf(models, { shifts: [[], [9, 0, 0]] });
const parameters = { ...defaultParameters(), youngsModulus: 3e5, poissonRatio: 0.4 };
/** Shear modulus [Pa], and stretch along x. */
const MU = 3e5 / (2 * 1.4);
const STRETCH = 1.25;

const sample: FrameSample = {
  frame: 3,
  time: 0.5,
  positions: state.positions.map((x, i) => (i % 3 === 0 ? STRETCH * x : x)),
  depths: Float32Array.from({ length: world.vertexCount }, (_, v) => v / 7),
  velocities: Float32Array.from({ length: 3 * world.vertexCount }, (_, i) => i / 3),
  contacts: Uint32Array.from({ length: world.vertexCount }, (_, v) => v % 3),
  parameters,
};
const scene = new ExportedScene(world, [{}, {}]);

describe('a frame', () => {
  it.skipIf(!hasPython('meshio'))('comes back from meshio with all fields; a stretched cuboid has its stress', () => {
    const path = join(folder, 'frame.vtu');
    writeFileSync(path, FRAME_FORMATS.vtu!(scene, sample));
    const script = `
import json, meshio, sys
mesh = meshio.read(sys.argv[1])
print(json.dumps([
  mesh.points.ravel().tolist(),
  [[c.type, c.data.ravel().tolist()] for c in mesh.cells],
  {name: values.ravel().tolist() for name, values in mesh.point_data.items()},
  [values.ravel().tolist() for values in mesh.cell_data['body']],
]))`;
    type Read = [number[], [string, number[]][], Record<string, number[]>, number[][]];
    const [points, cells, fields, bodies] = runPython<Read>(script, path);
    expect(points).toEqual([...sample.positions]);
    const { tetCount, vertexCount } = models[0].topology;
    const ofSecond = [...models[1].topology.tets].map((v) => vertexCount + v);
    expect(cells).toEqual([['tetra', [...models[0].topology.tets, ...ofSecond]]]);
    expect(Object.keys(fields)).toEqual(['depth', 'stress', 'velocity', 'contacts', 'body']);
    expect(fields.depth).toEqual([...sample.depths]);
    expect(fields.velocity).toEqual([...sample.velocities!]);
    expect(fields.contacts).toEqual([...sample.contacts!]);
    expect(fields.body).toEqual(Array.from({ length: world.vertexCount }, (_, v) => Number(v >= vertexCount)));
    expect(bodies.flat()).toEqual(Array.from({ length: world.tetCount }, (_, t) => Number(t >= tetCount)));
    // Kirchhoff stress mu F F^T - p with F = diag(s, 1, 1): its von Mises stress is mu (s^2 - 1), whatever the pressure.
    for (const stress of fields.stress!) expect(stress / (MU * (STRETCH ** 2 - 1))).toBeCloseTo(1, 4);
  });

  it('leaves out fields that are not known', () => {
    const { velocities: _, contacts: __, ...shape } = sample;
    const text = FRAME_FORMATS.vtu!(scene, shape) as string;
    const names = [...text.matchAll(/Name="(\w+)"/g)].map(([, name]) => name);
    expect(names.slice(0, 4)).toEqual(['depth', 'stress', 'body', 'body']);
  });

  it.each(['vtu', 'msh', 'mesh'])('comes back from .%s', (ending) => {
    const bytes = new TextEncoder().encode(FRAME_FORMATS[ending]!(scene, sample) as string);
    const read = readTets([{ name: `frame.${ending}`, bytes }]);
    expect(Float32Array.from(read.positions)).toEqual(sample.positions);
    expect(read.tets).toEqual(scene.elements.tets);
  });
});

describe('surfaces', () => {
  it('are the boundary, without inner vertices, of the bodies in their order', () => {
    const [first, second] = scene.surfaces;
    expect(scene.surfaces.map(({ body }) => body)).toEqual([0, 1]);
    const { topology } = models[0];
    const { positions, triangles } = surfaceAt(first!, sample.positions);
    expect(positions.length).toBe(3 * topology.surfaceVertexCount);
    const corner = (v: number) => [...positions.subarray(3 * v, 3 * v + 3)];
    [...triangles].forEach((v, i) => {
      const original = topology.faces[i]!;
      expect(corner(v)).toEqual([...sample.positions.subarray(3 * original, 3 * original + 3)]);
    });
    const { vertexBase } = world.bodies[1]!;
    expect(surfaceAt(second!, sample.positions).positions[0]).toBe(sample.positions[3 * vertexBase]);
  });

  it('in .glb files have their bodies’ names, and the colours in which they are drawn', () => {
    const shown = scene.surfaces.map(namedSurface);
    expect(shown.map(({ name }) => name)).toEqual(['box 0', 'other 1']);
    const drawn = shown.map((_, body) => bodyColour(body).toArray());
    expect(drawn[0]).not.toEqual(drawn[1]);
    for (const [body, { surface }] of shown.entries())
      expect(surface.materials[0]!.colour).toEqual(drawn[body]!.map((share) => expect.closeTo(share, 6)));
  });

  it('that are embedded move with the tetrahedra: an affine motion moves their vertices alike', () => {
    const { mesh } = models[1];
    // Points inside and outside of the mesh; its weights solve for the point in the first tetrahedron.
    const weights = new Float32Array([0.25, 0.25, 0.25, 0.25, 1.5, -0.5, 0.25, -0.25, 0, 0, 1, 0]);
    const positions = new Float32Array(9);
    for (let v = 0; v < 3; v++)
      for (let k = 0; k < 3; k++)
        for (let c = 0; c < 4; c++)
          positions[3 * v + k]! += weights[4 * v + c]! * mesh.positions[3 * mesh.tets[c]! + k]!;
    const surface: EmbeddedSurface = {
      positions,
      triangles: new Uint32Array([0, 1, 2]),
      groups: [],
      materials: [],
      tetOfVertex: new Uint32Array(3),
      weights,
    };
    const withSurface = new ExportedScene(world, [{}, { surface }]);
    const moved = surfaceAt(withSurface.surfaces[1]!, sample.positions).positions;
    moved.forEach((x, i) => {
      const expected = i % 3 === 0 ? STRETCH * (positions[i]! + 9) : positions[i]!;
      expect(x).toBeCloseTo(expected, 5);
    });
  });

  it('joined to one keep their triangles, materials and texture coordinates', () => {
    const material = {
      name: 'a',
      colour: [1, 0, 0],
      opacity: 1,
      roughness: 1,
      metalness: 0,
      doubleSided: true,
    } as const;
    const triangle = (x: number): DrawnSurface => ({
      positions: new Float32Array([x, 0, 0, x + 1, 0, 0, x, 1, 0]),
      triangles: new Uint32Array([0, 1, 2]),
      groups: [],
      materials: [],
    });
    const uvs = new Float32Array([0, 0, 1, 0, 0, 1]);
    const joined = joinSurfaces([triangle(0), { ...triangle(5), materials: [material], uvs }]);
    expect([...joined.triangles]).toEqual([0, 1, 2, 3, 4, 5]);
    expect(joined.positions[9]).toBe(5);
    expect(joined.groups).toEqual([
      { first: 0, count: 1, material: 0 },
      { first: 1, count: 1, material: 1 },
    ]);
    expect(joined.materials[1]).toEqual(material);
    expect([...joined.uvs!]).toEqual([0, 0, 0, 0, 0, 0, ...uvs]);
  });
});

it('contacts of a vertex are those in which it has a weight, and its collider', () => {
  const contacts = new ArrayBuffer(state.contacts.f32.byteLength);
  const words = { f32: new Float32Array(contacts), u32: new Uint32Array(contacts) };
  const put = (id: number, kind: number, vertices: number[], weights: number[]) => {
    const at = CONTACT.stride * id;
    words.u32.set([vertices.length], at + CONTACT.count);
    words.u32.set([kind], at + CONTACT.kind);
    words.u32.set(vertices, at + CONTACT.vertices);
    words.f32.set(weights, at + CONTACT.weights);
  };
  put(contactOfQuery(world, 0), CONTACT_KINDS.dcd, [1, 2, 3, 4], [1, -0.5, -0.5, 0]);
  put(contactOfQuery(world, 1), CONTACT_KINDS.none, [1, 2, 3, 4], [1, -0.5, -0.25, -0.25]);
  put(contactOfHit(world, 0), CONTACT_KINDS.edgeEdge, [2, 5, 6, 7], [0.5, 0.5, -0.5, -0.5]);
  // Beyond the number of hits.
  put(contactOfHit(world, 1), CONTACT_KINDS.edgeEdge, [2, 5, 6, 7], [0.5, 0.5, -0.5, -0.5]);
  const counters = new Uint32Array(COUNTER_COUNT);
  counters[COUNTERS.queries] = 2;
  counters[COUNTERS.contactsCcd] = 1;
  const impulses = new Float32Array(4 * world.vertexCount);
  impulses[4 * 7 + 3] = 1;
  expect([...countContacts(world, words, impulses, counters).subarray(0, 9)]).toEqual([0, 1, 2, 1, 0, 1, 1, 2, 0]);
});
