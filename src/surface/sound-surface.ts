import { plural } from '../formats/file-mesh.ts';
import { weld } from '../formats/weld.ts';
import { WindingTree } from '../geometry/winding-number.ts';
import { type SingleTriangles, takeOnce } from '../mesh/doubled-triangles.ts';
import { cutIntoPatches, type Patches, turnAround } from '../mesh/patches.ts';

/**
 * Bound of the work (WindingTree.work) of telling cavities from parts that are inside out: about half a second. Ordinary surfaces take a hundredth
 * of it; where many parts lie in one another, each vertex is seen by all triangles.
 */
const MOST_WORK = 1e7;

/** A triangulated surface whose equal vertices are one, and whose triangles look outwards as far as that can be told. Plain data. */
export interface SoundSurface {
  /** [m], 3 numbers per vertex. */
  readonly positions: Float32Array;
  /** Vertex ids, 3 per triangle, counter-clockwise seen from outside. */
  readonly triangles: Uint32Array;
  readonly isClosed: boolean;
  /** Number of triangles of the given surface whose corners an earlier one has. */
  readonly repeated: number;
  /** Sentences about what had to be repaired. */
  readonly notes: readonly string[];
}

/** A surface as it was drawn: vertices at seams may be there more than once. */
export interface Triangles {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
}

/**
 * Makes a surface sound: joins equal vertices, drops triangles that have a vertex twice or are there twice, and lets all triangles look outwards. Neighbours
 * of a triangle are turned to its side. If the surface then encloses a negative volume, all of it is turned around; and so is a closed part
 * that is inside out and no cavity, that is, isn't inside of another part.
 * @throws Error if a position isn't finite, or if there is no triangle
 */
export function soundSurface(surface: Triangles): SoundSurface {
  checkVertices(surface.positions, surface.triangles);
  const { positions, triangles: welded } = weld(surface.positions, surface.triangles);
  if (welded.length === 0) throw new Error('The surface has no triangles with three different corners, expected some');
  const single = takeOnce(welded, positions.length / 3);
  const notes = doubledNotes(single);
  const patches = cutIntoPatches(single.triangles, positions.length / 3);
  if (patches.turned > 0)
    notes.push(
      `${plural(patches.turned, 'triangle')} looked to the other side than their neighbours, and were turned around.`,
    );
  faceOutwards(positions, patches, notes);
  const isClosed = patches.isClosed.every((closed) => closed);
  if (patches.openEdges > 0)
    notes.push(
      `The surface is open at ${plural(patches.openEdges, 'edge')}; holes are filled where the winding number is 1/2.`,
    );
  return { positions, triangles: patches.triangles, isClosed, repeated: single.repeated, notes };
}

/** Says what became of triangles that are there twice. */
function doubledNotes({ repeated, cancelled }: Pick<SingleTriangles, 'repeated' | 'cancelled'>): string[] {
  const notes: string[] = [];
  if (repeated > 0)
    notes.push(
      `${plural(repeated, 'triangle')} had the corners of an earlier one, as where triangles are there twice; each is taken once.`,
    );
  if (cancelled > 0)
    notes.push(`${plural(cancelled, 'pair')} of triangles lay back to back and bounded nothing; both are left out.`);
  return notes;
}

function checkVertices(positions: Float32Array, triangles: Uint32Array): void {
  const count = positions.length / 3;
  const beyond = triangles.find((v) => v >= count);
  if (beyond !== undefined) throw new Error(`A triangle has vertex ${beyond}, expected ids below ${count}`);
  const broken = positions.findIndex((x) => !Number.isFinite(x));
  if (broken < 0) return;
  const v = Math.floor(broken / 3);
  throw new Error(`Vertex ${v} lies at (${positions.subarray(3 * v, 3 * v + 3)}), expected finite numbers`);
}

/** Turns around the whole surface, or closed patches of it, that are inside out. */
function faceOutwards(positions: Float32Array, { triangles, patchOf, isClosed }: Patches, notes: string[]): void {
  const volumes = patchVolumes(positions, triangles, patchOf, isClosed.length);
  if (volumes.reduce((sum, volume) => sum + volume, 0) < 0) {
    for (let t = 0; t < patchOf.length; t++) turnAround(triangles, t);
    for (let patch = 0; patch < volumes.length; patch++) volumes[patch] = -volumes[patch];
    notes.push('The surface was inside out, and was turned around.');
  }
  if (!volumes.some((volume, patch) => isClosed[patch] && volume < 0)) return;
  const others = new WindingTree(
    positions,
    triangles.filter((_, i) => !(isClosed[patchOf[Math.floor(i / 3)]] && volumes[patchOf[Math.floor(i / 3)]] < 0)),
  );
  // Whether all vertices of a patch are inside of others, or those that are looked at before the bound of the work.
  const isCavity = new Uint8Array(volumes.length).fill(1);
  const isInsideOut = (t: number) => isClosed[patchOf[t]] && volumes[patchOf[t]] < 0;
  const most = others.work + MOST_WORK;
  for (let t = 0; t < patchOf.length && others.work < most; t++) {
    if (!isInsideOut(t) || isCavity[patchOf[t]] === 0) continue;
    const at = 3 * triangles[3 * t];
    if (others.at(positions[at], positions[at + 1], positions[at + 2]) <= 0.5) isCavity[patchOf[t]] = 0;
  }
  for (let t = 0; t < patchOf.length; t++) if (isInsideOut(t) && isCavity[patchOf[t]] === 0) turnAround(triangles, t);
  const turned = isCavity.filter((cavity) => cavity === 0).length;
  if (turned > 0)
    notes.push(
      `${plural(turned, 'part')} of the surface ${turned === 1 ? 'was' : 'were'} inside out, and turned around.`,
    );
}

/** Returns the signed volume between each patch and the middle of all vertices [m^3]; of a closed patch, the volume that it encloses. */
function patchVolumes(positions: Float32Array, triangles: Uint32Array, patchOf: Uint32Array, patchCount: number) {
  const middle = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let i = k; i < positions.length; i += 3) sum += positions[i];
    return (3 * sum) / positions.length;
  });
  const volumes = new Float64Array(patchCount);
  for (let t = 0; t < patchOf.length; t++) volumes[patchOf[t]] += coneVolume(positions, triangles, 3 * t, middle);
  return volumes;
}

/**
 * Returns the signed volume of the cone from a triangle to a point [m^3], positive if the point sees the triangle's back. @param t index of
 * its first corner
 */
export function coneVolume(p: Float32Array, triangles: Uint32Array, t: number, tip: readonly number[]): number {
  const a = 3 * triangles[t];
  const b = 3 * triangles[t + 1];
  const c = 3 * triangles[t + 2];
  const [ax, ay, az] = [p[a] - tip[0], p[a + 1] - tip[1], p[a + 2] - tip[2]];
  const [bx, by, bz] = [p[b] - tip[0], p[b + 1] - tip[1], p[b + 2] - tip[2]];
  const [cx, cy, cz] = [p[c] - tip[0], p[c + 1] - tip[1], p[c + 2] - tip[2]];
  return (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
}
