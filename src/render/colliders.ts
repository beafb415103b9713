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
import { type Bowl, isBowl, type Placement, type Plane } from '../simulation/world.ts';
import { plateAxes, rimCosine, wallOf } from './landmarks.ts';
import { CERAMIC, CLAMP, GLASS, GLASS_EDGE, PLATE } from './palette.ts';
import type { BoxCollider, Plate, SceneBuild } from '../scenes/scene.ts';
import type { Driver } from '../simulation/script/script.ts';
import { type Motion, poseAt } from '../simulation/script/motion.ts';

/** Numbers of segments of a bowl's meshes: around the axis, from the bottom to the rim, and across the lip. */
const SEGMENTS_AROUND = 96;
const SEGMENTS_DOWN = 48;
const SEGMENTS_LIP = 8;
/** Opacity of the near glass wall: where it faces the camera, and at its outline. */
const BOWL_FACING = 0.05;
const BOWL_OUTLINE = 0.5;
/** Exponent of the opacity's falloff from the outline towards the middle. */
const OUTLINE_POWER = 3;
/** Share of the sunlight that the wall's shadow takes. It is low so that bodies in the bowl stay lit. */
const BOWL_SHADE = 0.35;

/**
 * A bowl whose content is visible from any side. The inside and the lip are ceramic, the outside is glass, and each is drawn from
 * its front only. Seen from outside, the near wall is clear glass and the far wall is an opaque background.
 */
function createBowl(bowl: Bowl): Group {
  const { centre } = bowl;
  const opening = Math.acos(rimCosine(bowl));
  const wall = wallOf(bowl);
  const ceramic = new MeshStandardNodeMaterial({ color: CERAMIC, roughness: 0.55, side: FrontSide });
  ceramic.maskShadowNode = partialShadow(BOWL_SHADE);
  const inside = new Mesh(lathe(arc(bowl.radius, opening, Math.PI)), ceramic);
  const lip = new Mesh(lathe(lipArc(bowl.radius, wall, opening)), ceramic);
  inside.castShadow = inside.receiveShadow = lip.receiveShadow = lip.castShadow = true;
  const outside = new Mesh(lathe(arc(bowl.radius + wall, Math.PI, opening)), glass());
  outside.renderOrder = 2;
  const group = new Group();
  group.add(inside, lip, outside);
  group.position.set(...centre);
  return group;
}

function glass(): MeshStandardNodeMaterial {
  const material = new MeshStandardNodeMaterial({ color: GLASS, transparent: true, roughness: 0.2, side: FrontSide });
  material.depthWrite = false;
  material.opacityNode = glassOpacity(BOWL_FACING, BOWL_OUTLINE);
  return material;
}

/**
 * Opacity of glass by the angle to the camera, as in the Fresnel effect.
 * @param facing opacity where the surface faces the camera
 * @param outline opacity at a grazing angle
 */
function glassOpacity(facing: number, outline: number): Node<'float'> {
  const turned = dot(normalView, positionViewDirection).abs().oneMinus().pow(float(OUTLINE_POWER));
  return mix(float(facing), float(outline), turned);
}

/** Profile points (distance from the axis, height) [m] of a circular arc between two angles from straight up [radians]. */
function arc(radius: number, from: number, to: number): Vector2[] {
  return Array.from({ length: SEGMENTS_DOWN + 1 }, (_, i) => {
    const angle = from + (i / SEGMENTS_DOWN) * (to - from);
    return new Vector2(Math.max(0, radius * Math.sin(angle)), radius * Math.cos(angle));
  });
}

/** Profile points of a half circle across the wall's thickness, from the outside over the top to the inside. */
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
 * A maskShadowNode for a partial shadow: only the given share of fragments casts a shadow, chosen by a random dither, which the
 * shadow map's blur smooths.
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

/** Indices per face of a BoxGeometry, and its faces at the top and the bottom. */
const INDICES_PER_FACE = 6;
const TOP_AND_BOTTOM: readonly number[] = [2, 3];

/**
 * A glass box without top and bottom: faint walls, clear edges.
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
 * The margin between a block and the vertices that it holds is the larger of MARGIN_SHARE times the vertices' longest extent and
 * MARGIN_THICKNESSES times the thickness of the bodies' thin parts.
 */
const MARGIN_SHARE = 0.12;
const MARGIN_THICKNESSES = 0.5;

/** A box around the vertices that drivers hold at the start [m], its motion, and the simulated time when it lets go [s]. */
export interface ClampBlock {
  readonly least: readonly number[];
  readonly most: readonly number[];
  readonly motion: Motion;
  readonly until: number;
}

/**
 * Makes one block for each group of drivers with the same motion. A driver of a whole body gets none: the script moves that body
 * as a whole, and no clamp would be visible.
 */
export function clampBlocks(drivers: readonly Driver[], placements: readonly Placement[]): ClampBlock[] {
  const alike = new Map<string, Driver[]>();
  for (const driver of drivers) {
    const { body, vertices, motion, until } = driver;
    if (vertices.length === 0 || 3 * vertices.length === placements[body].positions.length) continue;
    const key = JSON.stringify([motion, until]);
    alike.set(key, [...(alike.get(key) ?? []), driver]);
  }
  return [...alike.values()].map((held) => blockAround(held, placements));
}

function blockAround(held: readonly Driver[], placements: readonly Placement[]): ClampBlock {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  let rim = 0;
  for (const { body, vertices } of held) {
    const { model, positions } = placements[body];
    rim = Math.max(rim, MARGIN_THICKNESSES * model.thickness);
    for (const v of vertices) {
      for (let k = 0; k < 3; k++) {
        least[k] = Math.min(least[k], positions[3 * v + k]);
        most[k] = Math.max(most[k], positions[3 * v + k]);
      }
    }
  }
  rim = Math.max(rim, MARGIN_SHARE * Math.max(...most.map((x, k) => x - least[k])));
  const { motion, until = Number.POSITIVE_INFINITY } = held[0];
  return { least: least.map((x) => x - rim), most: most.map((x) => x + rim), motion, until };
}

/** A drawn block that holds the end of a body and moves with it. */
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

  /** @param time simulated seconds */
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
const THICKNESS = 0.025;
/** Opacity of a plate where it faces the camera and at a grazing angle; share of the sunlight that its shadow takes. */
const PLATE_FACING = 0.13;
const PLATE_GRAZING = 0.42;
const PLATE_SHADE = 0.3;

/** A glass pane behind a collider's plane, so that the bodies that it presses are visible through it. */
function createPlate({ centre, halfWidth }: Plate, plane: Plane): Mesh {
  const [u, v, n] = plateAxes(plane);
  const thickness = THICKNESS * halfWidth;
  // The pane lies behind the plane, so that a body that touches the plane touches the pane.
  const geometry = new BoxGeometry(2 * halfWidth, 2 * halfWidth, thickness)
    .translate(0, 0, -thickness / 2)
    .applyMatrix4(new Matrix4().makeBasis(u, v, n).setPosition(...centre));
  const glass = new MeshStandardNodeMaterial({ color: PLATE, transparent: true, roughness: 0.15 });
  glass.depthWrite = false;
  glass.opacityNode = glassOpacity(PLATE_FACING, PLATE_GRAZING);
  glass.maskShadowNode = partialShadow(PLATE_SHADE);
  const plate = new Mesh(geometry, glass);
  plate.castShadow = true;
  plate.renderOrder = 2;
  const edges = new LineBasicNodeMaterial({ color: GLASS_EDGE, transparent: true, opacity: 0.7 });
  plate.add(new LineSegments(new EdgesGeometry(geometry), edges));
  return plate;
}

/**
 * The drawn colliders and clamps: the box, bowls, plates and blocks. They move as the script moves their colliders and drivers.
 */
export class Colliders {
  readonly group = new Group();
  private readonly moving: { readonly object: Object3D; readonly rest: readonly number[]; readonly motion: Motion }[] =
    [];
  private readonly clamps: readonly Clamp[];

  /** @param ground height that the box stands on [m] */
  constructor({ placements, box, colliders, plates = [], script }: SceneBuild, ground: number) {
    const add = (object: Object3D, collider: number) => {
      const motion = script?.colliders?.find((moving) => moving.collider === collider)?.motion;
      if (motion) this.moving.push({ object, rest: object.position.toArray(), motion });
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

  /** @param time simulated seconds */
  moveTo(time: number): void {
    for (const { object, rest, motion } of this.moving) {
      const { shift } = poseAt(motion, time);
      object.position.set(rest[0] + shift[0], rest[1] + shift[1], rest[2] + shift[2]);
    }
    for (const clamp of this.clamps) clamp.moveTo(time);
  }
}
