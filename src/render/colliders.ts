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

/** Segments around a bowl, from its bottom to its rim, and across its lip. */
const AROUND = 96;
const DOWN = 48;
const LIP = 8;
/** Opacity of the near wall where one looks straight at it, and at its outline. */
const BOWL_FACING = 0.05;
const OUTLINE = 0.5;
/** How fast the outline fades towards the middle. */
const OUTLINE_POWER = 3;
/** Share of the sun that the wall takes: what lies in the bowl stays in the light. */
const BOWL_SHADE = 0.35;

/**
 * A bowl that one sees into from any side: its inside and its lip of ceramic, its outside of glass. Where one looks at it from
 * within the wall isn't in the way, and where one looks from outside the near wall is clear and the far wall the background.
 */
function createBowl(bowl: Bowl): Group {
  const { centre } = bowl;
  const opening = Math.acos(rimCosine(bowl));
  const wall = wallOf(bowl);
  const ceramic = new MeshStandardNodeMaterial({ color: CERAMIC, roughness: 0.55, side: FrontSide });
  ceramic.maskShadowNode = dappled(BOWL_SHADE);
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
  material.opacityNode = clearness(BOWL_FACING, OUTLINE);
  return material;
}

/** Opacity of glass: clear where one looks straight at it, less so at its outline. */
function clearness(facing: number, outline: number): Node<'float'> {
  const turned = dot(normalView, positionViewDirection).abs().oneMinus().pow(float(OUTLINE_POWER));
  return mix(float(facing), float(outline), turned);
}

/** Points (distance from the axis, height) of a circle, from one angle from straight up to another. */
function arc(radius: number, from: number, to: number): Vector2[] {
  return Array.from({ length: DOWN + 1 }, (_, i) => {
    const angle = from + (i / DOWN) * (to - from);
    return new Vector2(Math.max(0, radius * Math.sin(angle)), radius * Math.cos(angle));
  });
}

/** A half circle across the wall, from the outside over the top to the inside. */
function lipArc(radius: number, wall: number, opening: number): Vector2[] {
  const out = new Vector2(Math.sin(opening), Math.cos(opening));
  const up = new Vector2(-Math.cos(opening), Math.sin(opening));
  const middle = out.clone().multiplyScalar(radius + wall / 2);
  return Array.from({ length: LIP + 1 }, (_, i) => {
    const angle = (i / LIP) * Math.PI;
    return middle
      .clone()
      .addScaledVector(out, (wall / 2) * Math.cos(angle))
      .addScaledVector(up, (wall / 2) * Math.sin(angle));
  });
}

const lathe = (profile: Vector2[]) => new LatheGeometry(profile, AROUND);

/** Cells of the pattern per metre of what casts a shadow; far more than texels. */
const GRAIN = 8191;

/** For a material's maskShadowNode: casts so much of a shadow, in grains that the shadow's blur melts together. */
function dappled(share: number): Node<'bool'> {
  const { x, y, z } = positionWorld;
  const grain = hash(
    x
      .mul(GRAIN)
      .add(y.mul(GRAIN * 3))
      .add(z.mul(GRAIN * 7))
      .abs(),
  );
  return grain.lessThan(share);
}

/** Indices of a BoxGeometry's face, and which of its faces are the top and the bottom. */
const INDICES_A_FACE = 6;
const TOP_AND_BOTTOM: readonly number[] = [2, 3];

/** An open glass box: faint walls, clear edges. @param ground that it stands on [m] */
function createBox({ halfWidth, halfDepth, height }: BoxCollider, ground: number): Mesh {
  const geometry = new BoxGeometry(2 * halfWidth, height, 2 * halfDepth).translate(0, ground + height / 2, 0);
  const edges = new EdgesGeometry(geometry);
  const isWall = (_: number, i: number) => !TOP_AND_BOTTOM.includes(Math.floor(i / INDICES_A_FACE));
  geometry.setIndex([...geometry.index!.array].filter(isWall));
  const glass = new MeshStandardNodeMaterial({ color: GLASS, transparent: true, opacity: 0.07, roughness: 0.15 });
  glass.side = DoubleSide;
  glass.depthWrite = false;
  const box = new Mesh(geometry, glass);
  box.renderOrder = 2;
  box.add(new LineSegments(edges, new LineBasicNodeMaterial({ color: GLASS_EDGE, transparent: true, opacity: 0.9 })));
  return box;
}

/** What a block stands out by around what it holds, at the least: a share of its longest side, and of the bodies' thickness. */
const RIM = 0.12;
const RIM_THICKNESSES = 0.5;

/** A box around what is held alike, at the start [m], how it moves, and when it lets go [s]. */
interface ClampBlock {
  readonly least: readonly number[];
  readonly most: readonly number[];
  readonly motion: Motion;
  readonly until: number;
}

/** One block for drivers that move alike; none where a driver holds a whole body: nothing clamps that, it is placed. */
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
    rim = Math.max(rim, RIM_THICKNESSES * model.thickness);
    for (const v of vertices) {
      for (let k = 0; k < 3; k++) {
        least[k] = Math.min(least[k], positions[3 * v + k]);
        most[k] = Math.max(most[k], positions[3 * v + k]);
      }
    }
  }
  rim = Math.max(rim, RIM * Math.max(...most.map((x, k) => x - least[k])));
  const { motion, until = Number.POSITIVE_INFINITY } = held[0];
  return { least: least.map((x) => x - rim), most: most.map((x) => x + rim), motion, until };
}

/** A block that holds an end, and moves as it does. */
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

/** Of a plate, in half sides. */
const THICKNESS = 0.025;
/** As a bowl's: opacity where one looks straight at it, and at a grazing angle; share of the sun that it takes. */
const FACING = 0.13;
const GRAZING = 0.42;
const SHADE = 0.3;

/** A pane of glass behind a plane: what it presses is seen through it. */
function createPlate({ centre, halfWidth }: Plate, plane: Plane): Mesh {
  const [u, v, n] = plateAxes(plane);
  const thickness = THICKNESS * halfWidth;
  // Behind its inner face, so that what touches the plane touches the pane.
  const geometry = new BoxGeometry(2 * halfWidth, 2 * halfWidth, thickness)
    .translate(0, 0, -thickness / 2)
    .applyMatrix4(new Matrix4().makeBasis(u, v, n).setPosition(...centre));
  const glass = new MeshStandardNodeMaterial({ color: PLATE, transparent: true, roughness: 0.15 });
  glass.depthWrite = false;
  glass.opacityNode = clearness(FACING, GRAZING);
  glass.maskShadowNode = dappled(SHADE);
  const plate = new Mesh(geometry, glass);
  plate.castShadow = true;
  plate.renderOrder = 2;
  const edges = new LineBasicNodeMaterial({ color: GLASS_EDGE, transparent: true, opacity: 0.7 });
  plate.add(new LineSegments(new EdgesGeometry(geometry), edges));
  return plate;
}

/** What bodies lie in, are pressed or held by: the box, bowls, plates and clamps. They move as their colliders and drivers do. */
export class Colliders {
  readonly group = new Group();
  private readonly moving: { readonly object: Object3D; readonly rest: readonly number[]; readonly motion: Motion }[] =
    [];
  private readonly clamps: readonly Clamp[];

  /** @param ground that the box stands on [m] */
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
