import type { SurfaceGroup, SurfaceMaterial } from '../../mesh/drawn-surface.ts';
import { NONE } from '../../mesh/topology.ts';
import { MeshFileError } from '../file-mesh.ts';
import { shifted, shiftNote, shiftOf } from '../far-mesh.ts';
import type { FileSurface } from '../file-surface.ts';

/** A surface as its file lists it: triangles in any order, vertices and materials that nothing uses. */
export interface RawSurface {
  /** As exactly as the file has them. */
  readonly positions: Float32Array | Float64Array;
  readonly triangles: Uint32Array;
  /** 2 numbers per vertex. */
  readonly uvs?: Float32Array | undefined;
  /** 3 numbers per vertex. */
  readonly colours?: Float32Array | undefined;
  readonly materials: readonly SurfaceMaterial[];
  /** Material per triangle; not needed if there is no material. */
  readonly materialOf?: ArrayLike<number>;
  readonly notes: readonly string[];
}

/** A material of which a file says nothing. */
export const PLAIN: SurfaceMaterial = {
  name: '',
  colour: [0.8, 0.8, 0.8],
  opacity: 1,
  roughness: 1,
  metalness: 0,
  doubleSided: false,
};

/**
 * Puts the triangles into the order of their materials, and leaves out vertices and materials that no triangle has. The order stays otherwise.
 * Positions are rounded to float32, after a shift if they lie far from the origin.
 * @throws MeshFileError if there is no triangle
 */
export function tidySurface(raw: RawSurface): FileSurface {
  if (raw.triangles.length === 0) throw new MeshFileError('The file has no triangles; expected at least one');
  const { triangles, materials, groups } = inOrderOfMaterials(raw);
  const vertexCount = raw.positions.length / 3;
  const kept = usedVertices(triangles, vertexCount);
  const left = vertexCount - kept.length;
  const notes = [...raw.notes];
  if (left > 0) notes.push(`Vertices without a triangle left out: ${left.toLocaleString('en')}.`);
  const ids = new Uint32Array(vertexCount);
  for (let i = 0; i < kept.length; i++) ids[kept[i]] = i;
  const shift = shiftOf(raw.positions, raw.triangles);
  const exact = shift && take(new Float64Array(3 * kept.length), raw.positions, kept);
  if (shift) notes.push(shiftNote(shift));
  return {
    positions: exact ? shifted(exact, shift) : take(new Float32Array(3 * kept.length), raw.positions, kept),
    ...(shift && exact && { far: { shift, positions: exact } }),
    triangles: left === 0 ? triangles : triangles.map((v) => ids[v]),
    ...(raw.uvs && { uvs: take(new Float32Array(2 * kept.length), raw.uvs, kept) }),
    ...(raw.colours && { colours: take(new Float32Array(3 * kept.length), raw.colours, kept) }),
    groups,
    materials,
    notes,
  };
}

function inOrderOfMaterials({ triangles, materials, materialOf }: RawSurface): {
  triangles: Uint32Array;
  materials: SurfaceMaterial[];
  groups: SurfaceGroup[];
} {
  if (!materialOf || materials.length === 0) return { triangles, materials: [], groups: [] };
  const lists = materials.map((): number[] => []);
  for (let i = 0; i < triangles.length / 3; i++) lists[materialOf[i]].push(i);
  const used = materials.filter((_, m) => lists[m].length > 0);
  if (used.length === 1) return { triangles, materials: used, groups: [] };
  const ordered = new Uint32Array(triangles.length);
  const groups: SurfaceGroup[] = [];
  let first = 0;
  for (const list of lists.filter(({ length }) => length > 0)) {
    list.forEach((triangle, i) => {
      for (let k = 0; k < 3; k++) ordered[3 * (first + i) + k] = triangles[3 * triangle + k];
    });
    groups.push({ first, count: list.length, material: groups.length });
    first += list.length;
  }
  return { triangles: ordered, materials: used, groups };
}

function usedVertices(triangles: Uint32Array, vertexCount: number): Uint32Array {
  const used = new Uint32Array(vertexCount).fill(NONE);
  for (let i = 0; i < triangles.length; i++) used[triangles[i]] = triangles[i];
  return used.filter((v) => v !== NONE);
}

/** Takes the rows of some vertices into `taken`. */
function take<T extends Float32Array | Float64Array>(taken: T, values: ArrayLike<number>, rows: Uint32Array): T {
  const perRow = rows.length === 0 ? 0 : taken.length / rows.length;
  for (let i = 0; i < rows.length; i++)
    for (let k = 0; k < perRow; k++) taken[perRow * i + k] = values[perRow * rows[i] + k];
  return taken;
}
