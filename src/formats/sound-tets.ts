import { type FaceFault, numberFaces, pairFaces } from '../mesh/match-faces.ts';
import { findPieces } from '../mesh/pieces.ts';
import { findSurfaceFaults, type SurfaceFaults } from '../mesh/surface-faults.ts';
import type { TetMesh } from '../mesh/tet-mesh.ts';
import { NONE } from '../mesh/topology.ts';
import { type Shift, shifted, shiftNote, shiftOf } from './far-mesh.ts';
import { checkFileMesh, type FileMesh, MeshFileError, plural } from './file-mesh.ts';
import { type OrientedTets, orientTets } from './orient-tets.ts';

/** A mesh that a simulation takes, and sentences about what was changed in it. */
export interface SoundTets {
  readonly mesh: TetMesh;
  readonly notes: readonly string[];
  /** Place in the file [its unit] that is the origin of the mesh's positions, if the file's mesh lies far from its own (shiftOf). */
  readonly shift?: Shift;
}

/** Volumes that float32 holds with all its digits [m^3]: a simulation computes with them. */
const LEAST_VOLUME = 2 ** -126;
const MOST_VOLUME = 2 ** 127;

/**
 * Makes a mesh that a simulation takes from the tetrahedra of a file: positions are rounded to float32, after a shift if they lie far from the origin, vertices
 * that no tetrahedron has are left out, and tetrahedra with their corners in the opposite order are turned. Several pieces are allowed; they move
 * independently.
 * @param scale factor that turns the file's unit into metres
 * @throws MeshFileError that names what is wrong first: no tetrahedron; a vertex that doesn't exist or isn't finite; a tetrahedron that has a vertex twice, is
 *   flat, or is there twice; tetrahedra that overlap at a face, since one of them is inverted; a boundary that isn't a closed 2-manifold
 */
export function soundTets(file: FileMesh, scale = 1): SoundTets {
  const { positions, tets, notes } = file;
  checkHasTets(file);
  checkFileMesh(file);
  checkCorners(positions, tets, scale);
  const own: string[] = [...notes];
  const shift = shiftOf(positions, tets);
  if (shift) own.push(shiftNote(shift));
  const mesh = orientTets({ positions: shifted(positions, shift, scale), tets });
  checkVolumes(mesh);
  const { turned } = mesh;
  const turnedOf = `${turned.length.toLocaleString('en')} of ${(tets.length / 4).toLocaleString('en')}`;
  if (turned.length > 0) own.push(`Tetrahedra turned, whose corners were in the opposite order: ${turnedOf}.`);
  checkBoundary(mesh, own);
  return { mesh: withoutUnused(mesh, own), notes: own, ...(shift && { shift }) };
}

function checkHasTets({ tets, triangles }: FileMesh): void {
  if (tets.length > 0) return;
  const found =
    triangles.length > 0 ? `${plural(triangles.length / 3, 'triangle')} and no tetrahedra` : 'no tetrahedra';
  throw new MeshFileError(`The file has ${found}; expected at least one tetrahedron`);
}

function checkCorners(positions: Float64Array, tets: Uint32Array, scale: number): void {
  for (let i = 0; i < tets.length; i++) {
    const tet = i >> 2;
    const v = tets[i];
    for (let k = 3 * v; k < 3 * v + 3; k++)
      if (!Number.isFinite(Math.fround(positions[k] * scale)))
        throw new MeshFileError(`Vertex ${v} lies at ${positions[k]}; expected coordinates that float32 holds`);
    for (let j = 4 * tet; j < i; j++)
      if (tets[j] === v)
        throw new MeshFileError(`Tetrahedron ${tet} has the vertex ${v} twice; expected four vertices`);
  }
}

function checkVolumes({ tets, flat, volumes }: OrientedTets): void {
  const name = (tet: number) =>
    `Tetrahedron ${tet}, of the vertices ${tets.subarray(4 * tet, 4 * tet + 4).join(', ')},`;
  if (flat.length > 0) throw new MeshFileError(`${name(flat[0])} is flat${firstOf(flat.length)}; expected a volume`);
  const strange = volumes.findIndex((volume) => !(volume >= LEAST_VOLUME && volume <= MOST_VOLUME));
  if (strange >= 0)
    throw new MeshFileError(
      `${name(strange)} has a volume of ${volumes[strange]} m^3; expected ${LEAST_VOLUME.toPrecision(2)} to ${MOST_VOLUME.toPrecision(2)}, so is the unit right?`,
    );
}

const firstOf = (count: number): string => (count === 1 ? '' : ` (the first of ${count.toLocaleString('en')})`);

/** Checks that tetrahedra meet at faces, two at each, and that the boundary is a closed 2-manifold. */
function checkBoundary({ positions, tets }: TetMesh, notes: string[]): void {
  const vertexCount = positions.length / 3;
  const { neighbours, faceCount, faults } = pairFaces(tets, vertexCount);
  if (faults.length > 0) throw new MeshFileError(messageOf(faults, tets));
  const pieces = findPieces(neighbours).sizes.length;
  const { faces } = numberFaces(tets, neighbours, faceCount);
  refuseNonManifold(findSurfaceFaults(faces, vertexCount));
  if (pieces > 1) notes.push(`The mesh has ${plural(pieces, 'piece')}, which move independently.`);
}

function messageOf(faults: readonly FaceFault[], tets: Uint32Array): string {
  const [{ vertices, tets: found }] = faults;
  const [first, second] = found;
  const face = `the face of the vertices ${vertices.join(', ')}`;
  if (cornersOf(tets, first) === cornersOf(tets, second))
    return `Tetrahedra ${first} and ${second} have the same vertices; expected each once`;
  if (found.length > 2)
    return `Tetrahedra ${found.slice(0, 3).join(', ')} have ${face} in common${firstOf(faults.length)}; expected at most two`;
  return `Tetrahedra ${first} and ${second} lie on the same side of ${face}${firstOf(faults.length)}; expected one on each side, none inverted`;
}

const cornersOf = (tets: Uint32Array, tet: number): string =>
  tets
    .slice(4 * tet, 4 * tet + 4)
    .sort()
    .join();

function refuseNonManifold({ edgeFaults, vertices }: SurfaceFaults): void {
  if (edgeFaults.length > 0) {
    const [{ vertices: ends, triangles }] = edgeFaults;
    throw new MeshFileError(
      `The edge of the vertices ${ends.join(', ')} has ${triangles.length} boundary faces${firstOf(edgeFaults.length)}; expected two, since the boundary must be a closed 2-manifold`,
    );
  }
  if (vertices.length > 0)
    throw new MeshFileError(
      `Vertex ${vertices[0]} joins parts of the boundary that have only it in common${firstOf(vertices.length)}; expected a closed 2-manifold`,
    );
}

/**
 * Makes a mesh of a file's tetrahedra as they are, flat and inverted ones too: positions are rounded to float32, after a shift if they lie far
 * from the origin, and vertices that no tetrahedron has are left out. `soundTets` numbers the vertices in the same way.
 * @throws MeshFileError if there is no tetrahedron, or if a vertex doesn't exist or isn't finite
 */
export function usedTets(file: FileMesh): TetMesh {
  const { positions, tets } = file;
  checkHasTets(file);
  checkFileMesh(file);
  checkCorners(positions, tets, 1);
  return withoutUnused({ positions: shifted(positions, shiftOf(positions, tets)), tets }, []);
}

/** Leaves out vertices that no tetrahedron has: they would weigh nothing. */
function withoutUnused({ positions, tets }: TetMesh, notes: string[]): TetMesh {
  const ids = new Uint32Array(positions.length / 3).fill(NONE);
  for (const v of tets) ids[v] = 0;
  let count = 0;
  for (let v = 0; v < ids.length; v++) if (ids[v] !== NONE) ids[v] = count++;
  if (count === ids.length) return { positions, tets };
  notes.push(`Vertices without a tetrahedron left out: ${(ids.length - count).toLocaleString('en')}.`);
  const kept = new Float32Array(3 * count);
  for (let v = 0; v < ids.length; v++) if (ids[v] !== NONE) kept.set(positions.subarray(3 * v, 3 * v + 3), 3 * ids[v]);
  return { positions: kept, tets: tets.map((v) => ids[v]) };
}
