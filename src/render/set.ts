import {
  CircleGeometry,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshStandardNodeMaterial,
  Scene as ThreeScene,
  Vector3,
  type WebGPURenderer,
} from 'three/webgpu';
import type { Camera } from '../scenes/scene.ts';
import { BACKGROUND, DARK_BACKGROUND, DARK_GROUND, GROUND } from './palette.ts';
import { useSingleLookup } from './three-internals.ts';

/** All lengths in this file are multiples of the distance between the scene's own camera and its target, since scenes differ in size. */
const GROUND_RADIUS = 3.5;
/**
 * Distances from the camera at which the fog begins and ends, in camera distances; the end's distance beyond the target, in distances of
 * the scene's own camera, with which it hides the ground's rim from farther away; and the least end.
 */
const FOG = { near: 1.3, far: 3.3, rim: 3.2, least: 1.5 };
/** Half width of the area that the shadow maps cover. */
const SHADOW_REACH = 0.5;
/** Biases against shadow acne. Bodies are smooth and curved, so a bias along the normal works better than a bias along the light. */
const NORMAL_BIAS = 0.005;
const BIAS = -0.0004;

/**
 * A directional light with a shadow map of `texels` by `texels`. `from` is the light's position relative to the target. `reach` is the
 * distance of the shadow camera's far plane. Both are multiples of the camera's distance.
 */
interface Lamp {
  readonly colour: number;
  readonly intensity: number;
  readonly from: readonly [number, number, number];
  readonly reach: number;
  readonly texels: number;
  /** Radius of the disc over which a shadow's edge is blurred [texels]; 0 for one bilinear lookup. */
  readonly blur: number;
  /** Share of the light that a shadow removes; below 1, since shadows under an open sky are never black. */
  readonly strength: number;
}

const SUN: Lamp = {
  colour: 0xfff1dc,
  intensity: 2,
  from: [0.55, 1.3, 0.65],
  reach: 3.5,
  texels: 1024,
  blur: 6,
  strength: 0.85,
};
/** The sky, as one light from above. Its coarse, soft shadow darkens the space below and between bodies, as under an open sky. */
const SKY: Lamp = {
  colour: 0xf4f8ff,
  intensity: 0.9,
  from: [-0.1, 1.5, -0.12],
  reach: 3.5,
  texels: 256,
  blur: 0,
  strength: 0.9,
};
const AMBIENT = 1.4;

/**
 * Creates the three.js scene with ground, lights and fog, in colours that do not distract from the bodies.
 * @param ground height of the ground [m]; if undefined (bodies float), neither ground nor fog is drawn
 */
export function createSet(
  renderer: WebGPURenderer,
  { position, target }: Camera,
  ground: number | undefined,
): ThreeScene {
  const distance = Math.hypot(...position.map((x, k) => x - target[k]));
  renderer.shadowMap.enabled = true;
  const scene = new ThreeScene();
  scene.background = BACKGROUND;
  const middle = new Vector3(...target);
  scene.add(new HemisphereLight(0xffffff, 0xe6dccd, AMBIENT), fillLight());
  for (const lamp of [SUN, SKY]) {
    const light = createLamp(lamp, distance, middle);
    scene.add(light, light.target);
  }
  if (ground !== undefined) {
    scene.fog = new Fog(BACKGROUND);
    moveFog(scene, distance, distance);
    scene.add(createGround(GROUND_RADIUS * distance, middle, ground));
  }
  return scene;
}

/**
 * Moves the fog away with the camera, so that bodies are never in it but the ground's rim always is. On narrow screens the camera is far
 * away from the bodies.
 * @param distance from the camera to its target [m]
 * @param home distance of the scene's own camera from its target [m]
 */
export function moveFog({ fog }: ThreeScene, distance: number, home: number): void {
  if (!(fog instanceof Fog)) return;
  fog.near = FOG.near * distance;
  fog.far = Math.max(FOG.least * distance, Math.min(FOG.far * distance, distance + FOG.rim * home));
}

/** Chooses whether the next drawing draws the shadows anew, or uses those of the drawing before. */
export function updateShadows(scene: ThreeScene, isUpdated: boolean): void {
  for (const light of scene.children) {
    if (!(light instanceof DirectionalLight) || !light.castShadow) continue;
    light.shadow.autoUpdate = false;
    light.shadow.needsUpdate = isUpdated;
  }
}

/** Name of the ground among the scene's objects. */
const GROUND_NAME = 'ground';

/** Gives the background, the fog and the ground light or dark colours. */
export function setSurroundings(scene: ThreeScene, isDark: boolean): void {
  const background = isDark ? DARK_BACKGROUND : BACKGROUND;
  scene.background = background;
  if (scene.fog) scene.fog.color = background;
  const ground = scene.getObjectByName(GROUND_NAME) as Mesh<CircleGeometry, MeshStandardNodeMaterial> | undefined;
  ground?.material.color.copy(isDark ? DARK_GROUND : GROUND);
}

function createGround(radius: number, { x, z }: Vector3, height: number): Mesh {
  const ground = new Mesh(
    new CircleGeometry(radius, 96).rotateX(-Math.PI / 2),
    new MeshStandardNodeMaterial({ color: GROUND, roughness: 0.95 }),
  );
  ground.name = GROUND_NAME;
  ground.position.set(x, height, z);
  ground.receiveShadow = true;
  return ground;
}

function createLamp(lamp: Lamp, distance: number, middle: Vector3): DirectionalLight {
  const light = new DirectionalLight(lamp.colour, lamp.intensity);
  light.target.position.copy(middle);
  light.position
    .set(...lamp.from)
    .multiplyScalar(distance)
    .add(middle);
  light.castShadow = true;
  light.shadow.mapSize.set(lamp.texels, lamp.texels);
  const { camera } = light.shadow;
  const reach = SHADOW_REACH * distance;
  camera.left = camera.bottom = -reach;
  camera.right = camera.top = reach;
  camera.near = 0.01 * distance;
  camera.far = lamp.reach * distance;
  if (lamp.blur > 0) light.shadow.radius = lamp.blur;
  else useSingleLookup(light.shadow);
  light.shadow.intensity = lamp.strength;
  light.shadow.normalBias = NORMAL_BIAS * distance;
  light.shadow.bias = BIAS;
  return light;
}

/** Creates a cool fill light from behind, which keeps dark sides readable. */
function fillLight(): DirectionalLight {
  const light = new DirectionalLight(0xcfe0ff, 0.6);
  light.position.set(-3, 2, -3);
  return light;
}
