import { cross, dot } from '../../../math/arithmetic.ts';
import { BOUNDARY, NONE } from '../../../mesh/topology.ts';
import { TET_FACES } from '../../../mesh/tet-mesh.ts';
import { aimRay, createRay, exitFaces, limitRay, RAY, type Ray } from '../../path/exit-faces.ts';
import { chainTo, type Crossing, type Point } from './explanation.ts';
import { facesAtHome, type Home } from '../../path/scratch.ts';
import type { PathBody } from '../../path/path-body.ts';

/**
 * A ray runs from the query point p to a boundary point s. If the ray leaves the mesh at a distance from p of at least this share of the
 * distance of s, it leaves at s, up to rounding.
 */
const AT_THE_END = 1 - 1e-9;

/** Returns whether an element is the goal of a ray. */
export type IsGoal = (tet: number) => boolean;

/**
 * Follows the ray from p towards s, as path/traversal.ts does. Returns the elements that the ray crosses until it reaches a goal. If it
 * reaches none, returns those that it crosses until it leaves the mesh. It allocates memory, so it is meant for inspecting single rays.
 * @param home the face, edge or vertex that p lies on, if any; the ray may begin in all elements around it
 * @param p a point [m] of element `tet`
 * @param s the ray's target [m]
 */
export function traceRay(
  home: Home,
  body: PathBody,
  p: Point,
  tet: number,
  s: Point,
  isGoal: IsGoal,
): Crossing & { reached: boolean } {
  const towards = traceOneWay(home, body, p, tet, s, isGoal, false);
  if (towards.reached || body.inverted.count === 0) return towards;
  // Beyond inverted elements, the line through p and s may reach s from the other side (Chen et al. 2023, figure 6c). So the ray is also
  // followed from p in the direction away from s.
  const away = traceOneWay(home, body, p, tet, s, isGoal, true);
  return away.reached ? away : towards;
}

/** Follows the ray from p towards s or, if `away` is true, in the opposite direction. */
function traceOneWay(
  home: Home,
  body: PathBody,
  p: Point,
  tet: number,
  s: Point,
  isGoal: IsGoal,
  away: boolean,
): Crossing & { reached: boolean } {
  if (isGoal(tet)) return { elements: [tet], reached: true };
  const [x, y, z] = s.map((c, k) => (away ? p[k] - c : c - p[k]));
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return { elements: [tet], reached: false };
  const ray = createRay();
  aimRay(ray, p[0], p[1], p[2], x, y, z, length);
  limitRay(ray, away, body.inverted.count > 0);
  const cameFrom = new Map<number, number>([[tet, NONE]]);
  const waiting = [tet];
  let last = tet;
  // The ray branches at edges and vertices. If no branch reaches a goal, the branch that leaves the mesh farthest from p is returned.
  let farthest = Number.NEGATIVE_INFINITY;
  let exitElement = NONE;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    last = at;
    const exits = exitFaces(body, ray, at) | facesAtHome(home, body.topology.tets, at);
    for (let corner = 0; corner < 4; corner++) {
      if (!(exits & (1 << corner))) continue;
      const next = body.topology.neighbours[4 * at + corner];
      if (next & BOUNDARY) {
        const distance = distanceToFace(body, ray, at, corner);
        if (distance <= farthest) continue;
        farthest = distance;
        exitElement = at;
      } else if (!cameFrom.has(next)) {
        cameFrom.set(next, at);
        if (isGoal(next)) return { elements: chainTo(cameFrom, next), reached: true };
        waiting.push(next);
      }
    }
  }
  if (exitElement === NONE || farthest >= AT_THE_END * length)
    return { elements: chainTo(cameFrom, last), reached: false };
  const exit = p.map((c, k) => c + farthest * ray[RAY.w + k]);
  return { elements: chainTo(cameFrom, exitElement), exit, reached: false };
}

/** Returns the distance [m] from p, along the ray, to the plane of the face opposite a corner. */
function distanceToFace({ topology, positions, vertexBase }: PathBody, ray: Ray, tet: number, corner: number): number {
  const [a, b, c] = TET_FACES[corner].map((i) => {
    const v = 3 * (vertexBase + topology.tets[4 * tet + i]);
    return [positions[v] - ray[RAY.p], positions[v + 1] - ray[RAY.p + 1], positions[v + 2] - ray[RAY.p + 2]];
  });
  const u = b.map((x, k) => x - a[k]);
  const v = c.map((x, k) => x - a[k]);
  const normal = cross(u, v);
  const along = normal[0] * ray[RAY.w] + normal[1] * ray[RAY.w + 1] + normal[2] * ray[RAY.w + 2];
  return dot(normal, a) / along;
}
