import { AIR_STRIDE, signedMeasure } from '../../../mesh/air/air-mesh.ts';
import { type FlipTried, flipsTried } from '../../../mesh/air/flips-tried.ts';
import { writeTetQuality, writeTriangleQuality } from '../../../mesh/air/quality.ts';
import { createWalls } from '../../../mesh/air/walls.ts';
import { airOptions } from '../../constraints/air/air-options.ts';
import { bodyOfVertex, type World } from '../../world/world.ts';
import type { Point } from './explanation.ts';

/** The air mesh of a paused frame. */
export interface StillAir {
  /** AIR_STRIDE vertex ids per element, of which the first `count` elements are in use. */
  readonly elements: Uint32Array;
  readonly count: number;
  /** [1/kg], per vertex; 0 for a vertex that is held. */
  readonly inverseMasses: Float32Array;
}

/** A corner of an element of air. */
export interface AirCorner {
  readonly vertex: number;
  readonly body: number;
  readonly at: Point;
  /** Gradient of the constraint C, twice the signed area or six times the signed volume: the direction in which it is pushed [m or m^2]. */
  readonly gradient: Point;
  /** Way that one projection pushes it [m]; 0 if the element isn't inverted, or if the vertex is held. */
  readonly push: number;
  readonly isHeld: boolean;
}

/** All about one element of air. */
export interface AirExplanation {
  readonly element: number;
  readonly corners: readonly AirCorner[];
  /** Signed area [m^2] or volume [m^3]; below 0 if the element is inverted. */
  readonly measure: number;
  /** Signed quality: 1 for the best shape (mesh/air/quality.ts). */
  readonly quality: number;
  readonly flips: readonly FlipTried[];
}

/** Explains an element of air: its gradients (equations 1 and 2), its quality, and the operations that could improve it. */
export function explainAir(world: World, air: StillAir, positions: Float32Array, element: number): AirExplanation {
  const { dimension } = world;
  const at = AIR_STRIDE * element;
  const vertices = [...air.elements.subarray(at, at + dimension + 1)];
  const points = vertices.map((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
  const gradients = gradientsOf(points);
  const c = signedMeasure(positions, air.elements, at);
  const weights = vertices.map((v) => air.inverseMasses[v]);
  const squares = gradients.map((g) => g.reduce((sum, x) => sum + x * x, 0));
  const sum = squares.reduce((total, square, k) => total + weights[k] * square, 0);
  const scale = c < 0 && sum > 0 ? -c / sum : 0;
  const walls = createWalls(dimension, world.air.walls, world.vertexCount);
  return {
    element,
    corners: vertices.map((vertex, k) => ({
      vertex,
      body: bodyOfVertex(world, vertex),
      at: points[k],
      gradient: gradients[k],
      push: weights[k] * Math.sqrt(squares[k]) * scale,
      isHeld: weights[k] === 0,
    })),
    measure: dimension === 2 ? c / 2 : c / 6,
    quality: qualityOf(vertices, positions),
    flips: flipsTried(air.elements, air.count, positions, walls, element, airOptions(dimension)),
  };
}

function qualityOf([a, b, c, d]: readonly number[], positions: Float32Array): number {
  const out = new Float64Array(1);
  if (d === undefined) writeTriangleQuality(positions, a, b, c, out, 0);
  else writeTetQuality(positions, a, b, c, d, out, 0);
  return out[0];
}

/** Returns the gradients of (b - a) x (c - a), or of det(b - a, c - a, d - a), at each corner; they add up to 0. */
export function gradientsOf(points: readonly (readonly number[])[]): number[][] {
  const [u, v, w] = points.slice(1).map((point) => point.map((x, k) => x - points[0][k]));
  const others = w
    ? [cross(v, w), cross(w, u), cross(u, v)]
    : [
        [v[1], -v[0], 0],
        [-u[1], u[0], 0],
      ];
  const first = [0, 1, 2].map((k) => -others.reduce((sum, g) => sum + g[k], 0));
  return [first, ...others];
}

const cross = ([ax, ay, az]: readonly number[], [bx, by, bz]: readonly number[]): number[] => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];
