/**
 * Sites of tentacles on a geodesic sphere. The sites form a coarser triangular lattice within the lattice of the sphere's vertices.
 * They are thus spread as evenly as possible, and the star of triangles around each site is a nearly regular hexagon (a pentagon at
 * the icosahedron's twelve corners).
 */
import {
  type GeodesicSphere,
  ICOSAHEDRON_FACES,
  normalise,
  sphereTriangles,
} from '../../mesh/model/geodesic-sphere.ts';

/** Pattern of sites on the sphere's lattice. */
export interface SitePattern {
  /** Distance of neighbouring sites along a row of the lattice, in edges. */
  readonly step: number;
  /** Whether only every third of these sites is kept. The kept sites form a triangular lattice that is rotated by 30 degrees. */
  readonly third: boolean;
}

/** The triangles of the sphere around a vertex, up to a number of rings: the base of a tentacle. */
export interface Star {
  /** Vertex ids, the centre first. */
  readonly vertices: Uint32Array;
  /** Positions of the vertices when the star is flattened to a disc of radius 1 around (0, 0); 2 numbers per vertex. */
  readonly disc: Float64Array;
  /** Triangles as indices into `vertices`, 3 per triangle, counterclockwise seen from outside. */
  readonly triangles: Uint32Array;
  /** Orthonormal frame, 9 numbers: the disc's x axis, the disc's y axis, and the sphere's outward normal at the centre. */
  readonly frame: Float64Array;
}

/** Cosine and sine of 72 degrees (a fifth of a turn), and of 60 degrees (a sixth of a turn). */
const COS_SIN_72 = [(Math.sqrt(5) - 1) / 4, Math.sqrt(10 + 2 * Math.sqrt(5)) / 4] as const;
const COS_SIN_60 = [0.5, Math.sqrt(3) / 2] as const;

/** Returns the ids of the sphere's vertices at the sites of a pattern, in ascending order. */
export function siteVertices({ frequency, vertexAt }: GeodesicSphere, { step, third }: SitePattern): number[] {
  const sites = new Set<number>();
  for (let face = 0; face < ICOSAHEDRON_FACES; face++)
    for (let j = 0; j <= frequency; j += step)
      for (let i = 0; i + j <= frequency; i += step)
        if (!third || (i - j) % (3 * step) === 0) sites.add(vertexAt(face, i, j));
  return [...sites].sort((a, b) => a - b);
}

/** Returns the stars around the given vertices. @param rings number of rings of triangles per star */
export function stars(sphere: GeodesicSphere, middles: readonly number[], rings: number): Star[] {
  const fans = vertexFans(sphereTriangles(sphere), sphere.directions.length / 3);
  return middles.map((middle) => star(sphere, fans, middle, rings));
}

/** Returns the neighbours of each vertex, counterclockwise seen from outside. */
function vertexFans(triangles: Uint32Array, vertexCount: number): number[][] {
  const next: Map<number, number>[] = Array.from({ length: vertexCount }, () => new Map());
  for (let t = 0; t < triangles.length; t += 3)
    for (let c = 0; c < 3; c++) next[triangles[t + c]].set(triangles[t + ((c + 1) % 3)], triangles[t + ((c + 2) % 3)]);
  return next.map((following) => {
    const fan = [following.keys().next().value as number];
    while (fan.length < following.size) fan.push(following.get(fan[fan.length - 1]) as number);
    return fan;
  });
}

/** Returns the star around the vertex `middle`. */
function star(sphere: GeodesicSphere, fans: number[][], middle: number, rings: number): Star {
  const vertices = [middle, ...fans[middle]];
  const disc = [0, 0];
  const [cosine, sine] = fans[middle].length === 5 ? COS_SIN_72 : COS_SIN_60;
  let [x, y] = [1 / rings, 0];
  for (let corner = 0; corner < fans[middle].length; corner++) {
    disc.push(x, y);
    [x, y] = [cosine * x - sine * y, sine * x + cosine * y];
  }
  const index = new Map(vertices.map((vertex, n) => [vertex, n]));
  // Each further ring consists of the neighbours of the previous ring that are not in the star yet.
  for (let ring = 2, from = 1; ring <= rings; ring++) {
    const end = vertices.length;
    for (let n = from; n < end; n++)
      for (const vertex of fans[vertices[n]])
        if (!index.has(vertex)) {
          index.set(vertex, vertices.length);
          vertices.push(vertex);
          disc.push(...discPoint(fans[vertex], index, disc, from, end, ring / rings));
        }
    from = end;
  }
  return {
    vertices: Uint32Array.from(vertices),
    disc: Float64Array.from(disc),
    triangles: discTriangles(fans, vertices, index),
    frame: frameAt(sphere.directions, middle, vertices[1]),
  };
}

/**
 * Places a vertex of a new ring on the disc: at the given radius, in the mean direction of the vertex' neighbours in the previous
 * ring.
 * @param fan the vertex' neighbours
 * @param index index in the star per vertex id
 * @param from, end range of the previous ring's indices in the star; `end` is excluded
 */
function discPoint(
  fan: readonly number[],
  index: Map<number, number>,
  disc: readonly number[],
  from: number,
  end: number,
  radius: number,
): [number, number] {
  let [x, y] = [0, 0];
  for (const neighbour of fan) {
    const n = index.get(neighbour) ?? -1;
    if (n < from || n >= end) continue;
    x += disc[2 * n];
    y += disc[2 * n + 1];
  }
  const scale = radius / Math.sqrt(x * x + y * y);
  return [scale * x, scale * y];
}

/** Returns all triangles whose three corners belong to the star. */
function discTriangles(fans: number[][], vertices: readonly number[], index: Map<number, number>): Uint32Array {
  const triangles: number[] = [];
  for (let a = 0; a < vertices.length; a++) {
    const fan = fans[vertices[a]];
    for (let n = 0; n < fan.length; n++) {
      const b = index.get(fan[n]) ?? -1;
      const c = index.get(fan[(n + 1) % fan.length]) ?? -1;
      if (b > a && c > a) triangles.push(a, b, c);
    }
  }
  return Uint32Array.from(triangles);
}

/**
 * Returns a star's frame.
 * @param middle vertex id of the star's centre
 * @param towards vertex id of another vertex: the disc's x axis points from `middle` to it
 */
function frameAt(directions: Float64Array, middle: number, towards: number): Float64Array {
  const frame = new Float64Array(9);
  const [x, y, z] = directions.subarray(3 * middle, 3 * middle + 3);
  const [tx, ty, tz] = directions.subarray(3 * towards, 3 * towards + 3);
  const along = x * tx + y * ty + z * tz;
  frame.set([tx - along * x, ty - along * y, tz - along * z, 0, 0, 0, x, y, z]);
  normalise(frame, 0);
  frame[3] = y * frame[2] - z * frame[1];
  frame[4] = z * frame[0] - x * frame[2];
  frame[5] = x * frame[1] - y * frame[0];
  return frame;
}

/**
 * Moves the stars' vertices on the sphere so that each star has a circular rim, of the same radius for all stars. Laplacian smoothing lets
 * the vertices between the stars follow: in each sweep, each of these vertices moves to the mean of its neighbours.
 * @param sphere its directions are changed
 * @param radius of the stars' rims [m], on the sphere of radius 1 m
 * @param sweeps number of smoothing sweeps
 */
export function roundStars(sphere: GeodesicSphere, allStars: readonly Star[], radius: number, sweeps: number): void {
  const { directions } = sphere;
  const fixed = new Uint8Array(directions.length / 3);
  for (const { vertices, disc, frame } of allStars)
    for (let n = 0; n < vertices.length; n++) {
      fixed[vertices[n]] = 1;
      const [x, y] = [radius * disc[2 * n], radius * disc[2 * n + 1]];
      const height = Math.sqrt(1 - x * x - y * y);
      for (let k = 0; k < 3; k++)
        directions[3 * vertices[n] + k] = x * frame[k] + y * frame[3 + k] + height * frame[6 + k];
    }
  const fans = vertexFans(sphereTriangles(sphere), fixed.length);
  for (let sweep = 0; sweep < sweeps; sweep++)
    for (let v = 0; v < fixed.length; v++) {
      if (fixed[v]) continue;
      for (let k = 0; k < 3; k++) {
        let sum = 0;
        for (const neighbour of fans[v]) sum += directions[3 * neighbour + k];
        directions[3 * v + k] = sum;
      }
      normalise(directions, 3 * v);
    }
}
