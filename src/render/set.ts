import {
  BoxGeometry,
  CircleGeometry,
  DirectionalLight,
  DoubleSide,
  EdgesGeometry,
  Fog,
  HemisphereLight,
  LineBasicNodeMaterial,
  LineSegments,
  Mesh,
  MeshStandardNodeMaterial,
  Scene as ThreeScene,
  type WebGPURenderer,
} from 'three/webgpu';
import type { BoxCollider } from '../scenes/scene.ts';
import { BACKGROUND, GLASS, GLASS_EDGE, GROUND } from './palette.ts';

/** All lengths are shares of the camera's first distance: scenes are of any size. */
const GROUND_RADIUS = 3.5;
/** Where the fog begins and where it hides the ground's rim. */
const FOG = { near: 1.3, far: 3.3 };
/** Half width of what the sun's shadow map covers, and its side in texels. */
const SHADOW_REACH = 0.5;
const SHADOW_TEXELS = 1024;
/** Where the sun stands, and how far it shines. */
const SUN = [0.55, 1.3, 0.65] as const;
const SUN_REACH = 3.5;
/** Radius of the disc over which a shadow's edge is blurred [texels]. */
const SHADOW_BLUR = 6;
/** How much of the sun a shadow takes: under an open sky shadows are never black. */
const SHADOW_STRENGTH = 0.85;

/**
 * Ground, light and air: quiet, so that the bodies are what one looks at.
 * @param distance of the camera from what it looks at [m]
 */
export function createSet(renderer: WebGPURenderer, distance: number): ThreeScene {
  renderer.shadowMap.enabled = true;
  const scene = new ThreeScene();
  scene.background = BACKGROUND;
  scene.fog = new Fog(BACKGROUND, FOG.near * distance, FOG.far * distance);
  scene.add(new HemisphereLight(0xffffff, 0xe6dccd, 2), sun(distance), fill());

  const ground = new Mesh(
    new CircleGeometry(GROUND_RADIUS * distance, 96).rotateX(-Math.PI / 2),
    new MeshStandardNodeMaterial({ color: GROUND, roughness: 0.95 }),
  );
  ground.receiveShadow = true;
  scene.add(ground);
  return scene;
}

function sun(distance: number): DirectionalLight {
  const light = new DirectionalLight(0xfff1dc, 2);
  light.position.set(...SUN).multiplyScalar(distance);
  light.castShadow = true;
  light.shadow.mapSize.set(SHADOW_TEXELS, SHADOW_TEXELS);
  const { camera } = light.shadow;
  const reach = SHADOW_REACH * distance;
  camera.left = camera.bottom = -reach;
  camera.right = camera.top = reach;
  camera.near = 0.01 * distance;
  camera.far = SUN_REACH * distance;
  light.shadow.radius = SHADOW_BLUR;
  light.shadow.intensity = SHADOW_STRENGTH;
  // Against acne: bodies are smooth and curved, so shifting along the normal serves better than along the light.
  light.shadow.normalBias = 0.005 * distance;
  light.shadow.bias = -0.0004;
  return light;
}

/** A cool light from behind that keeps dark sides readable. */
function fill(): DirectionalLight {
  const light = new DirectionalLight(0xcfe0ff, 0.6);
  light.position.set(-3, 2, -3);
  return light;
}

/** Indices of a BoxGeometry's face, and which of its faces are the top and the bottom. */
const INDICES_A_FACE = 6;
const TOP_AND_BOTTOM: readonly number[] = [2, 3];

/** An open glass box: faint walls, clear edges. */
export function createBox({ halfWidth, halfDepth, height }: BoxCollider): Mesh {
  const geometry = new BoxGeometry(2 * halfWidth, height, 2 * halfDepth).translate(0, height / 2, 0);
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
