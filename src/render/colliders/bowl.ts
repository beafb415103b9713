import { FrontSide, Group, LatheGeometry, Mesh, MeshStandardNodeMaterial, type Node, Vector2 } from 'three/webgpu';
import { dot, float, mix, normalView, positionViewDirection } from 'three/tsl';
import type { Bowl } from '../../simulation/world.ts';
import { rimCosine, wallOf } from '../landmarks.ts';
import { CERAMIC, GLASS } from '../palette.ts';
import { dappled } from './dappled.ts';

/** Segments around a bowl, from its bottom to its rim, and across its lip. */
const AROUND = 96;
const DOWN = 48;
const LIP = 8;
/** Opacity of the near wall where one looks straight at it, and at its outline. */
const FACING = 0.05;
const OUTLINE = 0.5;
/** How fast the outline fades towards the middle. */
const OUTLINE_POWER = 3;
/** Share of the sun that the wall takes: what lies in the bowl stays in the light. */
const SHADE = 0.35;

/**
 * A bowl that one sees into from any side: its inside and its lip of ceramic, its outside of glass. Where one looks at it from
 * within the wall isn't in the way, and where one looks from outside the near wall is clear and the far wall the background.
 */
export function createBowl(bowl: Bowl): Group {
  const { centre } = bowl;
  const opening = Math.acos(rimCosine(bowl));
  const wall = wallOf(bowl);
  const ceramic = new MeshStandardNodeMaterial({ color: CERAMIC, roughness: 0.55, side: FrontSide });
  ceramic.maskShadowNode = dappled(SHADE);
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
  material.opacityNode = clearness(FACING, OUTLINE);
  return material;
}

/** Opacity of glass: clear where one looks straight at it, less so at its outline. */
export function clearness(facing: number, outline: number): Node<'float'> {
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
