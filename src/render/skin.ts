import {
  AlwaysDepth,
  DoubleSide,
  MeshBasicNodeMaterial,
  MeshStandardNodeMaterial,
  type Node,
  type NodeMaterial,
} from 'three/webgpu';
import {
  attribute,
  color,
  dot,
  float,
  mix,
  negateOnBackSide,
  normalFlat,
  normalLocal,
  normalView,
  positionViewDirection,
  smoothstep,
  sqrt,
  transformNormalToView,
  varying,
  vec3,
} from 'three/tsl';
import { paintEyes } from './eyes.ts';
import { INTERSECTION } from './palette.ts';

/** Share of blue at the shallowest penetration: a touch already shows, on every body's colour. */
const LEAST_TINT = 0.65;
/** Share of the thickness at which the tint is full: an arm half buried. */
const FULL_TINT_DEPTH = 0.5;
/** How much of the tint shines through what lies before it: enough to see buried geometry, less than what isn't hidden. */
const GLOW = 0.25;

/** The skin's blue before the light falls on it: so dark that lamps and tone mapping bring it up to the mark's own, not past it. */
const LIT_BLUE = INTERSECTION.clone().multiplyScalar(0.5);

/** How much darker skin is at its outline than where it faces the eye, so that each thin thing stands out from the next. */
const OUTLINE = 0.7;
/** Cosine to the eye past which skin has its full colour. */
const OUTLINE_END = 0.62;
/** How much darker it is where the rest of the body takes the light. */
const OCCLUDED = 0.85;

/** 0 outside, from LEAST_TINT at the surface to 1 where an arm is half buried. */
function tint() {
  const depth = attribute<'float'>('penetration', 'float');
  const full = attribute<'vec3'>('form', 'vec3').x.mul(FULL_TINT_DEPTH);
  const share = smoothstep(float(0), full, depth)
    .mul(1 - LEAST_TINT)
    .add(LEAST_TINT);
  return depth.greaterThan(0).select(share, float(0));
}

/**
 * Wet skin in the body's colour; blue where it penetrates. Towards outlines and in nooks it deepens, as if light went through
 * it, so that depth reads in a crowd of one colour.
 * @param hasEyes whether there are octopi, whose eyes are painted
 * @param hasEdges whether there are shapes with edges (creases.ts)
 */
export function skin(hasEyes: boolean, hasEdges: boolean): NodeMaterial {
  const material = new MeshStandardNodeMaterial({ roughness: 0.4 });
  material.side = DoubleSide;
  if (hasEdges) material.normalNode = creased();
  const colour = deepened(attribute<'vec3'>('bodyColour', 'vec3'));
  const painted = hasEyes ? paintEyes(colour, varying(attribute<'vec3'>('rest', 'vec3'))) : colour;
  // Mixed by square roots, as the eye would: in linear light a third of a pale skin turns every blue to lavender.
  const mixed = mix(sqrt(painted), sqrt(vec3(...LIT_BLUE.toArray())), tint());
  material.colorNode = mixed.mul(mixed);
  // What polygonOffset moves back, the wireframe's lines can lie on.
  material.polygonOffset = true;
  material.polygonOffsetFactor = 1;
  material.polygonOffsetUnits = 1;
  return material;
}

/**
 * The normal to shade by: on an edge of the shape the face's own takes the place of the vertex', which would round the edge off.
 * Weighted before interpolation, so that within a face it turns from the one to the other as between two vertices.
 */
function creased(): Node<'vec3'> {
  const crease = attribute<'vec3'>('form', 'vec3').z;
  const round = varying(transformNormalToView(normalLocal).mul(crease.oneMinus()));
  // The flat one faces the eye on either side.
  return negateOnBackSide(round)
    .add(normalFlat.mul(varying(crease)))
    .normalize();
}

/** Darker and more of its own colour, by outline and occlusion. */
function deepened(colour: Node<'vec3'>): Node<'vec3'> {
  const facing = smoothstep(0, OUTLINE_END, dot(normalView, positionViewDirection).abs());
  const outline = facing.oneMinus().mul(OUTLINE);
  const occlusion = varying(attribute<'vec3'>('form', 'vec3').y).mul(OCCLUDED);
  const deep = outline.oneMinus().mul(occlusion.oneMinus()).oneMinus();
  return mix(colour, colour.mul(sqrt(colour)).mul(0.35), deep);
}

/** What lies inside a body, seen through it. */
export function shine(): NodeMaterial {
  const material = new MeshBasicNodeMaterial({ transparent: true, depthWrite: false, depthFunc: AlwaysDepth });
  material.colorNode = color(INTERSECTION);
  material.opacityNode = tint().mul(GLOW);
  return material;
}
