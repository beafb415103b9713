import {
  AlwaysDepth,
  BackSide,
  DoubleSide,
  MeshBasicNodeMaterial,
  MeshLambertNodeMaterial,
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
  screenCoordinate,
  smoothstep,
  sqrt,
  transformNormalToView,
  varying,
  vec3,
} from 'three/tsl';
import { paintEyes } from './eyes.ts';
import { HATCH, INTERSECTION } from './palette.ts';
import { reflectance, reflected, STUDIO } from './studio.ts';

/** Share of blue at the smallest penetration depth: so high that even a touch is visible on every body colour. */
const MIN_TINT = 0.65;
/** Penetration depth from which skin is fully blue, as a share of the radius of the body's thin parts (Model.thickness). */
const FULL_TINT_DEPTH = 0.5;
/** Opacity of penetrating skin that other skin hides: the hidden skin is visible, but weaker than skin in front. */
const GLOW_OPACITY = 0.25;

/**
 * The blue of penetrating skin before lighting. This colour is darker than INTERSECTION: lights and tone mapping brighten it to about
 * INTERSECTION.
 */
const LIT_BLUE = INTERSECTION.clone().multiplyScalar(0.5);

/** Distance of the stripes of the hatch on penetrating skin [device pixels], and a stripe's share of it. */
const HATCH_PERIOD = 10;
const HATCH_SHARE = 0.22;
/** Width of a stripe's soft edge, as a share of HATCH_PERIOD. */
const HATCH_BLUR = 0.1;

/** Darkening of skin at its outline, so that thin parts stand out from one another. */
const OUTLINE_DARKENING = 0.7;
/** Skin is not darkened as outline if the cosine between its normal and the view direction is above this. */
const OUTLINE_END = 0.62;
/** Darkening of skin at full ambient occlusion by its own body. */
const OCCLUSION_DARKENING = 0.85;
/** Share of light that skin reflects at its outline. */
const SKIN_GRAZING = 0.25;

/** Shader nodes of the data per vertex that change from frame to frame. */
export interface Shape {
  /** Position [m]. Its code also sets `normalLocal`. Undefined for the geometry's own positions and normals. */
  readonly position: Node<'vec3'> | undefined;
  /** Penetration depth [m]. */
  readonly depth: Node<'float'>;
}

/** Makes another material of the skin, such as colours by a field. */
export type Paint = (shape: Shape) => NodeMaterial;

/** The simulated vertices, as the geometry's own attributes. */
export const plainShape = (): Shape => ({ position: undefined, depth: attribute<'float'>('penetration', 'float') });

/** Creates a node for the share of blue of skin: 0 without penetration, MIN_TINT at the smallest depth, 1 from FULL_TINT_DEPTH radii on. */
export function tint(shape: Shape): Node<'float'> {
  // The attribute `form` (vertex-looks.ts): x radius of thin parts [m], y ambient occlusion, z 1 on a crease.
  const depth = varying(shape.depth);
  const full = attribute<'vec3'>('form', 'vec3').x.mul(FULL_TINT_DEPTH);
  const share = smoothstep(float(0), full, depth)
    .mul(1 - MIN_TINT)
    .add(MIN_TINT);
  return depth.greaterThan(0).select(share, float(0));
}

/**
 * Creates the colour of penetrating skin: blue with pale diagonal stripes, so that it differs from other skin by more than its hue. Who
 * can't tell blue from violet, or dark blue from dark red, sees the stripes.
 */
function hatchedBlue(): Node<'vec3'> {
  const across = screenCoordinate.x.add(screenCoordinate.y).div(HATCH_PERIOD).fract().sub(0.5).abs().mul(2);
  const stripe = smoothstep(1 - HATCH_SHARE - HATCH_BLUR, 1 - HATCH_SHARE + HATCH_BLUR, across);
  return mix(vec3(...LIT_BLUE.toArray()), vec3(...HATCH.toArray()), stripe);
}

/**
 * Creates the material of the skin: the body's colour, and blue where the body penetrates. Outlines and occluded parts are darker and more
 * saturated, so that depth is readable in a crowd of bodies of one colour.
 * @param hasEyes whether some bodies are octopi; their eyes are painted on the skin
 * @param hasCreases whether some models have creases (creases.ts)
 */
export function skinMaterial(hasEyes: boolean, hasCreases: boolean, shape: Shape): NodeMaterial {
  const material = new MeshLambertNodeMaterial();
  setUpSkin(material, shape);
  if (hasCreases) material.normalNode = shadingNormal();
  const colour = darken(attribute<'vec3'>('bodyColour', 'vec3'));
  const paintedColour = hasEyes ? paintEyes(colour, varying(attribute<'vec3'>('rest', 'vec3'))) : colour;
  material.colorNode = tinted(paintedColour, tint(shape));
  material.emissiveNode = reflected(STUDIO).mul(reflectance(SKIN_GRAZING)).mul(openness());
  return material;
}

/** Mixes a colour with the blue of penetrating skin. @param share of the blue */
export function tinted(colour: Node<'vec3'>, share: Node<'float'>): Node<'vec3'> {
  // The colours are mixed as square roots, which is close to perception. Mixed in linear light, blue with a third of a pale skin's colour
  // would look lavender.
  const mixedRoot = mix(sqrt(colour), sqrt(hatchedBlue()), share);
  return mixedRoot.mul(mixedRoot);
}

/** Sets what all materials of a skin share: its shape, and how it lies in shadows and below the wireframe. */
export function setUpSkin(material: NodeMaterial, { position }: Shape): void {
  material.side = DoubleSide;
  material.positionNode = position ?? null;
  // Shadows begin at the undersides of bodies, so that the height of bodies above what they shade is known (contact-shadow.ts).
  material.shadowSide = BackSide;
  // The offset moves the skin back, so that the wireframe's lines are drawn on it.
  material.polygonOffset = true;
  material.polygonOffsetFactor = 1;
  material.polygonOffsetUnits = 1;
}

/**
 * Creates the shading normal: the face normal at creases, since the smooth vertex normal would make creases look round, and the smooth
 * normal elsewhere. Weights are applied per vertex, before interpolation, so that the normal turns smoothly from one to the other within a
 * face.
 */
function shadingNormal(): Node<'vec3'> {
  const crease = attribute<'vec3'>('form', 'vec3').z;
  const smooth = varying(transformNormalToView(normalLocal).mul(crease.oneMinus()));
  // normalFlat faces the camera on either side, so only the smooth normal is flipped.
  return negateOnBackSide(smooth)
    .add(normalFlat.mul(varying(crease)))
    .normalize();
}

/** Creates the share of light from the surroundings that a body's own parts leave. */
const openness = (): Node<'float'> => varying(attribute<'vec3'>('form', 'vec3').y).mul(OCCLUSION_DARKENING).oneMinus();

/** Darkens and saturates a colour by outline and occlusion. */
function darken(colour: Node<'vec3'>): Node<'vec3'> {
  const facing = smoothstep(0, OUTLINE_END, dot(normalView, positionViewDirection).abs());
  const outline = facing.oneMinus().mul(OUTLINE_DARKENING);
  const darkness = outline.oneMinus().mul(openness()).oneMinus();
  return mix(colour, colour.mul(sqrt(colour)).mul(0.35), darkness);
}

/** Creates the material of BodyMesh.glow: only penetrating skin is drawn, over everything that hides it. */
export function glowMaterial(shape: Shape): NodeMaterial {
  const material = new MeshBasicNodeMaterial({ transparent: true, depthWrite: false, depthFunc: AlwaysDepth });
  material.colorNode = color(INTERSECTION);
  material.positionNode = shape.position ?? null;
  material.opacityNode = tint(shape).mul(GLOW_OPACITY);
  return material;
}
