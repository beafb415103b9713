import { signedVolumes } from '../mesh/quality.ts';
import type { TetMesh } from '../mesh/tet-mesh.ts';
import { NONE } from '../mesh/topology.ts';
import { type FileMesh, MeshFileError, plural } from './file-mesh.ts';

/** A mesh that a simulation takes, and sentences about what was changed in it. */
export interface SoundTets {
  readonly mesh: TetMesh;
  readonly notes: readonly string[];
}

/** A tetrahedron is flat if its height over its largest face is below this share of its longest edge: rounding to float32 then decides its sign. */
const FLAT = 1e-6;

/**
 * Makes a mesh that a simulation takes from the tetrahedra of a file: positions are rounded to float32, vertices that no tetrahedron has are left out, and
 * tetrahedra with their corners in the wrong order are turned.
 * @param scale factor that turns the file's unit into metres
 * @throws MeshFileError if there is no tetrahedron, if a vertex doesn't exist, a tetrahedron has one twice, is flat, or two are the same
 */
export function soundTets({ positions, tets, notes }: FileMesh, scale = 1): SoundTets {
  if (tets.length === 0) throw new MeshFileError('The file has no tetrahedra; expected at least one');
  checkIds(tets, positions.length / 3);
  const own: string[] = [...notes];
  const mesh = { positions: Float32Array.from(positions, (x) => x * scale), tets: tets.slice() };
  turn(mesh, own);
  checkRepeated(mesh.tets);
  return { mesh: withoutUnused(mesh, own), notes: own };
}

function checkIds(tets: Uint32Array, vertexCount: number): void {
  for (let i = 0; i < tets.length; i++) {
    const tet = i >> 2;
    if (tets[i] >= vertexCount)
      throw new MeshFileError(
        `Tetrahedron ${tet} has the vertex ${tets[i]}; expected one of the ${plural(vertexCount, 'vertex', 'vertices')} from 0 to ${vertexCount - 1}`,
      );
    for (let j = 4 * tet; j < i; j++)
      if (tets[j] === tets[i])
        throw new MeshFileError(`Tetrahedron ${tet} has the vertex ${tets[i]} twice; expected four vertices`);
  }
}

/** Leaves out vertices that no tetrahedron has: they would weigh nothing. */
function withoutUnused(mesh: TetMesh, notes: string[]): TetMesh {
  const { positions, tets } = mesh;
  const ids = new Uint32Array(positions.length / 3).fill(NONE);
  for (const v of tets) ids[v] = 0;
  let count = 0;
  for (let v = 0; v < ids.length; v++) if (ids[v] !== NONE) ids[v] = count++;
  if (count === ids.length) return mesh;
  notes.push(`Vertices that no tetrahedron has left out: ${(ids.length - count).toLocaleString('en')}.`);
  const kept = new Float32Array(3 * count);
  for (let v = 0; v < ids.length; v++) if (ids[v] !== NONE) kept.set(positions.subarray(3 * v, 3 * v + 3), 3 * ids[v]);
  return { positions: kept, tets: tets.map((v) => ids[v]) };
}

/** Turns tetrahedra whose corners are in the wrong order, in place. @throws MeshFileError if one is flat */
function turn(mesh: { positions: Float32Array; tets: Uint32Array }, notes: string[]): void {
  const { tets } = mesh;
  const volumes = signedVolumes(mesh);
  let turned = 0;
  volumes.forEach((volume, tet) => {
    if (!(Math.abs(volume) > flatVolume(mesh, tet)))
      throw new MeshFileError(
        `Tetrahedron ${tet}, of the vertices ${tets.subarray(4 * tet, 4 * tet + 4).join(', ')}, is flat; expected a volume`,
      );
    if (volume > 0) return;
    const c = tets[4 * tet + 2];
    tets[4 * tet + 2] = tets[4 * tet + 3];
    tets[4 * tet + 3] = c;
    turned++;
  });
  if (turned > 0)
    notes.push(
      `Tetrahedra turned, whose corners were in the opposite order: ${turned.toLocaleString('en')} of ${volumes.length.toLocaleString('en')}.`,
    );
}

/** Volume up to which a tetrahedron counts as flat: a regular one of its longest edge would have 0.12 of the edge's cube. */
function flatVolume({ positions: p, tets }: TetMesh, tet: number): number {
  let longest = 0;
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < i; j++) {
      const [a, b] = [3 * tets[4 * tet + i], 3 * tets[4 * tet + j]];
      longest = Math.max(longest, Math.hypot(p[a] - p[b], p[a + 1] - p[b + 1], p[a + 2] - p[b + 2]));
    }
  return FLAT * longest ** 3;
}

function checkRepeated(tets: Uint32Array): void {
  const seen = new Map<string, number>();
  for (let tet = 0; tet < tets.length / 4; tet++) {
    const key = tets
      .slice(4 * tet, 4 * tet + 4)
      .sort()
      .join();
    const other = seen.get(key);
    if (other !== undefined)
      throw new MeshFileError(`Tetrahedra ${other} and ${tet} have the same vertices; expected each once`);
    seen.set(key, tet);
  }
}
