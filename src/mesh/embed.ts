import { closestPointOnTriangle, createClosestPoint } from '../geometry/closest-point.ts';
import { TET_FACES, type TetMesh } from './tet-mesh.ts';
import { matchFaces } from './match-faces.ts';
import { checkVolumes } from './quality.ts';
import { BoxGrid } from './box-grid.ts';
import type { DrawnSurface, EmbeddedSurface } from './drawn-surface.ts';

/** A point counts as inside of a tetrahedron if its barycentric coordinates aren't below this: rounding of points on faces. */
const INSIDE = -1e-9;

/** Result of `embed`. */
export interface Embedding {
  /** The surface as it was given, with the tetrahedron and the weights of each vertex. */
  readonly surface: EmbeddedSurface;
  /** How far each vertex lies from the mesh [m]; 0 for a vertex inside. */
  readonly distances: Float32Array;
}

/**
 * Embeds a surface in a mesh at rest: each of its vertices follows the tetrahedron that contains it, and a vertex outside the one whose
 * boundary face is nearest, by barycentric coordinates that are extrapolated. Of several tetrahedra the one with the greatest least
 * coordinate counts, then the smaller id. The same input always gives the same bits.
 * @param surface [m] @param mesh in its rest shape
 * @throws Error if the mesh has no tetrahedra or one whose volume isn't positive, or if a position isn't finite
 */
export function embed(surface: DrawnSurface, mesh: TetMesh): Embedding {
  checkVolumes(mesh);
  const strange = surface.positions.findIndex((x) => !Number.isFinite(x));
  if (strange >= 0)
    throw new Error(
      `Vertex ${Math.floor(strange / 3)} of the surface has the coordinate ${surface.positions[strange]}, expected a finite number`,
    );
  const count = surface.positions.length / 3;
  const tetOfVertex = new Uint32Array(count);
  const weights = new Float32Array(4 * count);
  const distances = new Float32Array(count);
  const finder = new NearestTet(mesh);
  const best = new Float64Array(4);
  for (let v = 0; v < count; v++) {
    const { positions } = surface;
    tetOfVertex[v] = finder.find(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2], best);
    distances[v] = finder.distance;
    weights.set(best, 4 * v);
  }
  const { positions, triangles, uvs, colours, groups, materials } = surface;
  // Only the fields of a drawn surface: one that was read from a file also has its reader's notes.
  const drawn = { positions, triangles, ...(uvs && { uvs }), ...(colours && { colours }), groups, materials };
  return { surface: { ...drawn, tetOfVertex, weights }, distances };
}

/**
 * Computes where a surface's vertices are when the mesh has moved. Weights are applied to the tetrahedron's edges, so that their rounding
 * doesn't grow with the distance from the origin.
 * @param tets of the mesh that the surface is embedded in @param positions of its vertices [m], 3 numbers each
 * @param out receives 3 numbers per vertex of the surface [m]; a new array by default @returns `out`
 */
export function embeddedPositions(
  { tetOfVertex, weights }: Pick<EmbeddedSurface, 'tetOfVertex' | 'weights'>,
  tets: Uint32Array,
  positions: ArrayLike<number>,
  out: Float32Array = new Float32Array(3 * tetOfVertex.length),
): Float32Array {
  for (let v = 0; v < tetOfVertex.length; v++) {
    const t = 4 * tetOfVertex[v];
    const a = 3 * tets[t];
    const b = 3 * tets[t + 1];
    const c = 3 * tets[t + 2];
    const d = 3 * tets[t + 3];
    const wb = weights[4 * v + 1];
    const wc = weights[4 * v + 2];
    const wd = weights[4 * v + 3];
    for (let k = 0; k < 3; k++) {
      const start = positions[a + k];
      out[3 * v + k] =
        start + wb * (positions[b + k] - start) + wc * (positions[c + k] - start) + wd * (positions[d + k] - start);
    }
  }
  return out;
}

/** Finds tetrahedra of one mesh. */
class NearestTet {
  /** Distance from the last point to the mesh [m]; 0 if it is inside. */
  distance = 0;
  private readonly inside: BoxGrid;
  private readonly boundary: BoxGrid;
  private readonly faceTets: Uint32Array;
  private readonly faces: Uint32Array;
  private readonly closest = createClosestPoint();
  private readonly trial = new Float64Array(4);

  constructor(private readonly mesh: TetMesh) {
    const { faces, faceTets } = matchFaces(mesh.tets, mesh.positions.length / 3);
    this.faces = faces;
    this.faceTets = faceTets;
    this.inside = new BoxGrid(mesh.positions, mesh.tets, 4);
    this.boundary = new BoxGrid(mesh.positions, faces, 3);
  }

  /** @param weights output, 4 barycentric coordinates @returns the tetrahedron */
  find(x: number, y: number, z: number, weights: Float64Array): number {
    this.distance = 0;
    let found = -1;
    let most = INSIDE;
    this.inside.visitCell(x, y, z, (t) => {
      const least = this.writeWeights(t, x, y, z, this.trial);
      if (found >= 0 ? !(least > most) : !(least >= most)) return;
      most = least;
      found = t;
      weights.set(this.trial);
    });
    if (found >= 0) return found;
    const { item: face, distance } = this.boundary.nearest(x, y, z, (f) => this.squaredDistance(f, x, y, z));
    this.distance = distance;
    this.writeWeights(this.faceTets[face], x, y, z, weights);
    return this.faceTets[face];
  }

  private squaredDistance(face: number, x: number, y: number, z: number): number {
    const { positions } = this.mesh;
    const { triangle } = this.closest;
    for (let k = 0; k < 3; k++) {
      const at = 3 * this.faces[3 * face + k];
      triangle[3 * k] = positions[at] - x;
      triangle[3 * k + 1] = positions[at + 1] - y;
      triangle[3 * k + 2] = positions[at + 2] - z;
    }
    closestPointOnTriangle(this.closest);
    return this.closest.distanceSquared;
  }

  /** Writes a point's barycentric coordinates in a tetrahedron. @returns the least of them */
  private writeWeights(tet: number, x: number, y: number, z: number, weights: Float64Array): number {
    const { positions: p, tets } = this.mesh;
    let sum = 0;
    for (let corner = 0; corner < 4; corner++) {
      const face = TET_FACES[corner];
      const a = 3 * tets[4 * tet + face[0]];
      const b = 3 * tets[4 * tet + face[1]];
      const c = 3 * tets[4 * tet + face[2]];
      const [ax, ay, az] = [p[a] - x, p[a + 1] - y, p[a + 2] - z];
      const [bx, by, bz] = [p[b] - x, p[b + 1] - y, p[b + 2] - z];
      const [cx, cy, cz] = [p[c] - x, p[c + 1] - y, p[c + 2] - z];
      weights[corner] = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
      sum += weights[corner];
    }
    for (let corner = 0; corner < 4; corner++) weights[corner] /= sum;
    return Math.min(weights[0], weights[1], weights[2], weights[3]);
  }
}
