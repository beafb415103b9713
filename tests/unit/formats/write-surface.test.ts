import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Material, Mesh } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { MTLLoader } from 'three/examples/jsm/loaders/MTLLoader.js';
import { OBJLoader } from 'three/examples/jsm/loaders/OBJLoader.js';
import { PLYLoader } from 'three/examples/jsm/loaders/PLYLoader.js';
import { STLLoader } from 'three/examples/jsm/loaders/STLLoader.js';
import { describe, expect, it } from 'vitest';
import type { FileSurface } from '../../../src/formats/file-surface.ts';
import { readSurface } from '../../../src/formats/read-surface.ts';
import { writeGlb } from '../../../src/formats/write/write-animated-glb.ts';
import { writeObj } from '../../../src/formats/write/write-obj.ts';
import { writePly } from '../../../src/formats/write/write-ply.ts';
import { writeStl } from '../../../src/formats/write/write-stl.ts';
import type { DrawnSurface, SurfaceMaterial, TextureImage } from '../../../src/mesh/drawn-surface.ts';
import { bufferOf, colourOf, cornersOf, cornersOfGeometry, difference, meshesIn } from './surfaces.ts';

const PYTHON = '/usr/bin/python3';
const HAS_MESHIO = spawnSync(PYTHON, ['-c', 'import meshio']).status === 0;

const PNG: TextureImage = {
  mimeType: 'image/png',
  bytes: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 7),
};
const WEBP: TextureImage = {
  mimeType: 'image/webp',
  bytes: Uint8Array.of(0x52, 0x49, 0x46, 0x46, 4, 0, 0, 0, 0x57, 0x45, 0x42, 0x50),
};
const RED: SurfaceMaterial = {
  name: 'red #1',
  colour: [0.5, 0.125, 0],
  opacity: 1,
  roughness: 0.75,
  metalness: 0.25,
  doubleSided: true,
};
const GLASS: SurfaceMaterial = { ...RED, name: 'red #1', colour: [0, 0, 1], opacity: 0.5, doubleSided: false };

/** A folded square with a corner on top: all that a surface can have. */
const FULL: DrawnSurface = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0.1, 1, 1, 0, 0, 1, 1 / 3, 0.5, 0.5, 1e-20),
  triangles: Uint32Array.of(0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4),
  uvs: Float32Array.of(0, 0, 1, 0, 1, 1, 0, 1, 0.5, 0.25),
  colours: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0),
  groups: [
    { first: 0, count: 1, material: 0 },
    { first: 1, count: 3, material: 1 },
  ],
  materials: [RED, GLASS],
};
const NORMALS = Float32Array.from(FULL.positions, (_, i) => (i % 3 === 2 ? 1 : 0));
const TEXTURED = { ...FULL, materials: [{ ...RED, colourTexture: PNG, normalTexture: WEBP }, GLASS] };

const upsideDown = (uvs: readonly number[]) => uvs.map((value, i) => (i % 2 === 0 ? value : 1 - value));
const text = ({ bytes }: { readonly bytes: Uint8Array }) => new TextDecoder().decode(bytes);

/** Surfaces of any shape without materials. */
const surfaces = fc
  .array(fc.tuple(fc.float({ noNaN: true, noDefaultInfinity: true }), fc.float({ min: -1, max: 1, noNaN: true })), {
    minLength: 3,
    maxLength: 12,
  })
  .chain((rows) =>
    fc.array(fc.nat(rows.length - 1), { minLength: 1, maxLength: 9 }).map((ids) => ({
      // Every vertex has a triangle.
      triangles: Uint32Array.from(
        [...rows.keys(), ...ids].flatMap((v) => [v, (v + 1) % rows.length, (v + 2) % rows.length]),
      ),
      positions: Float32Array.from(rows.flatMap(([x, y], i) => [x, y, i])),
      groups: [],
      materials: [],
    })),
  );

/** A surface with the positions that its file has: a mesh far from the origin is shifted when it is read. */
const inFile = (surface: FileSurface): FileSurface => ({
  ...surface,
  positions: surface.far ? Float32Array.from(surface.far.positions) : surface.positions,
});

describe('a written surface is read back to the same bits:', () => {
  const plain = (surface: DrawnSurface) => [[...surface.positions].map((x) => x + 0), [...surface.triangles]];
  it.each([
    ['OBJ', async (surface: DrawnSurface) => readSurface(writeObj(surface, 'a'))],
    ['PLY', async (surface: DrawnSurface) => readSurface([{ name: 'a.ply', bytes: writePly(surface) }])],
    ['GLB', async (surface: DrawnSurface) => readSurface([{ name: 'a.glb', bytes: writeGlb(surface) }])],
  ])('%s', async (_, again) => {
    await fc.assert(
      fc.asyncProperty(surfaces, async (surface) => {
        expect(plain(inFile(await again(surface)))).toEqual(plain(surface));
      }),
      { numRuns: 50 },
    );
  });

  it('STL, corner by corner', async () => {
    await fc.assert(
      fc.asyncProperty(surfaces, async (surface) => {
        const again = await readSurface([{ name: 'a.stl', bytes: writeStl(surface) }]);
        expect(cornersOf(inFile(again)).positions).toEqual(cornersOf(surface).positions);
      }),
      { numRuns: 50 },
    );
  });

  it('OBJ and GLB with materials, textures, groups and colours', async () => {
    for (const files of [writeObj(TEXTURED, 'a'), [{ name: 'a.glb', bytes: writeGlb(TEXTURED) }]]) {
      const again = await readSurface(files);
      expect(again).toMatchObject({ positions: FULL.positions, triangles: FULL.triangles, groups: FULL.groups });
      expect(difference([...again.uvs!], [...FULL.uvs!])).toBeLessThan(1e-7);
      expect(difference([...again.colours!], [...FULL.colours!])).toBeLessThan(1e-6);
      const [red, glass] = again.materials;
      expect([red.colourTexture, red.normalTexture]).toEqual([PNG, WEBP]);
      expect([red.name, red.opacity, red.roughness, red.metalness]).toEqual(['red #1', 1, 0.75, 0.25]);
      expect([glass.opacity, glass.colourTexture]).toEqual([0.5, undefined]);
      expect(difference([...red.colour], [...RED.colour])).toBeLessThan(1e-6);
      expect(again.notes).toEqual([]);
    }
  });
});

describe('a written surface looks the same in three:', () => {
  const ours = cornersOf(FULL);

  it('OBJ and MTL', () => {
    const [obj, mtl] = writeObj(FULL, 'a');
    const loader = new OBJLoader().setMaterials(new MTLLoader().parse(text(mtl), ''));
    const [{ geometry, material }] = meshesIn(loader.parse(text(obj))) as unknown as Mesh[];
    const theirs = cornersOfGeometry(geometry);
    expect(theirs.positions).toEqual(ours.positions);
    expect(difference(upsideDown(theirs.uvs), ours.uvs)).toBeLessThan(1e-6);
    expect(difference(theirs.colours, ours.colours)).toBeLessThan(1e-6);
    expect(geometry.groups.map(({ start, count }) => [start, count])).toEqual([
      [0, 3],
      [3, 9],
    ]);
    const [red, glass] = material as Material[];
    expect(difference(colourOf(red), [...RED.colour])).toBeLessThan(1e-6);
    expect([red.name, glass.name, glass.opacity]).toEqual(['red #1', 'red #1-1', 0.5]);
  });

  it('PLY with normals and a field', () => {
    const field = {
      name: 'depth at rest',
      over: 'points' as const,
      components: 1,
      values: Float32Array.of(1, 2, 3, 4, 5),
    };
    const bytes = writePly(FULL, { normals: NORMALS, fields: [field] });
    const loader = new PLYLoader();
    loader.setCustomPropertyNameMapping({ depth: ['depth_at_rest'] });
    const geometry = loader.parse(bufferOf({ name: '', bytes }));
    const theirs = cornersOfGeometry(geometry);
    expect(theirs.positions).toEqual(ours.positions);
    expect(difference(upsideDown(theirs.uvs), ours.uvs)).toBeLessThan(1e-6);
    expect(difference(theirs.colours, ours.colours)).toBeLessThan(1e-6);
    expect([...geometry.attributes.normal.array]).toEqual([...NORMALS]);
    expect([...geometry.attributes.depth.array]).toEqual([1, 2, 3, 4, 5]);
  });

  it('STL with normals', () => {
    const geometry = new STLLoader().parse(bufferOf({ name: '', bytes: writeStl(FULL) }));
    expect(cornersOfGeometry(geometry).positions).toEqual(ours.positions);
    const facets = geometry.attributes.normal.array;
    geometry.computeVertexNormals();
    expect(difference([...facets], [...geometry.attributes.normal.array])).toBeLessThan(1e-6);
  });

  it('GLB', async () => {
    const bytes = writeGlb(FULL);
    const { scene } = await new GLTFLoader().parseAsync(bufferOf({ name: '', bytes }), '');
    const meshes = meshesIn(scene);
    const theirs = meshes.map(({ geometry }) => cornersOfGeometry(geometry));
    expect(theirs.flatMap(({ positions }) => positions)).toEqual(ours.positions);
    expect(theirs.flatMap(({ uvs }) => uvs)).toEqual(ours.uvs);
    expect(theirs.flatMap(({ colours }) => colours)).toEqual(ours.colours);
    expect(meshes.map(({ material }) => [material.opacity, material.transparent])).toEqual([
      [1, false],
      [0.5, true],
    ]);
    expect(difference(colourOf(meshes[0].material), [...RED.colour])).toBeLessThan(1e-9);
  });
});

describe.skipIf(!HAS_MESHIO)(`meshio of ${PYTHON}`, () => {
  it('reads OBJ, PLY and STL to the same bits', () => {
    const folder = mkdtempSync(join(tmpdir(), 'surface-'));
    try {
      const field = { name: 'depth', over: 'points' as const, components: 1, values: Float64Array.of(1, 2, 3, 4, 0.1) };
      const { colours: _, ...plain } = FULL; // meshio takes colours for further coordinates
      for (const { name, bytes } of writeObj(plain, 'a')) writeFileSync(join(folder, name), bytes);
      writeFileSync(join(folder, 'a.ply'), writePly(FULL, { fields: [field] }));
      writeFileSync(join(folder, 'a.stl'), writeStl(FULL));
      const script = `
import json, sys, meshio
def read(name):
    mesh = meshio.read(name)
    return {"points": mesh.points.astype(float).ravel().tolist(),
            "cells": [c for block in mesh.cells for c in block.data.ravel().tolist()],
            "data": {key: values.astype(float).ravel().tolist() for key, values in mesh.point_data.items()}}
print(json.dumps([read(name) for name in ("a.obj", "a.ply", "a.stl")]))`;
      const [obj, ply, stl] = JSON.parse(execFileSync(PYTHON, ['-c', script], { cwd: folder, encoding: 'utf8' }));
      expect(obj.points).toEqual([...FULL.positions]);
      expect(obj.cells).toEqual([...FULL.triangles]);
      expect(ply.points).toEqual([...FULL.positions]);
      expect(ply.cells).toEqual([...FULL.triangles]);
      expect(ply.data.depth).toEqual([1, 2, 3, 4, 0.1]);
      const corners = stl.cells.flatMap((v: number) => stl.points.slice(3 * v, 3 * v + 3));
      expect(corners).toEqual(cornersOf(FULL).positions);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('files beside an .obj file are named in it without the folder that all lie in', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const material = { ...RED, colourTexture: PNG };
  const surface: DrawnSurface = {
    positions,
    triangles: Uint32Array.of(0, 1, 2),
    uvs: new Float32Array(6),
    materials: [material],
    groups: [{ first: 0, count: 1, material: 0 }],
  };
  for (const folder of ['some/where/', 'some\\where\\']) {
    const [obj, mtl, image] = writeObj(surface, `${folder}b`);
    expect([obj, mtl, image].map(({ name }) => name)).toEqual(
      ['b.obj', 'b.mtl', 'b-0.png'].map((name) => folder + name),
    );
    expect(new TextDecoder().decode(obj.bytes)).toMatch(/^mtllib b\.mtl\n/);
    expect(new TextDecoder().decode(mtl.bytes)).toMatch(/^map_Kd b-0\.png$/m);
  }
});
