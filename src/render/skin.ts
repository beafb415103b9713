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

/** Share of blue at the least penetration: high enough that even a touch is visible on every body colour. */
const LEAST_TINT = 0.65;
/**
 * Penetration depth at which the tint is full, as a share of the thickness of the body's thin parts: an arm that is half inside.
 */
const FULL_TINT_DEPTH = 0.5;
/** Opacity of penetrating skin that is drawn through what hides it: visible, but weaker than unhidden skin. */
const GLOW_OPACITY = 0.25;

/**
 * The blue of penetrating skin before lighting. It is darker than INTERSECTION, since lights and tone mapping brighten it to about
 * that colour.
 */
const LIT_BLUE = INTERSECTION.clone().multiplyScalar(0.5);

/** Darkening of skin at its outline, so that thin parts stand out from one another. */
const OUTLINE_DARKENING = 0.7;
/** Skin is not darkened if the cosine between its normal and the view direction is above this. */
const OUTLINE_END = 0.62;
/** Darkening of skin at full ambient occlusion by its own body. */
const OCCLUSION_DARKENING = 0.85;

/** Node for the share of blue: 0 outside, LEAST_TINT at the surface, 1 from a depth of FULL_TINT_DEPTH thicknesses. */
function tint() {
  const depth = attribute<'float'>('penetration', 'float');
  const full = attribute<'vec3'>('form', 'vec3').x.mul(FULL_TINT_DEPTH);
  const share = smoothstep(float(0), full, depth)
    .mul(1 - LEAST_TINT)
    .add(LEAST_TINT);
  return depth.greaterThan(0).select(share, float(0));
}

/**
 * Material of the skin: the body's colour, blue where it penetrates. Outlines and occluded parts are darker and more saturated,
 * so that depth is readable in a crowd of one colour.
 * @param hasEyes whether some bodies are octopi, whose eyes are painted
 * @param hasEdges whether some models have creases (creases.ts)
 */
export function skinMaterial(hasEyes: boolean, hasEdges: boolean): NodeMaterial {
  const material = new MeshStandardNodeMaterial({ roughness: 0.4 });
  material.side = DoubleSide;
  if (hasEdges) material.normalNode = shadingNormal();
  const colour = darkened(attribute<'vec3'>('bodyColour', 'vec3'));
  const painted = hasEyes ? paintEyes(colour, varying(attribute<'vec3'>('rest', 'vec3'))) : colour;
  // Mixed in square-root space, close to perception: in linear light, a third of a pale skin turns every blue to lavender.
  const mixed = mix(sqrt(painted), sqrt(vec3(...LIT_BLUE.toArray())), tint());
  material.colorNode = mixed.mul(mixed);
  // The offset moves the skin back, so that the wireframe's lines are drawn on it.
  material.polygonOffset = true;
  material.polygonOffsetFactor = 1;
  material.polygonOffsetUnits = 1;
  return material;
}

/**
 * Shading normal: at creases the face normal, elsewhere the smooth vertex normal, which would round creases off. The weights are
 * applied before interpolation, so within a face the normal turns from one to the other.
 */
function shadingNormal(): Node<'vec3'> {
  const crease = attribute<'vec3'>('form', 'vec3').z;
  const round = varying(transformNormalToView(normalLocal).mul(crease.oneMinus()));
  // normalFlat faces the camera on either side, so only the smooth normal is flipped.
  return negateOnBackSide(round)
    .add(normalFlat.mul(varying(crease)))
    .normalize();
}

/** Darkens and saturates a colour by outline and occlusion. */
function darkened(colour: Node<'vec3'>): Node<'vec3'> {
  const facing = smoothstep(0, OUTLINE_END, dot(normalView, positionViewDirection).abs());
  const outline = facing.oneMinus().mul(OUTLINE_DARKENING);
  const occlusion = varying(attribute<'vec3'>('form', 'vec3').y).mul(OCCLUSION_DARKENING);
  const deep = outline.oneMinus().mul(occlusion.oneMinus()).oneMinus();
  return mix(colour, colour.mul(sqrt(colour)).mul(0.35), deep);
}

/** Material of `glow`: penetrating skin, drawn through whatever hides it. */
export function glowMaterial(): NodeMaterial {
  const material = new MeshBasicNodeMaterial({ transparent: true, depthWrite: false, depthFunc: AlwaysDepth });
  material.colorNode = color(INTERSECTION);
  material.opacityNode = tint().mul(GLOW_OPACITY);
  return material;
}
