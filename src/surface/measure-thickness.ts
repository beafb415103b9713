import { matchFaces } from '../mesh/match-faces.ts';
import { checkVolumes } from '../mesh/quality.ts';
import type { TetMesh } from '../mesh/tet-mesh.ts';
import { SurfaceDistance } from './surface-distance.ts';

/** Most boundary faces that are looked at; they are spread over the whole boundary. */
const MOST_FACES = 600;
/** The thickness is that of the thinnest parts with this share of the boundary's faces. */
const QUANTILE = 0.1;
/**
 * A ball serves the points within this multiple of its radius. The corner of a cube is sqrt(3) radii from the middle of its greatest ball,
 * and balls are few.
 */
const REACH = 2;
/**
 * A ball serves faces whose plane leaves its middle inside by this share of its radius; the side of a tentacle passes beside the middle of
 * the body.
 */
const LEAST_DEPTH = 0.7;
/**
 * A ball is taken for inscribed if the boundary cuts off less than this share of its radius: the facets of a round body cut off so much.
 */
const CUT_SHARE = 0.05;
/** Factor by which a ball shrinks if the tangent ball through the nearest point is hardly smaller. */
const SHRINK = 0.9;
const MOST_SHRINKS = 60;

/**
 * Measures the radius of a mesh's thin parts [m] (Model.thickness). At the middle of each boundary face a ball is found that is inscribed
 * and touches the boundary there: it shrinks until no boundary is inside (Ma, Bae, Choi 2012, 3D medial axis point approximation using
 * nearest neighbors and the normal field). The thickness of a face is the radius of the greatest of these balls that reaches it (after
 * Hildebrand and Rueegsegger 1997, local thickness), so that edges and uneven places don't count as thin. The result is the 10 % quantile
 * over the boundary's faces.
 * @param mesh in its rest shape
 * @throws Error if it has no tetrahedra or one whose volume isn't positive, or if a face isn't that of one or two tetrahedra
 */
export function measureThickness(mesh: TetMesh): number {
  checkVolumes(mesh);
  const { positions, tets } = mesh;
  const { faces } = matchFaces(tets, positions.length / 3);
  const boundary = new SurfaceDistance({ positions, triangles: faces });
  const stride = 3 * Math.ceil(faces.length / 3 / MOST_FACES);
  const places: Place[] = [];
  for (let f = 0; f < faces.length; f += stride) places.push(placeOf(positions, faces, f));
  const balls = places.map((place) => greatestBall(boundary, place)).sort((a, b) => b[3] - a[3]);
  const radii = places.map(([px, py, pz, nx, ny, nz]) => {
    const reaching = balls.find(([x, y, z, radius]) => {
      const [dx, dy, dz] = [px - x, py - y, pz - z];
      const isNear = dx * dx + dy * dy + dz * dz <= REACH * radius * (REACH * radius);
      return isNear && dx * nx + dy * ny + dz * nz >= LEAST_DEPTH * radius;
    });
    return reaching?.[3] ?? 0;
  });
  return radii.sort((a, b) => a - b)[Math.floor(QUANTILE * radii.length)];
}

/** Centre and radius of a ball [m]. */
type Ball = readonly [number, number, number, number];
/** Middle of a face [m], and its outward unit normal. */
type Place = readonly [number, number, number, number, number, number];

/** Shrinks a ball that touches the boundary in a place until the boundary hardly cuts it. @returns the inscribed ball around its centre */
function greatestBall(boundary: SurfaceDistance, [px, py, pz, nx, ny, nz]: Place): Ball {
  let radius = boundary.extent;
  const touched = new Float64Array(3);
  for (let shrinks = 0; ; shrinks++) {
    const centre = [px - radius * nx, py - radius * ny, pz - radius * nz] as const;
    const nearest = boundary.nearest(...centre, (1 + CUT_SHARE) * radius);
    const isInscribed = nearest >= (1 - CUT_SHARE) * radius && boundary.isInside(...centre);
    if (isInscribed || shrinks === MOST_SHRINKS) return [...centre, Math.min(nearest, radius)];
    boundary.writeNearest(touched); // the place itself at the latest
    const [dx, dy, dz] = [px - touched[0], py - touched[1], pz - touched[2]];
    const along = dx * nx + dy * ny + dz * nz;
    const through = along > 0 ? (dx * dx + dy * dy + dz * dz) / (2 * along) : radius;
    radius = Math.min(through, SHRINK * radius);
  }
}

function placeOf(p: Float32Array, faces: Uint32Array, f: number): Place {
  const [a, b, c] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
  const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
  const [vx, vy, vz] = [p[c] - p[a], p[c + 1] - p[a + 1], p[c + 2] - p[a + 2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  const middle = (k: number) => (p[a + k] + p[b + k] + p[c + k]) / 3;
  return [middle(0), middle(1), middle(2), x / length, y / length, z / length];
}
