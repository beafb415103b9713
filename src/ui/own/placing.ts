import { type OwnBody, type OwnObstacle, type OwnScene, startOf } from '../../scenes/own/scene-file.ts';

export type Vector = readonly [number, number, number];
/** A unit quaternion x, y, z, w. */
export type Turn = readonly [number, number, number, number];

/** A box along the axes: its least and its greatest corner [m]. */
export interface Box {
  readonly least: Vector;
  readonly most: Vector;
}

export const NO_TURN: Turn = [0, 0, 0, 1];

/** Turns a vector by a unit quaternion. */
export function turned([x, y, z, w]: Turn, [a, b, c]: Vector): Vector {
  const [s, t, u] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * s + y * u - z * t, b + w * t + z * s - x * u, c + w * u + x * t - y * s];
}

/** Returns the shortest turn that takes the y axis to a direction, which may have any length above 0. */
export function turnOnto([x, y, z]: Vector): Turn {
  const length = Math.hypot(x, y, z);
  // Half way between both directions; the opposite direction is reached about the x axis.
  const w = length + y;
  const norm = Math.hypot(z, x, w);
  return norm < 1e-9 * length ? [1, 0, 0, 0] : [z / norm, 0, -x / norm, w / norm];
}

export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (factor: number, [x, y, z]: Vector): Vector => [factor * x, factor * y, factor * z];

/** Returns the box around points. @param positions 3 per point    @param move maps each point first */
function boxAround(positions: ArrayLike<number>, move: (point: Vector) => Vector): Box {
  const least: [number, number, number] = [Infinity, Infinity, Infinity];
  const most: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    const point = move([positions[i]!, positions[i + 1]!, positions[i + 2]!]);
    for (let k = 0; k < 3; k++) {
      least[k] = Math.min(least[k]!, point[k]!);
      most[k] = Math.max(most[k]!, point[k]!);
    }
  }
  return { least, most };
}

const positionsOf = ({ meshes }: OwnScene, { mesh }: OwnBody): Float32Array => startOf(meshes[mesh]!);

/** Returns the box around a mesh as it lies in its file [m]. */
export const meshBox = (positions: ArrayLike<number>): Box => boxAround(positions, (point) => point);

/** Returns the box around a body in its place [m]. */
export const bodyBox = (scene: OwnScene, body: OwnBody): Box =>
  boxAround(positionsOf(scene, body), (point) => plus(body.at, turned(body.turn, times(body.scale, point))));

/** Returns the middle of a box [m]. */
export const middle = ({ least, most }: Box): Vector => times(0.5, plus(least, most));

/** Returns the greatest of a box's three extents [m]. */
export const extent = ({ least, most }: Box): number => Math.max(...minus(most, least));

/** Returns the middle of the box around a body's mesh at its start, relative to the mesh's origin, as the body turns and scales it [m]. */
const fromOrigin = (scene: OwnScene, body: OwnBody): Vector =>
  turned(body.turn, times(body.scale, middle(meshBox(positionsOf(scene, body)))));

/** Returns where a body's middle lies [m]: the point around which edits turn and scale it. */
export const centreOf = (scene: OwnScene, body: OwnBody): Vector => plus(body.at, fromOrigin(scene, body));

/** Returns the body with its middle at a point [m]. */
export const withCentre = (scene: OwnScene, body: OwnBody, centre: Vector): OwnBody => ({
  ...body,
  at: minus(centre, fromOrigin(scene, body)),
});

/** Returns the box around an obstacle [m]; undefined for a plane, which has no end. */
export const obstacleBox = (obstacle: OwnObstacle): Box | undefined => {
  if (obstacle.kind === 'plane') return undefined;
  const { at, radius } = obstacle;
  // A bowl is the lower half of its sphere.
  return { least: minus(at, [radius, radius, radius]), most: plus(at, [radius, 0, radius]) };
};

/** Whether two boxes overlap as seen from above. */
export const overlapFromAbove = (a: Box, b: Box): boolean =>
  [0, 2].every((k) => a.least[k]! < b.most[k]! && b.least[k]! < a.most[k]!);
