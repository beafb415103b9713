/** A triangulated unit sphere: each of an icosahedron's 20 faces is divided into frequency^2 triangles (class I geodesic sphere). */
export interface GeodesicSphere {
  /** Number of parts that each edge of the icosahedron is divided into. */
  readonly frequency: number;
  /** Unit vectors, flat, 3 numbers per vertex; 10 frequency^2 + 2 vertices. */
  readonly directions: Float64Array;
  /** Returns the vertex id of the lattice point that is i steps towards the face's second corner and j towards the third from its first. */
  readonly vertexAt: (face: number, i: number, j: number) => number;
}

/** Lattice coordinates (i, j) of the three corners of a triangle, counterclockwise seen from outside. */
export type LatticeTriangle = readonly [number, number, number, number, number, number];

const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;
const g = GOLDEN_RATIO;
/** The icosahedron's corners, with edges of length 2. */
const CORNERS: readonly (readonly [number, number, number])[] = [
  [-1, g, 0],
  [1, g, 0],
  [-1, -g, 0],
  [1, -g, 0],
  [0, -1, g],
  [0, 1, g],
  [0, -1, -g],
  [0, 1, -g],
  [g, 0, -1],
  [g, 0, 1],
  [-g, 0, -1],
  [-g, 0, 1],
];
/** Corners of the icosahedron's faces, counterclockwise seen from outside. */
const FACES: readonly (readonly [number, number, number])[] = [
  [0, 11, 5],
  [0, 5, 1],
  [0, 1, 7],
  [0, 7, 10],
  [0, 10, 11],
  [1, 5, 9],
  [5, 11, 4],
  [11, 10, 2],
  [10, 7, 6],
  [7, 1, 8],
  [3, 9, 4],
  [3, 4, 2],
  [3, 2, 6],
  [3, 6, 8],
  [3, 8, 9],
  [4, 9, 5],
  [2, 4, 11],
  [6, 2, 10],
  [8, 6, 7],
  [9, 8, 1],
];
export const ICOSAHEDRON_FACES = FACES.length;
const ICOSAHEDRON_EDGES = 30;

/**
 * Makes a geodesic sphere. Ids go to the vertices at the icosahedron's corners first, then to those on its edges, then to those inside its
 * faces, face by face. So neighbouring vertices are mostly close in memory.
 */
export function geodesicSphere(frequency: number): GeodesicSphere {
  const f = frequency; // short, for the formulas below
  const edgeIds = new Map<number, number>();
  for (const face of FACES)
    for (let c = 0; c < 3; c++) {
      const key = edgeKey(face[c], face[(c + 1) % 3]);
      if (!edgeIds.has(key)) edgeIds.set(key, edgeIds.size);
    }
  const facesStart = CORNERS.length + ICOSAHEDRON_EDGES * (f - 1);
  const verticesPerFace = ((f - 1) * (f - 2)) / 2; // inside the face, without its edges

  const onEdge = (from: number, to: number, step: number): number => {
    const edge = edgeIds.get(edgeKey(from, to)) as number;
    return CORNERS.length + edge * (f - 1) + (from < to ? step : f - step) - 1;
  };
  const vertexAt = (face: number, i: number, j: number): number => {
    const [a, b, c] = FACES[face];
    const k = f - i - j;
    if (k === f) return a;
    if (i === f) return b;
    if (j === f) return c;
    if (j === 0) return onEdge(a, b, i);
    if (k === 0) return onEdge(b, c, j);
    if (i === 0) return onEdge(c, a, k);
    const rowStart = ((j - 1) * (2 * f - 2 - j)) / 2; // vertices inside the face in rows 1 to j - 1: f - 2, f - 3, ...
    return facesStart + face * verticesPerFace + rowStart + i - 1;
  };

  const directions = new Float64Array(3 * (10 * f * f + 2));
  for (let face = 0; face < FACES.length; face++) {
    const [a, b, c] = FACES[face].map((corner) => CORNERS[corner]);
    for (let j = 0; j <= f; j++)
      for (let i = 0; i + j <= f; i++) {
        const at = 3 * vertexAt(face, i, j);
        for (let n = 0; n < 3; n++) directions[at + n] = (f - i - j) * a[n] + i * b[n] + j * c[n];
        normalise(directions, at);
      }
  }
  return { frequency, directions, vertexAt };
}

/** Lists the frequency^2 triangles that a face of the icosahedron is divided into. */
export function latticeTriangles(frequency: number): LatticeTriangle[] {
  const triangles: LatticeTriangle[] = [];
  for (let j = 0; j < frequency; j++)
    for (let i = 0; i + j < frequency; i++) {
      triangles.push([i, j, i + 1, j, i, j + 1]);
      if (i + j + 1 < frequency) triangles.push([i + 1, j, i + 1, j + 1, i, j + 1]);
    }
  return triangles;
}

/** Lists all 20 frequency^2 triangles as vertex ids, 3 per triangle, counterclockwise seen from outside. */
export function sphereTriangles({ frequency, vertexAt }: GeodesicSphere): Uint32Array {
  const triangles = latticeTriangles(frequency);
  const ids = new Uint32Array(3 * ICOSAHEDRON_FACES * triangles.length);
  let at = 0;
  for (let face = 0; face < ICOSAHEDRON_FACES; face++)
    for (const t of triangles) for (let c = 0; c < 6; c += 2) ids[at++] = vertexAt(face, t[c], t[c + 1]);
  return ids;
}

/** Scales the vector vectors[at .. at + 3] to length 1. */
export function normalise(vectors: Float64Array, at: number): void {
  const [x, y, z] = [vectors[at], vectors[at + 1], vectors[at + 2]];
  const length = Math.sqrt(x * x + y * y + z * z);
  vectors[at] = x / length;
  vectors[at + 1] = y / length;
  vectors[at + 2] = z / length;
}

const edgeKey = (a: number, b: number): number => Math.min(a, b) * CORNERS.length + Math.max(a, b);
