import {
  BoxGeometry,
  DoubleSide,
  EdgesGeometry,
  FrontSide,
  Group,
  LatheGeometry,
  LineBasicNodeMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshStandardNodeMaterial,
  type Node,
  type Object3D,
  Vector2,
} from 'three/webgpu';
import { dot, float, hash, mix, normalView, positionViewDirection, positionWorld } from 'three/tsl';
import { type Bowl, isBowl, type Placement, type Plane } from '../simulation/world/world.ts';
import { plateAxes, rimCosine, wallOf } from './landmarks.ts';
import { CERAMIC, CLAMP, GLASS, GLASS_EDGE, PLATE } from './palette.ts';
import type { BoxCollider, Plate, SceneBuild } from '../scenes/scene.ts';
import type { Driver } from '../simulation/script/script.ts';
import { type Motion, poseAt } from '../simulation/script/motion.ts';

/** Numbers of segments of a bowl's meshes: around the axis, from the bottom to the rim, and across the lip. */
const SEGMENTS_AROUND = 96;
const SEGMENTS_DOWN = 48;
const SEGMENTS_LIP = 8;
/** Opacity of a bowl's glass, where the glass faces the camera, and at its outline. */
const BOWL_FACING_OPACITY = 0.05;
const BOWL_OUTLINE_OPACITY = 0.5;
/** Exponent of the opacity's falloff from the outline towards the middle. */
const OUTLINE_POWER = 3;
/** Share of the sunlight that a bowl's shadow removes. It is low so that bodies in the bowl stay lit. */
const BOWL_SHADOW_SHARE = 0.35;

/**
 * Creates a bowl whose content is visible from any side. The inside and the lip are ceramic, the outside is glass. Only front faces are
 * drawn: the camera sees the near wall from outside, as clear glass, and the far wall from inside, as an opaque background.
 */
function createBowl(bowl: Bowl): Group {
  const { centre } = bowl;
  const opening = Math.acos(rimCosine(bowl));
  const wall = wallOf(bowl);
  const ceramic = new MeshStandardNodeMaterial({ color: CERAMIC, roughness: 0.55, side: FrontSide });
  ceramic.maskShadowNode = partialShadow(BOWL_SHADOW_SHARE);
  const inside = new Mesh(lathe(arc(bowl.radius, opening, Math.PI)), ceramic);
  const lip = new Mesh(lathe(lipArc(bowl.radius, wall, opening)), ceramic);
  inside.castShadow = inside.receiveShadow = lip.receiveShadow = lip.castShadow = true;
  const outside = new Mesh(lathe(arc(bowl.radius + wall, Math.PI, opening)), bowlGlass());
  outside.renderOrder = 2;
  const group = new Group();
  group.add(inside, lip, outside);
  group.position.set(...centre);
  return group;
}

function bowlGlass(): MeshStandardNodeMaterial {
  const material = new MeshStandardNodeMaterial({ color: GLASS, transparent: true, roughness: 0.2, side: FrontSide });
  material.depthWrite = false;
  material.opacityNode = glassOpacity(BOWL_FACING_OPACITY, BOWL_OUTLINE_OPACITY);
  return material;
}

/**
 * Computes the opacity of glass from the angle between its normal and the view direction, as in the Fresnel effect.
 * @param facing opacity where the surface faces the camera
 * @param outline opacity at a grazing angle
 */
function glassOpacity(facing: number, outline: number): Node<'float'> {
  const grazing = dot(normalView, positionViewDirection).abs().oneMinus().pow(float(OUTLINE_POWER));
  return mix(float(facing), float(outline), grazing);
}

/**
 * Returns profile points (distance from the axis, height) [m] of a circular arc around the bowl's centre. `from` and `to` are angles
 * between straight up and the arc's ends [radians].
 */
function arc(radius: number, from: number, to: number): Vector2[] {
  return Array.from({ length: SEGMENTS_DOWN + 1 }, (_, i) => {
    const angle = from + (i / SEGMENTS_DOWN) * (to - from);
    return new Vector2(Math.max(0, radius * Math.sin(angle)), radius * Math.cos(angle));
  });
}

/**
 * Returns profile points of a half circle across the wall's thickness, from the outside over the top to the inside. `opening` is the angle
 * between straight up and the rim [radians].
 */
function lipArc(radius: number, wall: number, opening: number): Vector2[] {
  const out = new Vector2(Math.sin(opening), Math.cos(opening));
  const up = new Vector2(-Math.cos(opening), Math.sin(opening));
  const middle = out.clone().multiplyScalar(radius + wall / 2);
  return Array.from({ length: SEGMENTS_LIP + 1 }, (_, i) => {
    const angle = (i / SEGMENTS_LIP) * Math.PI;
    return middle
      .clone()
      .addScaledVector(out, (wall / 2) * Math.cos(angle))
      .addScaledVector(up, (wall / 2) * Math.sin(angle));
  });
}

const lathe = (profile: Vector2[]) => new LatheGeometry(profile, SEGMENTS_AROUND);

/** Number of dither cells per metre of the shadow caster: far finer than a texel of the shadow map. */
const GRAINS_PER_METRE = 8191;

/**
 * Creates a maskShadowNode for a partial shadow: a random dither chooses the given share of fragments, and only these cast a shadow. The
 * shadow map's blur smooths the dither.
 */
function partialShadow(share: number): Node<'bool'> {
  const { x, y, z } = positionWorld;
  const grain = hash(
    x
      .mul(GRAINS_PER_METRE)
      .add(y.mul(GRAINS_PER_METRE * 3))
      .add(z.mul(GRAINS_PER_METRE * 7))
      .abs(),
  );
  return grain.lessThan(share);
}

/** Number of indices per face of a BoxGeometry, and the numbers of its top and bottom face. */
const INDICES_PER_FACE = 6;
const TOP_AND_BOTTOM: readonly number[] = [2, 3];

/**
 * Creates a glass box without top and bottom: faint walls, clear edges.
 * @param ground height that the box stands on [m]
 */
function createBox({ halfWidth, halfDepth, height }: BoxCollider, ground: number): Mesh {
  const geometry = new BoxGeometry(2 * halfWidth, height, 2 * halfDepth).translate(0, ground + height / 2, 0);
  const edges = new EdgesGeometry(geometry);
  const isWall = (_: number, i: number) => !TOP_AND_BOTTOM.includes(Math.floor(i / INDICES_PER_FACE));
  geometry.setIndex([...geometry.index!.array].filter(isWall));
  const glass = new MeshStandardNodeMaterial({ color: GLASS, transparent: true, opacity: 0.07, roughness: 0.15 });
  glass.side = DoubleSide;
  glass.depthWrite = false;
  const box = new Mesh(geometry, glass);
  box.renderOrder = 2;
  box.add(new LineSegments(edges, new LineBasicNodeMaterial({ color: GLASS_EDGE, transparent: true, opacity: 0.9 })));
  return box;
}

/**
 * A block is larger than the bounding box of the vertices that it holds by a margin on each side. The margin is the larger of
 * MARGIN_SHARE times the box's longest side and MARGIN_RADII times the radius of the bodies' thin parts.
 */
const MARGIN_SHARE = 0.12;
const MARGIN_RADII = 0.5;

/** A block around the vertices that drivers hold. Drivers are parts of the script that move vertices. */
export interface ClampBlock {
  /** Least and greatest corner of the block at the start [m]. */
  readonly least: readonly number[];
  readonly most: readonly number[];
  readonly motion: Motion;
  /** Simulated time at which the drivers release the vertices [s]. */
  readonly until: number;
}

/**
 * Creates one block for each group of drivers with the same motion and release time. A driver of a whole body gets no block, because
 * nothing clamps that body: the script moves it as a whole.
 */
export function clampBlocks(drivers: readonly Driver[], placements: readonly Placement[]): ClampBlock[] {
  const driversByMotion = new Map<string, Driver[]>();
  for (const driver of drivers) {
    const { body, vertices, motion, until } = driver;
    if (vertices.length === 0 || 3 * vertices.length === placements[body].positions.length) continue;
    const key = JSON.stringify([motion, until]);
    driversByMotion.set(key, [...(driversByMotion.get(key) ?? []), driver]);
  }
  return [...driversByMotion.values()].map((group) => blockAround(group, placements));
}

function blockAround(drivers: readonly Driver[], placements: readonly Placement[]): ClampBlock {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  let margin = 0;
  for (const { body, vertices } of drivers) {
    const { model, positions } = placements[body];
    margin = Math.max(margin, MARGIN_RADII * model.thickness);
    for (const v of vertices) {
      for (let k = 0; k < 3; k++) {
        least[k] = Math.min(least[k], positions[3 * v + k]);
        most[k] = Math.max(most[k], positions[3 * v + k]);
      }
    }
  }
  margin = Math.max(margin, MARGIN_SHARE * Math.max(...most.map((x, k) => x - least[k])));
  const { motion, until = Number.POSITIVE_INFINITY } = drivers[0];
  return { least: least.map((x) => x - margin), most: most.map((x) => x + margin), motion, until };
}

/** A drawn block that seems to hold the end of a body. It moves with the driven vertices, and disappears when they are released. */
export class Clamp {
  readonly mesh: Mesh;

  constructor(private readonly block: ClampBlock) {
    const { least, most } = block;
    const [width, height, depth] = most.map((x, k) => x - least[k]);
    const [x, y, z] = most.map((x, k) => (x + least[k]) / 2);
    const geometry = new BoxGeometry(width, height, depth).translate(x, y, z);
    this.mesh = new Mesh(geometry, new MeshStandardNodeMaterial({ color: CLAMP, roughness: 0.8 }));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.matrixAutoUpdate = false;
    this.mesh.frustumCulled = false;
    this.moveTo(0);
  }

  /** Moves the block to its pose at a time. @param time simulated seconds */
  moveTo(time: number): void {
    const { motion, until } = this.block;
    this.mesh.visible = time < until;
    const { rotation, centre, shift } = poseAt(motion, time);
    const [a, b, c, d, e, f, g, h, i] = rotation;
    this.mesh.matrix
      .set(a, b, c, 0, d, e, f, 0, g, h, i, 0, 0, 0, 0, 1)
      .multiply(new Matrix4().makeTranslation(-centre[0], -centre[1], -centre[2]))
      .premultiply(new Matrix4().makeTranslation(centre[0] + shift[0], centre[1] + shift[1], centre[2] + shift[2]));
    this.mesh.matrixWorldNeedsUpdate = true;
  }
}

/** Thickness of a plate, in units of its half width. */
const PLATE_THICKNESS = 0.025;
/** Opacity of a plate where it faces the camera, and at its outline; then the share of the sunlight that its shadow removes. */
const PLATE_FACING_OPACITY = 0.13;
const PLATE_OUTLINE_OPACITY = 0.42;
const PLATE_SHADOW_SHARE = 0.3;

/** Creates a glass pane for a collider's plane, through which the bodies that the plane presses are visible. */
function createPlate({ centre, halfWidth }: Plate, plane: Plane): Mesh {
  const [u, v, n] = plateAxes(plane);
  const thickness = PLATE_THICKNESS * halfWidth;
  // The pane lies behind the plane, so that a body that touches the plane touches the pane.
  const geometry = new BoxGeometry(2 * halfWidth, 2 * halfWidth, thickness)
    .translate(0, 0, -thickness / 2)
    .applyMatrix4(new Matrix4().makeBasis(u, v, n).setPosition(...centre));
  const glass = new MeshStandardNodeMaterial({ color: PLATE, transparent: true, roughness: 0.15 });
  glass.depthWrite = false;
  glass.opacityNode = glassOpacity(PLATE_FACING_OPACITY, PLATE_OUTLINE_OPACITY);
  glass.maskShadowNode = partialShadow(PLATE_SHADOW_SHARE);
  const plate = new Mesh(geometry, glass);
  plate.castShadow = true;
  plate.renderOrder = 2;
  const edges = new LineBasicNodeMaterial({ color: GLASS_EDGE, transparent: true, opacity: 0.7 });
  plate.add(new LineSegments(new EdgesGeometry(geometry), edges));
  return plate;
}

/**
 * The drawn colliders (box, bowls and plates) and clamps (blocks). They move as the script moves the colliders and the driven vertices.
 */
export class Colliders {
  readonly group = new Group();
  private readonly scriptedObjects: {
    readonly object: Object3D;
    readonly startPosition: readonly number[];
    readonly motion: Motion;
  }[] = [];
  private readonly clamps: readonly Clamp[];

  /** @param ground height that the box stands on [m] */
  constructor({ placements, box, colliders, plates = [], script }: SceneBuild, ground: number) {
    const add = (object: Object3D, collider: number) => {
      const motion = script?.colliders?.find((moving) => moving.collider === collider)?.motion;
      if (motion) this.scriptedObjects.push({ object, startPosition: object.position.toArray(), motion });
      this.group.add(object);
    };
    if (box) this.group.add(createBox(box, ground));
    for (const [c, collider] of colliders.entries()) if (isBowl(collider)) add(createBowl(collider), c);
    for (const plate of plates) add(createPlate(plate, colliders[plate.collider] as Plane), plate.collider);
    this.clamps = clampBlocks(script?.drivers ?? [], placements).map((block) => new Clamp(block));
    for (const { mesh } of this.clamps) this.group.add(mesh);
  }

  dispose(): void {
    this.group.traverse((object) => {
      if (!(object instanceof Mesh || object instanceof LineSegments)) return;
      object.geometry.dispose();
      for (const material of [object.material].flat()) material.dispose();
    });
  }

  /** Moves all scripted objects to their poses at a time. @param time simulated seconds */
  moveTo(time: number): void {
    for (const { object, startPosition, motion } of this.scriptedObjects) {
      const { shift } = poseAt(motion, time);
      object.position.set(startPosition[0] + shift[0], startPosition[1] + shift[1], startPosition[2] + shift[2]);
    }
    for (const clamp of this.clamps) clamp.moveTo(time);
  }
}
