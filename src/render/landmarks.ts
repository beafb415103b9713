import { Vector3 } from 'three/webgpu';
import type { BoxCollider, Plate, SceneBuild } from '../scenes/scene.ts';
import { type Bowl, isBowl, type Plane } from '../simulation/world/world.ts';

/** A plane is a floor if the y component of its normal is above this. */
const FLOOR_COSINE = 0.99;
/**
 * Bodies count as floating if they start higher above y = 0 than this multiple of their extent. Then no ground is drawn, since it would
 * be far below them.
 */
const MAX_CLEARANCE = 1.5;
/**
 * Maximum drawn thickness of a bowl's wall, in radii of the bowl. The collider may be thicker than this, so that no vertex passes
 * through it in one step.
 */
const MAX_WALL = 0.05;
/**
 * A bowl adds sample points to the scene's bounds: POINTS_PER_CIRCLE points on each of CIRCLES circles of latitude from the rim down, and
 * the bottom point.
 */
const POINTS_PER_CIRCLE = 24;
const CIRCLES = 4;

/** Returns the drawn thickness of a bowl's wall [m]. */
export const wallOf = ({ radius, thickness }: Bowl): number => Math.min(thickness, MAX_WALL * radius);

/** Returns the cosine of the angle at a bowl's centre between straight up and the rim. */
export const rimCosine = ({ centre, radius, rim }: Bowl): number =>
  Math.min(1, Math.max(-1, (rim - centre[1]) / radius));

/**
 * Yields points that bound everything that a scene shows at its start [m]: corners of the bodies' bounding boxes, of the box and of
 * plates, and sample points of bowls.
 */
export function* landmarks(build: SceneBuild): Generator<Vector3> {
  const { placements, colliders, box, plates = [] } = build;
  for (const { positions } of placements) yield* cornersOf(boundsOf(positions));
  if (box) yield* boxCorners(box, build.ground ?? 0);
  for (const collider of colliders) if (isBowl(collider)) yield* bowlPoints(collider);
  for (const plate of plates) yield* plateCorners(plate, colliders[plate.collider] as Plane);
}

/** Returns the bounding box of everything that a scene shows at its start: least and greatest corner [m]. */
export function extentOf(build: SceneBuild): readonly [Vector3, Vector3] {
  const [least, most] = emptyBounds();
  for (const point of landmarks(build)) {
    least.min(point);
    most.max(point);
  }
  return [least, most];
}

/**
 * Finds the height of the drawn ground [m]. A scene in the plane has none, since its camera would see it edge-on. Else it is the first of these that exists: the scene's `ground`; the highest floor plane that isn't
 * a plate and doesn't move; the bottom of the lowest bowl. If none exists, it is 0, or undefined (no ground) if the bodies float or
 * reach below 0.
 */
export function groundOf(build: SceneBuild): number | undefined {
  const { colliders, ground, plates = [], placements, script } = build;
  if (placements.some(({ model }) => model.dimension === 2)) return undefined;
  if (ground !== undefined) return ground;
  const canBeGround = (c: number) =>
    !plates.some(({ collider }) => collider === c) && !script?.colliders?.some(({ collider }) => collider === c);
  const floors = colliders.flatMap((collider, c) =>
    !isBowl(collider) && collider.normal[1] > FLOOR_COSINE && canBeGround(c) ? [collider.offset] : [],
  );
  if (floors.length > 0) return Math.max(...floors);
  const bottoms = colliders.filter(isBowl).map((bowl) => bowl.centre[1] - bowl.radius - wallOf(bowl));
  if (bottoms.length > 0) return Math.min(...bottoms);
  const [least, most] = extentOf(build);
  const isNearZero = least.y >= 0 && least.y < MAX_CLEARANCE * Math.max(...most.clone().sub(least).toArray());
  return isNearZero ? 0 : undefined;
}

function* boxCorners({ halfWidth, halfDepth, height }: BoxCollider, ground: number): Generator<Vector3> {
  yield* cornersOf([new Vector3(-halfWidth, ground, -halfDepth), new Vector3(halfWidth, ground + height, halfDepth)]);
}

/** Yields the corners of the area on which a glass box stands [m]. @param ground its height [m] */
export function* boxFoot({ halfWidth, halfDepth }: BoxCollider, ground: number): Generator<Vector3> {
  yield* cornersOf([new Vector3(-halfWidth, ground, -halfDepth), new Vector3(halfWidth, ground, halfDepth)]);
}

/** Yields sample points of a bowl's outside [m]. */
export function* bowlPoints(bowl: Bowl): Generator<Vector3> {
  const radius = bowl.radius + wallOf(bowl);
  const opening = Math.acos(rimCosine(bowl));
  for (let i = 0; i < CIRCLES; i++) {
    const angle = opening + (i / CIRCLES) * (Math.PI - opening);
    for (let k = 0; k < POINTS_PER_CIRCLE; k++) {
      const around = (2 * Math.PI * k) / POINTS_PER_CIRCLE;
      yield new Vector3().setFromSphericalCoords(radius, angle, around).add(new Vector3(...bowl.centre));
    }
  }
  yield new Vector3(...bowl.centre).sub(new Vector3(0, radius, 0));
}

/** Returns a plate's axes: two unit directions along its sides, and its normal. */
export function plateAxes({ normal }: Plane): readonly [Vector3, Vector3, Vector3] {
  const n = new Vector3(...normal);
  // One side follows the scene's x axis (z if the normal is near x), so that plates that face one another are aligned.
  const along = Math.abs(n.x) < 0.7 ? new Vector3(1, 0, 0) : new Vector3(0, 0, 1);
  const u = along.addScaledVector(n, -along.dot(n)).normalize();
  return [u, new Vector3().crossVectors(n, u), n];
}

/** Yields the corners of a plate at the start [m]. */
export function* plateCorners({ centre, halfWidth }: Plate, plane: Plane): Generator<Vector3> {
  const [u, v] = plateAxes(plane);
  for (const [a, b] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ])
    yield new Vector3(...centre).addScaledVector(u, a * halfWidth).addScaledVector(v, b * halfWidth);
}

/** Yields the corners of a box [m]. */
export function* cornersOf([least, most]: readonly [Vector3, Vector3]): Generator<Vector3> {
  const ends = [least, most];
  for (let i = 0; i < 8; i++) yield new Vector3(ends[i & 1].x, ends[(i >> 1) & 1].y, ends[i >> 2].z);
}

const emptyBounds = (): [Vector3, Vector3] => [
  new Vector3().setScalar(Number.POSITIVE_INFINITY),
  new Vector3().setScalar(Number.NEGATIVE_INFINITY),
];

function boundsOf(positions: Float32Array): [Vector3, Vector3] {
  const [least, most] = emptyBounds();
  const point = new Vector3();
  for (let i = 0; i < positions.length; i += 3) {
    point.fromArray(positions, i);
    least.min(point);
    most.max(point);
  }
  return [least, most];
}
