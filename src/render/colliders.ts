import { planeBehind } from '../simulation/contacts/guarantee/arrays.ts';
import {
  BoxGeometry,
  type Color,
  DoubleSide,
  EdgesGeometry,
  FrontSide,
  Group,
  LatheGeometry,
  LineBasicNodeMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicNodeMaterial,
  MeshStandardNodeMaterial,
  type Node,
  type Object3D,
  Vector2,
  type Vector3,
} from 'three/webgpu';
import { hash, mix, positionWorld, vec3 } from 'three/tsl';
import { type Bowl, isBowl, type Plane } from '../simulation/world/world.ts';
import type { Clamp } from './clamps.ts';
import { bowlPoints, boxFoot, plateAxes, plateCorners, rimCosine, wallOf } from './landmarks.ts';
import { CERAMIC, GLASS, GLASS_EDGE, PLATE } from './palette.ts';
import type { BoxCollider, Plate, SceneBuild } from '../scenes/scene.ts';
import { reflectance, reflected, type Room } from './studio.ts';
import { poseAt } from '../simulation/script/motion.ts';
import type { MovingCollider } from '../simulation/script/script.ts';

/** Numbers of segments of a bowl's meshes: around the axis, from the bottom to the rim, and across the lip. */
const SEGMENTS_AROUND = 96;
const SEGMENTS_DOWN = 48;
const SEGMENTS_LIP = 8;
/** Share of a bowl's own colour in its glass. */
const BOWL_TINT = 0.04;
/** Share of the sunlight that a bowl's shadow removes. It is low so that bodies in the bowl stay lit. */
const BOWL_SHADOW_SHARE = 0.35;

/**
 * Creates a bowl whose content is visible from any side. The inside and the lip are ceramic, the outside is glass. Only front faces are
 * drawn: the camera sees the near wall from outside, as clear glass, and the far wall from inside, as an opaque background.
 */
function createBowl(bowl: Bowl, room: Room): Group {
  const { centre } = bowl;
  const opening = Math.acos(rimCosine(bowl));
  const wall = wallOf(bowl);
  const ceramic = new MeshStandardNodeMaterial({ color: CERAMIC, roughness: 0.55, side: FrontSide });
  ceramic.maskShadowNode = partialShadow(BOWL_SHADOW_SHARE);
  const inside = new Mesh(lathe(arc(bowl.radius, opening, Math.PI)), ceramic);
  const lip = new Mesh(lathe(lipArc(bowl.radius, wall, opening)), ceramic);
  inside.castShadow = inside.receiveShadow = lip.receiveShadow = lip.castShadow = true;
  const outside = new Mesh(lathe(arc(bowl.radius + wall, Math.PI, opening)), clearGlass(GLASS, BOWL_TINT, room));
  outside.renderOrder = 2;
  const group = new Group();
  group.add(inside, lip, outside);
  group.position.set(...centre);
  return group;
}

/** Share of light that glass reflects at a grazing angle. Real glass reflects all of it, and would hide the bodies behind. */
const GLASS_GRAZING = 0.5;

/**
 * Creates clear glass: it reflects the room, the more the more grazing the view, and shows what is behind it with a faint tint. The
 * reflection at its back is left out, so that bodies behind it keep their colours.
 * @param tint share of the glass's own colour where it faces the camera
 */
function clearGlass(colour: Color, tint: number, room: Room): MeshBasicNodeMaterial {
  const material = new MeshBasicNodeMaterial({ transparent: true });
  material.depthWrite = false;
  const share = reflectance(GLASS_GRAZING);
  const opacity = share
    .oneMinus()
    .mul(1 - tint)
    .oneMinus();
  material.opacityNode = opacity;
  material.colorNode = mix(vec3(colour.r, colour.g, colour.b), reflected(room), share.div(opacity));
  return material;
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

/** Share of a box's own colour in its glass. */
const BOX_TINT = 0.03;
/** Number of indices per face of a BoxGeometry, and the numbers of its top and bottom face. */
const INDICES_PER_FACE = 6;
const TOP_AND_BOTTOM: readonly number[] = [2, 3];

/**
 * Creates a glass box without top and bottom: faint walls, clear edges.
 * @param ground height that the box stands on [m]
 */
function createBox({ halfWidth, halfDepth, height }: BoxCollider, ground: number, room: Room): Mesh {
  const geometry = new BoxGeometry(2 * halfWidth, height, 2 * halfDepth).translate(0, ground + height / 2, 0);
  const edges = new EdgesGeometry(geometry);
  const isWall = (_: number, i: number) => !TOP_AND_BOTTOM.includes(Math.floor(i / INDICES_PER_FACE));
  geometry.setIndex([...geometry.index!.array].filter(isWall));
  const glass = clearGlass(GLASS, BOX_TINT, room);
  glass.side = DoubleSide;
  const box = new Mesh(geometry, glass);
  box.renderOrder = 2;
  box.add(new LineSegments(edges, new LineBasicNodeMaterial({ color: GLASS_EDGE, transparent: true, opacity: 0.9 })));
  return box;
}

/** Thickness of a plate, in units of its half width. */
const PLATE_THICKNESS = 0.025;
/** Share of a plate's own colour in its glass, and of the sunlight that its shadow removes. */
const PLATE_TINT = 0.05;
const PLATE_SHADOW_SHARE = 0.3;

/** Creates a glass pane for a collider's plane, through which the bodies that the plane presses are visible. */
function createPlate({ centre, halfWidth }: Plate, plane: Plane, room: Room): Mesh {
  const [u, v, n] = plateAxes(plane);
  const thickness = PLATE_THICKNESS * halfWidth;
  // The pane lies behind the plane, so that a body that touches the plane touches the pane.
  const geometry = new BoxGeometry(2 * halfWidth, 2 * halfWidth, thickness)
    .translate(0, 0, -thickness / 2)
    .applyMatrix4(new Matrix4().makeBasis(u, v, n).setPosition(...centre));
  const glass = clearGlass(PLATE, PLATE_TINT, room);
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
  private readonly pieces: {
    readonly object: Object3D;
    readonly startPosition: Vector3;
    /** Points that bound the object at the start [m]. */
    readonly marks: readonly Vector3[];
    /** How the script moves the object, if it does. */
    readonly motion: MovingCollider['motion'] | undefined;
    /** The collider that it shows, with its normal, if it is a plate: it may wait. */
    readonly plate: { readonly collider: number; readonly normal: Plane['normal'] } | undefined;
  }[] = [];

  /**
   * @param ground height that the box stands on [m]
   * @param room light that glass reflects
   * @param clamps blocks around driven vertices, if there are some (createClamps)
   */
  constructor(
    { box, colliders, plates = [], script }: SceneBuild,
    ground: number,
    room: Room,
    private readonly clamps: readonly Clamp[] = [],
  ) {
    const add = (object: Object3D, marks: Iterable<Vector3>, collider?: number, plane?: Plane) => {
      const plate = plane && collider !== undefined ? { collider, normal: plane.normal } : undefined;
      const motion = script?.colliders?.find((moving) => moving.collider === collider)?.motion;
      this.pieces.push({ object, startPosition: object.position.clone(), marks: [...marks], motion, plate });
      this.group.add(object);
    };
    if (box) add(createBox(box, ground, room), boxFoot(box, ground));
    for (const [c, collider] of colliders.entries())
      if (isBowl(collider)) add(createBowl(collider, room), bowlPoints(collider), c);
    for (const plate of plates) {
      const plane = colliders[plate.collider] as Plane;
      add(createPlate(plate, plane, room), plateCorners(plate, plane), plate.collider, plane);
    }
    for (const { mesh } of this.clamps) this.group.add(mesh);
  }

  /** Yields points that bound what is drawn now [m]: the box's foot, since its walls are glass; bowls, plates and clamps as a whole. */
  *marks(): Generator<Vector3> {
    for (const { object, startPosition, marks } of this.pieces)
      for (const mark of marks) yield mark.clone().add(object.position).sub(startPosition);
    for (const clamp of this.clamps) yield* clamp.corners();
  }

  dispose(): void {
    this.group.traverse((object) => {
      if (!(object instanceof Mesh || object instanceof LineSegments)) return;
      object.geometry.dispose();
      for (const material of [object.material].flat()) material.dispose();
    });
  }

  /**
   * Moves all scripted objects to their poses at a time.
   * @param time simulated seconds
   * @param waits the state's array `planeWaits`: plates that wait for what they press are behind the script
   */
  moveTo(time: number, waits: Float32Array): void {
    for (const { object, startPosition, motion, plate } of this.pieces) {
      if (!motion) continue;
      object.position.fromArray(poseAt(motion, time).shift).add(startPosition);
      if (!plate) continue;
      const behind = planeBehind(waits, plate.collider);
      object.position.fromArray(plate.normal.map((n, k) => object.position.getComponent(k) - behind * n));
    }
    for (const clamp of this.clamps) clamp.moveTo(time);
  }
}
