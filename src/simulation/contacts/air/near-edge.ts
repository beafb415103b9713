import type { Context } from '../../program/stage.ts';
import type { State } from '../../state.ts';
import { hasCorner } from './facets.ts';
import { SEARCH_FACTOR } from './near-facet.ts';
import { restDistanceSquared } from './rest-distance.ts';
import { type AirContactMemory, airContactMemory } from './scratch.ts';
import { beginWalk, facetNormal, walkAir } from './walk.ts';

/** Two edges count as parallel if the squared sine of their angle is at most this. Then their vertices make the contacts. */
const PARALLEL = 1e-6;

/** The nearest points of two edges: their parameters, the vector from the other edge's point to the own one [m], and the edges' cross product. */
interface EdgePair {
  s: number;
  t: number;
  readonly gap: Float64Array;
  readonly cross: Float64Array;
}

/**
 * Finds the surface edge nearest to the edge (a, b), among those that a walk over air reaches, into `scratch.airContacts.found`. Both nearest
 * points must be inside of their edges; the other cases are those of a vertex and a facet.
 *
 * The normal is perpendicular to both edges. It points to the side on which the other edge's facets have their air: so the own edge must be on this
 * side, or touch. A facet of a body at the wrong side has no contact, and is left to the constraint.
 * @returns false if no edge is near
 */
export function findEdge(context: Context, a: number, b: number): boolean {
  const { world, state, parameters, scratch } = context;
  const { airElements, positions: x } = state;
  const { found } = scratch.airContacts;
  const reach = SEARCH_FACTOR * parameters.contactOffset;
  found.distanceSquared = Infinity;
  const memory = airContactMemory(scratch.airContacts, world, state);
  const count = startAround(context, memory, a, b);
  if (count === 0) return false;
  const middle = [0, 1, 2].map((k) => (x[3 * a + k] + x[3 * b + k]) / 2) as [number, number, number];
  const half = Math.sqrt(middle.reduce((sum, m, k) => sum + (x[3 * a + k] - m) * (x[3 * a + k] - m), 0));
  const pair: EdgePair = { s: 0.5, t: 0.5, gap: new Float64Array(3), cross: new Float64Array(3) };
  const [outward, normal, sum] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const meet = (at: number, corners: readonly number[]) => {
    for (let k = 0; k < 3; k++) {
      const c = airElements[at + corners[k]];
      const d = airElements[at + corners[(k + 1) % 3]];
      if (c === a || c === b || d === a || d === b || !nearestPoints(pair, x, a, b, Math.min(c, d), Math.max(c, d)))
        continue;
      const { gap, s, t } = pair;
      const distanceSquared = gap[0] * gap[0] + gap[1] * gap[1] + gap[2] * gap[2];
      if (!(distanceSquared < reach * reach && distanceSquared <= found.distanceSquared)) continue;
      if (!facetNormal(outward, state, at, corners)) continue;
      const isKnown = found.vertices[0] === Math.min(c, d) && found.vertices[1] === Math.max(c, d);
      if (distanceSquared === found.distanceSquared && !isKnown) continue;
      if (distanceSquared < found.distanceSquared) {
        const vertices = [Math.min(c, d), Math.max(c, d)];
        const { contactOffset } = parameters;
        if (restDistanceSquared(world, [a, b], [1 - s, s], vertices, [1 - t, t]) <= contactOffset * contactOffset)
          continue;
        found.distanceSquared = distanceSquared;
        found.vertices.set(vertices);
        found.weights[0] = 1 - t;
        found.weights[1] = t;
        found.along = s;
        normal.set(pair.cross);
        sum.fill(0);
      }
      for (let j = 0; j < 3; j++) sum[j] += outward[j];
    }
  };
  walkAir(scratch.airContacts, memory, world, state, count, middle, half + reach, meet);
  return found.distanceSquared < Infinity && orient(context, a, b, normal, sum);
}

/** Puts the elements around an edge into `reached`. @returns their number */
function startAround({ state, scratch }: Context, memory: AirContactMemory, a: number, b: number): number {
  const { airElements, vertexElementStarts, vertexElements } = state;
  const walk = beginWalk(scratch.airContacts, memory);
  let count = 0;
  for (let i = vertexElementStarts[a]; i < vertexElementStarts[a + 1]; i++) {
    const element = vertexElements[i];
    if (!hasCorner(airElements, 4 * element, b)) continue;
    memory.reached[count++] = element;
    memory.walks[element] = walk;
  }
  return count;
}

/**
 * Computes the nearest points of the lines through two edges.
 * @returns false if the lines are parallel, or if a point isn't inside of its edge
 */
function nearestPoints(pair: EdgePair, x: State['positions'], a: number, b: number, c: number, d: number): boolean {
  const { gap, cross } = pair;
  const ux = x[3 * b] - x[3 * a];
  const uy = x[3 * b + 1] - x[3 * a + 1];
  const uz = x[3 * b + 2] - x[3 * a + 2];
  const vx = x[3 * d] - x[3 * c];
  const vy = x[3 * d + 1] - x[3 * c + 1];
  const vz = x[3 * d + 2] - x[3 * c + 2];
  const rx = x[3 * a] - x[3 * c];
  const ry = x[3 * a + 1] - x[3 * c + 1];
  const rz = x[3 * a + 2] - x[3 * c + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const ur = ux * rx + uy * ry + uz * rz;
  const vr = vx * rx + vy * ry + vz * rz;
  const determinant = uu * vv - uv * uv;
  if (!(determinant > PARALLEL * uu * vv)) return false;
  const s = (uv * vr - vv * ur) / determinant;
  const t = (uu * vr - uv * ur) / determinant;
  if (!(s > 0 && s < 1 && t > 0 && t < 1)) return false;
  pair.s = s;
  pair.t = t;
  gap[0] = rx + s * ux - t * vx;
  gap[1] = ry + s * uy - t * vy;
  gap[2] = rz + s * uz - t * vz;
  cross[0] = uy * vz - uz * vy;
  cross[1] = uz * vx - ux * vz;
  cross[2] = ux * vy - uy * vx;
  return true;
}

/**
 * Sets the normal of the edges found. @param cross their cross product    @param outward sum of the normals of the other edge's facets
 * @returns false if the own edge is on the wrong side
 */
function orient(
  { state, scratch }: Context,
  a: number,
  b: number,
  cross: Float64Array,
  outward: Float64Array,
): boolean {
  const { normal, vertices, weights, along } = scratch.airContacts.found;
  const { positions: x } = state;
  const side = cross[0] * outward[0] + cross[1] * outward[1] + cross[2] * outward[2];
  const length = Math.sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
  let height = 0;
  for (let k = 0; k < 3; k++) {
    normal[k] = (side < 0 ? -cross[k] : cross[k]) / length;
    const own = (1 - along) * x[3 * a + k] + along * x[3 * b + k];
    height += normal[k] * (own - weights[0] * x[3 * vertices[0] + k] - weights[1] * x[3 * vertices[1] + k]);
  }
  return side !== 0 && height >= 0;
}
