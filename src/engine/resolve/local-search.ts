import { segmentPierces, vertexIsInside } from '../../geometry/segment-pierces.ts';
import { cross, dot, type Vector } from '../../math/arithmetic.ts';
import { signedVolumes } from '../../mesh/quality.ts';
import type { OverlapCounter } from './overlap.ts';
import type { World } from '../../simulation/world/world.ts';

/** Lengths of the moves that are tried, as shares of the mean edge. */
const MOVES = [0.02, 0.06, 0.2, 0.5];
const REACH = 0.5;
/** Sweeps over the vertices that are tried. */
const MOST_SWEEPS = 12;
/** A move has to lower the cost by more than this: an overlap costs 1, and up to 1 more by how deep it is. */
const LEAST_GAIN = 1e-3;

/** The 26 directions to the neighbours in a lattice, of length 1. */
const DIRECTIONS: readonly Vector[] = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z): Vector => [x, y, z])))
  .filter((d) => dot(d, d) > 0)
  .map((d): Vector => {
    const length = Math.sqrt(dot(d, d));
    return [d[0] / length, d[1] / length, d[2] / length];
  });

/** Vertices of all features of a kind, world ids. */
interface Features {
  readonly corners: number;
  readonly ids: Uint32Array;
}

/** Features near a vertex: those that have it as a corner, and others that it could meet. */
interface Near {
  readonly own: Uint32Array[];
  readonly others: Uint32Array[];
}

/**
 * Mends the last few overlaps, which shortest paths can't tell how to part because elements there are turned inside out: moves one vertex at a time
 * along the one of 104 displacements that lowers the number of overlaps and inverted elements at it most, counted exactly. So the number never rises.
 */
export class LocalSearch {
  private readonly tets: Features;
  private readonly faces: Features;
  private readonly edges: Features;
  private readonly surface: Features;

  /** @param edge mean edge of the rest shapes [m] */
  constructor(
    world: World,
    private readonly counter: OverlapCounter,
    private readonly edge: number,
  ) {
    const all = (corners: number, of: (body: number) => Uint32Array): Features => {
      const lists = world.bodies.map(({ vertexBase }, body) => of(body).map((id) => id + vertexBase));
      const ids = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const list of lists) {
        ids.set(list, at);
        at += list.length;
      }
      return { corners, ids };
    };
    const topology = (body: number) => world.models[world.bodies[body].model].topology;
    this.tets = all(4, (body) => topology(body).tets);
    this.faces = all(3, (body) => topology(body).faces);
    this.edges = all(2, (body) => topology(body).edges);
    this.surface = { corners: 1, ids: Uint32Array.from(world.surfaceVertices) };
  }

  /** Returns positions with fewer overlaps and inverted elements. */
  mend(from: Float32Array): Float32Array {
    const positions = from.slice();
    for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
      const marks = this.marks(positions);
      let moves = 0;
      for (let v = 0; v < marks.length; v++) if (marks[v] && this.move(positions, v)) moves++;
      if (moves === 0) break;
    }
    return positions;
  }

  /** Marks the vertices that have a part in an overlap or an inverted element. */
  private marks(positions: Float32Array): Uint8Array {
    const { ids } = this.tets;
    this.counter.mark(positions);
    const marks = this.counter.marks.slice();
    signedVolumes({ positions, tets: ids }).forEach((volume, tet) => {
      if (!(volume > 0)) for (let k = 0; k < 4; k++) marks[ids[4 * tet + k]] = 1;
    });
    return marks;
  }

  /** Moves a vertex to where it costs least. @returns whether it has moved */
  private move(positions: Float32Array, v: number): boolean {
    const near = this.near(positions, v);
    const place = positions.slice(3 * v, 3 * v + 3);
    let best = this.cost(positions, v, near);
    if (best === 0) return false;
    let bestPlace: Float32Array | undefined;
    for (const length of MOVES)
      for (const direction of DIRECTIONS) {
        for (let k = 0; k < 3; k++) positions[3 * v + k] = place[k] + length * this.edge * direction[k];
        const cost = this.cost(positions, v, near);
        if (!(cost < best - LEAST_GAIN)) continue;
        best = cost;
        bestPlace = positions.slice(3 * v, 3 * v + 3);
      }
    positions.set(bestPlace ?? place, 3 * v);
    return bestPlace !== undefined;
  }

  private near(positions: Float32Array, v: number): Record<'tets' | 'faces' | 'edges' | 'surface', Near> {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    const { ids } = this.tets;
    for (let t = 0; t < ids.length; t += 4) {
      if (ids[t] !== v && ids[t + 1] !== v && ids[t + 2] !== v && ids[t + 3] !== v) continue;
      for (let i = t; i < t + 4; i++)
        for (let k = 0; k < 3; k++) {
          low[k] = Math.min(low[k], positions[3 * ids[i] + k] - REACH * this.edge);
          high[k] = Math.max(high[k], positions[3 * ids[i] + k] + REACH * this.edge);
        }
    }
    const split = (features: Features) => nearOf(features, positions, v, low, high);
    return {
      tets: split(this.tets),
      faces: split(this.faces),
      edges: split(this.edges),
      surface: split(this.surface),
    };
  }

  /** Adds up what the overlaps at a vertex cost. */
  private cost(x: Float32Array, v: number, { tets, faces, edges, surface }: ReturnType<LocalSearch['near']>): number {
    let sum = 0;
    for (const [p, q] of edges.own) for (const [a, b, c] of faces.others) sum += this.piercing(x, p, q, a, b, c);
    for (const [a, b, c] of faces.own) for (const [p, q] of edges.others) sum += this.piercing(x, p, q, a, b, c);
    for (const own of tets.own) {
      const [volume] = signedVolumes({ positions: x, tets: own });
      const size = (6 * Math.abs(volume)) / (this.edge * this.edge * this.edge);
      if (!(volume > 0)) sum += 1 + Math.min(1, size);
      const [a, b, c, d] = own;
      for (const [w] of surface.others)
        if (w !== a && w !== b && w !== c && w !== d && vertexIsInside(x, w, a, b, c, d)) sum++;
    }
    if (surface.own.length > 0) for (const [a, b, c, d] of tets.others) if (vertexIsInside(x, v, a, b, c, d)) sum++;
    return sum;
  }

  /** Returns 0 if an edge doesn't cross a face, otherwise 1 and how far the one has to move for the other, by the mean edge. */
  private piercing(x: Float32Array, p: number, q: number, a: number, b: number, c: number): number {
    if (p === a || p === b || p === c || q === a || q === b || q === c) return 0;
    return segmentPierces(x, p, q, a, b, c) ? 1 + Math.min(1, depthOf(x, p, q, a, b, c) / this.edge) : 0;
  }
}

function nearOf({ corners, ids }: Features, x: Float32Array, v: number, low: number[], high: number[]): Near {
  const near: Near = { own: [], others: [] };
  for (let i = 0; i < ids.length; i += corners) {
    let isOwn = false;
    for (let j = i; j < i + corners; j++) if (ids[j] === v) isOwn = true;
    let isNear = true;
    for (let k = 0; k < 3 && isNear && !isOwn; k++) {
      let least = Infinity;
      let most = -Infinity;
      for (let j = i; j < i + corners; j++) {
        least = Math.min(least, x[3 * ids[j] + k]);
        most = Math.max(most, x[3 * ids[j] + k]);
      }
      isNear = least <= high[k] && most >= low[k];
    }
    if (isOwn) near.own.push(ids.subarray(i, i + corners));
    else if (isNear) near.others.push(ids.subarray(i, i + corners));
  }
  return near;
}

/** Returns the least distance by which an edge that crosses a face has to move to be out: either end through the face, or past a side of it [m]. */
function depthOf(x: Float32Array, p: number, q: number, a: number, b: number, c: number): number {
  const minus = (i: number, j: number): Vector => [
    x[3 * i] - x[3 * j],
    x[3 * i + 1] - x[3 * j + 1],
    x[3 * i + 2] - x[3 * j + 2],
  ];
  const normal = cross(minus(b, a), minus(c, a));
  const size = Math.sqrt(dot(normal, normal));
  if (!(size > 0)) return 0;
  const atP = dot(minus(p, a), normal) / size;
  const atQ = dot(minus(q, a), normal) / size;
  const share = atP === atQ ? 0 : atP / (atP - atQ);
  let depth = Math.min(Math.abs(atP), Math.abs(atQ));
  for (const [i, j] of [
    [a, b],
    [b, c],
    [c, a],
  ]) {
    const side = minus(j, i);
    const inwards = cross(normal, side);
    const toP = dot(minus(p, i), inwards);
    const toQ = dot(minus(q, i), inwards);
    const length = Math.sqrt(dot(inwards, inwards));
    if (length > 0) depth = Math.min(depth, Math.abs(toP + share * (toQ - toP)) / length);
  }
  return depth;
}
