import { groupByKey } from './counting-sort.ts';
import { TET_FACES, type TetMesh } from './tet-mesh.ts';

/** Returns the signed volume of each tetrahedron [m^3], positive if the tetrahedron is positively oriented. */
export function signedVolumes({
  positions: p,
  tets,
}: {
  readonly positions: ArrayLike<number>;
  readonly tets: Uint32Array;
}): Float64Array {
  const volumes = new Float64Array(tets.length / 4);
  for (let t = 0; t < volumes.length; t++) {
    // Offsets of the corners in p.
    const a = 3 * tets[4 * t];
    const b = 3 * tets[4 * t + 1];
    const c = 3 * tets[4 * t + 2];
    const d = 3 * tets[4 * t + 3];
    const [bx, by, bz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
    const [cx, cy, cz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
    const [dx, dy, dz] = [p[d] - p[a], p[d + 1] - p[a + 1], p[d + 2] - p[a + 2]];
    volumes[t] = ((by * cz - bz * cy) * dx + (bz * cx - bx * cz) * dy + (bx * cy - by * cx) * dz) / 6;
  }
  return volumes;
}

/**
 * Checks that a mesh has tetrahedra of positive volumes.
 * @throws Error that names the first other one; that is also one with a vertex that is missing or isn't finite
 */
export function checkVolumes(mesh: TetMesh): void {
  if (mesh.tets.length === 0) throw new Error('The mesh has no tetrahedra, expected at least one');
  const volumes = signedVolumes(mesh);
  const bad = volumes.findIndex((volume) => !(volume > 0));
  if (bad >= 0)
    throw new Error(
      `Tetrahedron ${bad}, of the vertices ${mesh.tets.subarray(4 * bad, 4 * bad + 4).join(', ')}, has the volume ${volumes[bad]} m^3, expected a positive one`,
    );
}

/** Returns the smallest and the largest dihedral angle of a mesh [degrees]; 180 and 0 for an empty mesh. */
export function dihedralRange({ positions, tets }: TetMesh): { min: number; max: number } {
  const normals = new Float64Array(12); // of a tetrahedron's 4 faces
  let greatestCosine = -1;
  let leastCosine = 1;
  for (let t = 0; t < tets.length; t += 4) {
    for (let f = 0; f < 4; f++) unitFaceNormal(positions, tets, t, f, normals);
    for (let f = 0; f < 4; f++) {
      for (let g = f + 1; g < 4; g++) {
        let dot = 0;
        for (let k = 0; k < 3; k++) dot += normals[3 * f + k] * normals[3 * g + k];
        greatestCosine = Math.max(greatestCosine, -dot); // dihedral angle = 180 degrees - angle between the outward normals
        leastCosine = Math.min(leastCosine, -dot);
      }
    }
  }
  const degrees = (cosine: number) => (Math.acos(Math.max(-1, Math.min(1, cosine))) * 180) / Math.PI;
  return { min: degrees(greatestCosine), max: degrees(leastCosine) };
}

/**
 * Writes the outward unit normal of a tetrahedron's face to normals[3f .. 3f + 3].
 * @param p positions [m]    @param f the face, numbered by the corner opposite it (0 to 3)
 * @param t index in `tets` of the tetrahedron's first vertex
 */
function unitFaceNormal(p: Float32Array, tets: Uint32Array, t: number, f: number, normals: Float64Array): void {
  // Offsets of the face's vertices in p.
  const a = 3 * tets[t + TET_FACES[f][0]];
  const b = 3 * tets[t + TET_FACES[f][1]];
  const c = 3 * tets[t + TET_FACES[f][2]];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(x * x + y * y + z * z);
  normals[3 * f] = x / length;
  normals[3 * f + 1] = y / length;
  normals[3 * f + 2] = z / length;
}

/**
 * Finds the vertices at which a surface isn't a closed 2-manifold: the faces around such a vertex don't form one closed fan. If an edge
 * doesn't have exactly two faces that run along it in opposite directions, both its ends are non-manifold.
 * @param faces 3 vertex ids per face
 * @returns vertex ids, ascending
 */
export function nonManifoldVertices(faces: Uint32Array, vertexCount: number): Uint32Array {
  const { offsets, items } = groupByKey(faces, vertexCount, 3);
  const found: number[] = [];
  for (let v = 0; v < vertexCount; v++) {
    const fan = items.subarray(offsets[v], offsets[v + 1]);
    if (fan.length > 0 && !isClosedFan(faces, fan, v)) found.push(v);
  }
  return Uint32Array.from(found);
}

/** Fans of more faces are walked with a table, because searching takes the square of their number. */
const MOST_SEARCHED = 32;

/** Whether the faces around v form one closed fan: a walk over shared edges visits all faces of `fan` and returns to the first. */
function isClosedFan(faces: Uint32Array, fan: Uint32Array, v: number): boolean {
  // Returns the face's vertex that is `step` corners after v.
  const corner = (face: number, step: number) => {
    const at = faces[3 * face] === v ? 0 : faces[3 * face + 1] === v ? 1 : 2;
    return faces[3 * face + ((at + step) % 3)];
  };
  // The first face whose edge from v to the next corner ends in a vertex.
  const faceFrom = fan.length > MOST_SEARCHED ? new Map<number, number>() : undefined;
  if (faceFrom) for (const other of fan.toReversed()) faceFrom.set(corner(other, 1), other);
  let face = fan[0];
  for (let steps = 1; steps <= fan.length; steps++) {
    const sharedEnd = corner(face, 2); // the edge from v to this vertex leads to the next face
    const next = faceFrom ? faceFrom.get(sharedEnd) : fan.find((other) => corner(other, 1) === sharedEnd);
    if (next === undefined) return false;
    face = next;
    if (face === fan[0]) return steps === fan.length;
  }
  return false;
}
