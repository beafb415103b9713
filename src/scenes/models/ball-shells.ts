/**
 * Fills a ball with tetrahedra between concentric geodesic spheres. From shell to shell inwards, the frequency (the number of parts
 * per edge of the icosahedron) halves, so that the mesh is finest at the surface. No vertex belongs to more than about fifty
 * tetrahedra, which bounds the number of colours of the graph colouring.
 */
import {
  type GeodesicSphere,
  geodesicSphere,
  ICOSAHEDRON_FACES,
  latticeTriangles,
} from '../../mesh/model/geodesic-sphere.ts';
import { pushPrism } from '../../mesh/model/prism.ts';

/** A mesh under construction: positions [m] in double precision, 3 per vertex, and 4 vertex ids per tetrahedron. */
export interface GrowingMesh {
  readonly positions: number[];
  readonly tets: number[];
}

/** A spherical layer of vertices in a ball. */
interface Shell {
  readonly sphere: GeodesicSphere;
  /** Radius [m]. */
  readonly radius: number;
  /** Id of the shell's first vertex. */
  readonly first: number;
}

/** Product of the mean edge length and the frequency of a fine geodesic sphere of radius 1. */
const EDGE_TIMES_FREQUENCY = 1.15;
/**
 * Thickness of a layer of tetrahedra, as a share of the edge length on the layer's inner side. It is close to 0.82, the height of a
 * regular tetrahedron of edge length 1.
 */
const LAYER_HEIGHT = 0.8;
/** Radius of the innermost icosahedron, as a share of the radius of the shell of frequency 3 around it. */
const CORE_RADIUS = 0.5;
/**
 * Frequency at which a hollow ball's shells stop halving. The first inner shell always has half the outer sphere's frequency, so
 * only an outer sphere of frequency 6 leads to a smaller one, 3.
 */
const LAST_HOLLOW_FREQUENCY = 6;

/**
 * Fills the ball inside a sphere with tetrahedra, down to the centre or to a hollow.
 * @param outer the sphere, of radius 1 m. The caller may have moved its vertices slightly along the sphere.
 * @param outer.frequency 3 times a power of two, at least 6
 * @param hollow whether to leave a hollow in the middle
 * @param mesh an empty mesh; receives all vertices, those of `outer` first, and the tetrahedra
 * @returns radius of the hollow [m], 0 for a solid ball
 */
export function fillBall(outer: GeodesicSphere, hollow: boolean, mesh: GrowingMesh): number {
  let shell = addShell(outer, 1, mesh);
  const last = hollow ? LAST_HOLLOW_FREQUENCY : 3;
  do {
    const coarse = geodesicSphere(shell.sphere.frequency / 2);
    const inner = addShell(coarse, innerRadius(shell.radius, coarse.frequency), mesh);
    joinHalfFrequency(shell, inner, mesh);
    shell = inner;
  } while (shell.sphere.frequency > last);
  if (hollow) {
    const inner = addShell(shell.sphere, innerRadius(shell.radius, shell.sphere.frequency), mesh);
    joinEqual(shell, inner, mesh);
    return inner.radius;
  }
  const core = addShell(geodesicSphere(1), CORE_RADIUS * shell.radius, mesh);
  joinThirdFrequency(shell, core, mesh);
  fillCore(core, mesh);
  return 0;
}

/** Radius of the shell of the given frequency, one layer inside a shell of radius `outer` [m]. */
const innerRadius = (outer: number, frequency: number): number =>
  outer / (1 + (LAYER_HEIGHT * EDGE_TIMES_FREQUENCY) / frequency);

function addShell(sphere: GeodesicSphere, radius: number, { positions }: GrowingMesh): Shell {
  const first = positions.length / 3;
  for (let n = 0; n < sphere.directions.length; n++) positions.push(radius * sphere.directions[n]);
  return { sphere, radius, first };
}

/** Adds a layer of prisms between two shells of the same frequency. */
function joinEqual(outer: Shell, inner: Shell, { tets }: GrowingMesh): void {
  const { frequency, vertexAt } = outer.sphere;
  const shift = outer.first - inner.first;
  for (let face = 0; face < ICOSAHEDRON_FACES; face++)
    for (const [ai, aj, bi, bj, ci, cj] of latticeTriangles(frequency)) {
      const [a, b, c] = [vertexAt(face, ai, aj), vertexAt(face, bi, bj), vertexAt(face, ci, cj)];
      pushPrism(inner.first + a, inner.first + b, inner.first + c, shift, false, tets);
    }
}

/**
 * Adds a layer between two shells whose inner one has half the frequency, so that four outer triangles lie above each inner
 * triangle. Per inner triangle, the layer has a tetrahedron at each corner, and between them an octahedron that is split into four
 * tetrahedra.
 */
function joinHalfFrequency(outer: Shell, inner: Shell, { positions, tets }: GrowingMesh): void {
  const fine = (face: number, i: number, j: number) => outer.first + outer.sphere.vertexAt(face, i, j);
  const coarse = (face: number, i: number, j: number) => inner.first + inner.sphere.vertexAt(face, i, j);
  for (let face = 0; face < ICOSAHEDRON_FACES; face++)
    for (const [ai, aj, bi, bj, ci, cj] of latticeTriangles(inner.sphere.frequency)) {
      // ends[k] is the outer vertex above corners[k]. mids[k] is the midpoint of the outer edge opposite to it.
      const corners = [coarse(face, ai, aj), coarse(face, bi, bj), coarse(face, ci, cj)];
      const mids = [fine(face, bi + ci, bj + cj), fine(face, ci + ai, cj + aj), fine(face, ai + bi, aj + bj)];
      const ends = [fine(face, 2 * ai, 2 * aj), fine(face, 2 * bi, 2 * bj), fine(face, 2 * ci, 2 * cj)];
      for (let c = 0; c < 3; c++) tets.push(corners[c], ends[c], mids[(c + 2) % 3], mids[(c + 1) % 3]);
      const k = shortestDiagonal(positions, corners, mids);
      const around = [corners[(k + 1) % 3], corners[(k + 2) % 3], mids[(k + 1) % 3], mids[(k + 2) % 3]];
      for (let n = 0; n < 4; n++) tets.push(corners[k], mids[k], around[n], around[(n + 1) % 4]);
    }
}

/** Returns the index k of the octahedron's shortest diagonal, from corners[k] to mids[k]; the least of equal ones. */
function shortestDiagonal(positions: number[], corners: readonly number[], mids: readonly number[]): number {
  let shortest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    let lengthSquared = 0;
    for (let n = 0; n < 3; n++) {
      const difference = positions[3 * corners[k] + n] - positions[3 * mids[k] + n];
      lengthSquared += difference * difference;
    }
    if (lengthSquared < least) {
      least = lengthSquared;
      shortest = k;
    }
  }
  return shortest;
}

/**
 * Adds a layer between two shells whose inner one has a third of the frequency, so that nine outer triangles lie above each inner
 * triangle. Per inner triangle, a new vertex in the middle of the layer is connected to all triangles around it.
 */
function joinThirdFrequency(outer: Shell, inner: Shell, { positions, tets }: GrowingMesh): void {
  const { vertexAt } = outer.sphere;
  for (let face = 0; face < ICOSAHEDRON_FACES; face++) {
    const fine = (i: number, j: number) => outer.first + vertexAt(face, i, j);
    const corners = [[0, 0] as const, [1, 0] as const, [0, 1] as const];
    const inside = corners.map(([i, j]) => inner.first + inner.sphere.vertexAt(face, i, j));
    const middle = positions.length / 3;
    // The middle lies halfway between the inner triangle's centroid and the outer vertex above it.
    const above = fine(1, 1);
    for (let n = 0; n < 3; n++) {
      const centroid = (positions[3 * inside[0] + n] + positions[3 * inside[1] + n] + positions[3 * inside[2] + n]) / 3;
      positions.push((centroid + positions[3 * above + n]) / 2);
    }
    for (const [ai, aj, bi, bj, ci, cj] of latticeTriangles(3))
      tets.push(middle, fine(ai, aj), fine(bi, bj), fine(ci, cj));
    tets.push(middle, inside[0], inside[2], inside[1]);
    for (let c = 0; c < 3; c++) {
      const [[ai, aj], [bi, bj]] = [corners[c], corners[(c + 1) % 3]];
      const [a, b] = [inside[c], inside[(c + 1) % 3]];
      const [p, q] = [fine(2 * ai + bi, 2 * aj + bj), fine(ai + 2 * bi, aj + 2 * bj)];
      tets.push(middle, a, p, fine(3 * ai, 3 * aj), middle, b, fine(3 * bi, 3 * bj), q);
      if (a < b) tets.push(middle, a, b, q, middle, a, q, p);
      else tets.push(middle, a, b, p, middle, b, q, p);
    }
  }
}

/** Connects the faces of the innermost icosahedron to the centre. */
function fillCore({ sphere, first }: Shell, { positions, tets }: GrowingMesh): void {
  const centre = positions.length / 3;
  positions.push(0, 0, 0);
  for (let face = 0; face < ICOSAHEDRON_FACES; face++)
    tets.push(
      centre,
      first + sphere.vertexAt(face, 0, 0),
      first + sphere.vertexAt(face, 1, 0),
      first + sphere.vertexAt(face, 0, 1),
    );
}
