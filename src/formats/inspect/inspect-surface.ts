import { takeOnce } from '../../mesh/doubled-triangles.ts';
import { findSurfaceFaults } from '../../mesh/surface-faults.ts';
import type { Shift } from '../far-mesh.ts';
import type { FileSurface } from '../file-surface.ts';
import { type GuessedUnit, guessUnit } from '../guess-unit.ts';
import { weld } from '../weld.ts';
import { type Bounds, boundsOf, sidesOf } from './extent.ts';
import { type Found, Finder } from './found.ts';
import { selfIntersections, type SelfIntersections } from './overlaps.ts';

/**
 * Properties of a surface's file. Vertices at the same place, as at seams of textures, are one here, and named by the first of them; triangles that have one
 * place twice are left out, and those that are there twice are measured once. Lengths are in the file's unit.
 */
export interface SurfaceReport extends SelfIntersections {
  readonly kind: 'surface';
  readonly triangles: number;
  /** Triangles that have one place twice. */
  readonly flat: number;
  /** Triangles whose corners an earlier one has, in whatever order. They are measured once (takeOnce), or not at all where two cancel. */
  readonly repeated: number;
  /** Vertices as the file has them, and those at different places that triangles have. */
  readonly vertices: number;
  readonly places: number;
  /** As the file has them, not shifted. */
  readonly bounds: Bounds | undefined;
  /** Shift that is subtracted from positions before they are rounded to float32; undefined for a surface near the origin. */
  readonly shift: Shift | undefined;
  readonly unit: GuessedUnit | undefined;
  /** Groups of triangles that are connected by vertices. */
  readonly pieces: number;
  readonly isClosedManifold: boolean;
  /** Edges with one triangle. */
  readonly openEdges: Found;
  /** Edges with three triangles or more. */
  readonly crowdedEdges: Found;
  /** Edges along which both triangles run in the same direction: one of them is turned around. */
  readonly turnedEdges: Found;
  /** Vertices around which triangles form no single closed fan. */
  readonly wrongVertices: Found;
  /** Volume inside, parts that overlap counted as often; negative if the surface is inside out. undefined if it isn't closed. */
  readonly volume: number | undefined;
  readonly materials: readonly string[];
  /** Images of colours and normals. */
  readonly textures: number;
  readonly hasUvs: boolean;
  readonly hasColours: boolean;
  readonly notes: readonly string[];
}

/** Measures a surface and looks for all that is wrong in it. @param format the end of the file's name, which unit guesses use */
export function inspectSurface(surface: FileSurface, format = ''): SurfaceReport {
  const { positions, triangles: welded, vertexOf, degenerate } = weld(surface.positions, surface.triangles);
  const { triangles, repeated, isTwoSided } = takeOnce(welded, positions.length / 3);
  // The first vertex of the file at each place.
  const first = new Uint32Array(positions.length / 3);
  for (let v = vertexOf.length - 1; v >= 0; v--) first[vertexOf[v]] = v;
  const faults = findSurfaceFaults(triangles, positions.length / 3);
  const edges = { open: new Finder(), crowded: new Finder(), turned: new Finder() };
  for (const { vertices, triangles: around } of faults.edgeFaults)
    edges[around.length === 1 ? 'open' : around.length === 2 ? 'turned' : 'crowded'].add(vertices.map((v) => first[v]));
  const wrong = new Finder();
  for (const v of faults.vertices) wrong.add(first[v]);
  const { far } = surface;
  const bounds = far
    ? boundsOf(
        far.positions,
        triangles.map((v) => first[v]),
      )
    : boundsOf(positions, triangles);
  const found = selfIntersections(positions, triangles, faults.edges);
  const isClosed = faults.edgeFaults.length === 0 && triangles.length > 0;
  return {
    kind: 'surface',
    triangles: surface.triangles.length / 3,
    flat: degenerate,
    repeated,
    vertices: surface.positions.length / 3,
    places: new Set(triangles).size,
    bounds,
    shift: far?.shift,
    unit: bounds && guessUnit(sidesOf(bounds), format),
    pieces: faults.pieces,
    isClosedManifold: isClosed && faults.vertices.length === 0,
    openEdges: edges.open.found(),
    crowdedEdges: edges.crowded.found(),
    turnedEdges: edges.turned.found(),
    wrongVertices: wrong.found(),
    ...found,
    piercingEdges: {
      ...found.piercingEdges,
      first: found.piercingEdges.first.map((ids) => (typeof ids === 'number' ? first[ids] : ids.map((v) => first[v]))),
    },
    volume: isClosed ? volumeOf(positions, triangles, isTwoSided) : undefined,
    materials: surface.materials.map(({ name }) => name),
    textures: surface.materials.flatMap((look) => [look.colourTexture, look.normalTexture]).filter(Boolean).length,
    hasUvs: surface.uvs !== undefined,
    hasColours: surface.colours !== undefined,
    notes: surface.notes,
  };
}

/** The volume inside. Where all triangles were there twice, none says where the outside is, so it has no sign. */
function volumeOf(positions: Float32Array, triangles: Uint32Array, isTwoSided: boolean): number {
  const volume = enclosedVolume(positions, triangles);
  return isTwoSided ? Math.abs(volume) : volume;
}

/** The sum of the volumes between each triangle and the first vertex. */
function enclosedVolume(p: Float32Array, triangles: Uint32Array): number {
  let sum = 0;
  const o = 3 * triangles[0];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const [ax, ay, az] = [p[a] - p[o], p[a + 1] - p[o + 1], p[a + 2] - p[o + 2]];
    const [bx, by, bz] = [p[b] - p[o], p[b + 1] - p[o + 1], p[b + 2] - p[o + 2]];
    const [cx, cy, cz] = [p[c] - p[o], p[c + 1] - p[o + 1], p[c + 2] - p[o + 2]];
    sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
  }
  return sum / 6;
}
