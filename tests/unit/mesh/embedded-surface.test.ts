import { describe, expect, it } from 'vitest';
import { creasedNormals } from '../../../src/mesh/creased-normals.ts';
import type { DrawnSurface, EmbeddedSurface } from '../../../src/mesh/drawn-surface.ts';
import { embeddedPositions } from '../../../src/mesh/embed.ts';
import { type DeformableSurface, deformable, turnNormals } from '../../../src/mesh/embedded-surface.ts';
import type { TetMesh } from '../../../src/mesh/tet-mesh.ts';
import { boxMesh } from './box-mesh.ts';

type Vector = [number, number, number];
/** Rows of a 3 x 3 matrix. */
type Matrix = [Vector, Vector, Vector];

const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const times = (m: Matrix, v: Vector): Vector => [dot(m[0], v), dot(m[1], v), dot(m[2], v)];
/** Cofactor matrix: its rows are the cross products of the rows. */
const cofactor = ([a, b, c]: Matrix): Matrix => [cross(b, c), cross(c, a), cross(a, b)];
const unit = (v: Vector): Vector => v.map((x) => x / Math.hypot(...v)) as Vector;
const at = (numbers: ArrayLike<number>, i: number): Vector => [numbers[3 * i], numbers[3 * i + 1], numbers[3 * i + 2]];

/** Places a prepared surface, whose vertices have four corners each, as if each had a tetrahedron of its own. */
function placed({ sources, corners, weights }: DeformableSurface, moved: Float32Array): Float32Array {
  const out = new Float32Array(3 * sources.length);
  embeddedPositions({ tetOfVertex: sources.map((_, v) => v), weights }, corners, moved, out);
  return out;
}

/** Embeds a surface: each vertex in the tetrahedron that it is deepest inside of, found among all. */
function embedded(surface: DrawnSurface, { positions, tets }: TetMesh): EmbeddedSurface {
  const count = surface.positions.length / 3;
  const tetOfVertex = new Uint32Array(count);
  const weights = new Float32Array(4 * count);
  for (let v = 0; v < count; v++) {
    let least = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < tets.length / 4; t++) {
      const corners = [...tets.subarray(4 * t, 4 * t + 4)].map((id) => at(positions, id));
      const [b, c, d] = corners.slice(1).map((x) => x.map((y, k) => y - corners[0][k]) as Vector);
      const p = at(surface.positions, v).map((y, k) => y - corners[0][k]) as Vector;
      const volume = dot(cross(b, c), d);
      const shares = [dot(cross(p, c), d) / volume, dot(cross(b, p), d) / volume, dot(cross(b, c), p) / volume];
      const all = [1 - shares[0] - shares[1] - shares[2], ...shares];
      if (Math.min(...all) <= least) continue;
      least = Math.min(...all);
      tetOfVertex[v] = t;
      weights.set(all, 4 * v);
    }
  }
  return { ...surface, tetOfVertex, weights };
}

const CUBE_SIDES = [
  [1, 3, 7, 5],
  [2, 6, 7, 3],
  [4, 5, 7, 6],
  [0, 4, 6, 2],
  [0, 1, 5, 4],
  [0, 2, 3, 1],
];
/** A cube of 8 vertices. @param least @param most coordinates of its sides */
function cube(least: number, most: number): DrawnSurface {
  const corner = (i: number) => [0, 1, 2].map((k) => ((i >> k) & 1 ? most : least));
  return {
    positions: Float32Array.from(Array.from({ length: 8 }, (_, i) => corner(i)).flat()),
    triangles: Uint32Array.from(CUBE_SIDES.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
    groups: [],
    materials: [],
  };
}

/** A ball around (1.5, 1.5, 1.5) as a map of the globe has it: vertices at the seam are there twice, and those at the poles often. */
function ball(radius: number): DrawnSurface {
  const [rows, columns] = [12, 24];
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= rows; i++)
    for (let j = 0; j <= columns; j++) {
      const sine = i % rows === 0 ? 0 : Math.sin((Math.PI * i) / rows);
      const longitude = (2 * Math.PI * (j % columns)) / columns;
      const out = [sine * Math.cos(longitude), Math.cos((Math.PI * i) / rows), -sine * Math.sin(longitude)];
      positions.push(...out.map((x) => 1.5 + radius * x));
      const [a, b] = [i * (columns + 1) + j, (i + 1) * (columns + 1) + j];
      if (i < rows && j < columns) triangles.push(a, b, b + 1, a, b + 1, a + 1);
    }
  return {
    positions: Float32Array.from(positions),
    triangles: Uint32Array.from(triangles),
    groups: [],
    materials: [],
  };
}

describe('normals of a surface', () => {
  it('are those of the sides on a cube, whose vertices then stand there once per side', () => {
    const { sources, triangles, normals } = creasedNormals(cube(-1, 1));
    expect(sources.length).toBe(24);
    triangles.forEach((v, i) => {
      const [a, b, c, d] = CUBE_SIDES[Math.floor(i / 6)];
      expect(sources[v]).toBe([a, b, c, a, c, d][i % 6]);
      expect(at(normals, v)[Math.floor(i / 6) % 3]).toBe(i < 18 ? 1 : -1);
    });
  });

  it('point away from the middle on a ball, across the seams of its texture', () => {
    const { positions, triangles } = ball(1);
    const { sources, normals } = creasedNormals({ positions, triangles });
    // Triangles without area at the poles belong to no side, so they have vertices of their own there.
    const smooth = [...sources.keys()].filter((v) => Math.hypot(...at(normals, v)) > 0);
    expect(smooth.length).toBe(positions.length / 3 - 2);
    for (const v of smooth) {
      const out = unit(at(positions, sources[v]).map((x) => x - 1.5) as Vector);
      expect(dot(at(normals, v), out)).toBeGreaterThan(0.9999);
    }
  });

  it('are 0 at triangles without area', () => {
    const { normals } = creasedNormals({ positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) });
    expect([...normals].every((x) => x === 0)).toBe(true);
  });
});

describe('a surface embedded in tetrahedra', () => {
  const mesh = boxMesh(3, 3, 3);
  const MAPS: Readonly<Record<string, Matrix>> = {
    'turned, stretched and sheared': [
      [0.6, -1.6, 0.3],
      [0.8, 1.2, 0],
      [0.1, 0.2, 2.5],
    ],
    mirrored: [
      [-1, 0, 0],
      [0, 1, 0.5],
      [0, 0, 1],
    ],
    'pressed flat': [
      [1, 0.3, 0],
      [0, 1, 0],
      [0, 0, 0],
    ],
  };
  const shift: Vector = [3, -2, 0.5];

  for (const [name, map] of Object.entries(MAPS))
    it(`is ${name} as its mesh is, with its normals`, () => {
      // Some of the cube's corners lie outside the mesh.
      for (const surface of [cube(0.4, 3.2), ball(1.2)]) {
        const prepared = deformable(embedded(surface, mesh), mesh);
        const rest = creasedNormals(surface);
        const moved = new Float32Array(mesh.positions.length);
        for (let v = 0; v < moved.length / 3; v++)
          moved.set(
            times(map, at(mesh.positions, v)).map((x, k) => x + shift[k]),
            3 * v,
          );
        const positions = placed(prepared, moved);
        const normals = new Float32Array(positions.length);
        turnNormals(prepared, moved, normals);
        prepared.sources.forEach((source, v) => {
          const expected = times(map, at(surface.positions, source)).map((x, k) => x + shift[k]);
          for (let k = 0; k < 3; k++) expect(at(positions, v)[k]).toBeCloseTo(expected[k], 5);
          const normal = times(cofactor(map), at(rest.normals, v));
          if (Math.hypot(...normal) < 1e-6) return; // seen from the side, a flat surface has no normal
          for (let k = 0; k < 3; k++) expect(at(normals, v)[k]).toBeCloseTo(unit(normal)[k], 4);
        });
      }
    });

  it('has the normals of the deformed triangles on a cube, mirrored or not', () => {
    const prepared = deformable(embedded(cube(0.4, 2.6), mesh), mesh);
    for (const map of Object.values(MAPS).slice(0, 2)) {
      const moved = new Float32Array(mesh.positions.length);
      for (let v = 0; v < moved.length / 3; v++) moved.set(times(map, at(mesh.positions, v)), 3 * v);
      const positions = placed(prepared, moved);
      const normals = new Float32Array(positions.length);
      turnNormals(prepared, moved, normals);
      for (let f = 0; f < prepared.triangles.length; f += 3) {
        const [a, b, c] = [...prepared.triangles.subarray(f, f + 3)].map((v) => at(positions, v));
        const [u, w] = [b, c].map((x) => x.map((y, k) => y - a[k]) as Vector);
        expect(dot(unit(cross(u, w)), at(normals, prepared.triangles[f]))).toBeCloseTo(1, 4);
      }
    }
  });

  it('must name tetrahedra of the mesh', () => {
    const surface = embedded(cube(0.4, 2.6), mesh);
    surface.tetOfVertex[3] = 162;
    expect(() => deformable(surface, mesh)).toThrow(
      'Vertex 3 of the surface is embedded in tetrahedron 162, expected one below 162',
    );
  });
});
