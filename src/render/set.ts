import {
  CircleGeometry,
  type Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshLambertNodeMaterial,
  Scene as ThreeScene,
  Vector3,
  type Renderer,
} from 'three/webgpu';
import { mix, normalWorldGeometry, smoothstep, uniform, varying } from 'three/tsl';
import type { Camera } from '../scenes/scene.ts';
import { contactFilter } from './contact-shadow.ts';
import { DARK_GROUND, DARK_HORIZON, DARK_ZENITH, GROUND, HORIZON, ZENITH } from './palette.ts';
import { type Room, SUN_DIRECTION } from './studio.ts';
import { useFilter } from './three-internals.ts';

/** All lengths in this file are multiples of the distance between the scene's own camera and its target, since scenes differ in size. */
const GROUND_RADIUS = 14;
/** By how many of its own depth steps from pixel to pixel the ground is drawn farther back than it is. Skins are by one of theirs. */
const GROUND_OFFSET = 3;
/**
 * Distances from the camera at which the fog begins and ends, in camera distances; the end's distance beyond the target, in distances of
 * the scene's own camera, with which it hides the ground's rim from farther away; and the least end.
 */
const FOG = { near: 1.6, far: 11, rim: 12.5, least: 1.8 };
/** Sine of the elevation from which the sky has the colour of the zenith. */
const ZENITH_SINE = 0.4;
/** Half width of the area that the shadow maps cover. */
const SHADOW_REACH = 0.5;
/**
 * Biases against shadow acne. They are small, since the undersides of bodies cast the shadows: larger ones would leave a rim of light
 * around the places where bodies touch the ground.
 */
const NORMAL_BIAS = 0.0007;
const BIAS = -0.0001;

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
  /** Radius of the disc over which a shadow's edge is blurred [texels]; 0 for a contact filter (contact-shadow.ts). */
  readonly blur: number;
  /** Share of the light that a shadow removes; below 1, since shadows under an open sky are never black. */
  readonly strength: number;
}

const SUN: Lamp = {
  colour: 0xfff1dc,
  intensity: 2,
  from: SUN_DIRECTION,
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
  strength: 1,
};
/** How dark the sky's shadow is by the height of what lies above; heights in camera distances over SKY.reach, that is, shares of its depth. */
const CONTACT = [
  { height: 0.02 / SKY.reach, darkness: 0.75 },
  { height: 0.08 / SKY.reach, darkness: 0.5 },
];
const AMBIENT = 1.4;

/** The colours of a scene's surroundings. */
interface Tones {
  /** Colours of the sky: straight above, and at the horizon, where the ground fades into it. */
  readonly zenith: Color;
  readonly horizon: Color;
  readonly ground: Color;
}
const LIGHT: Tones = { zenith: ZENITH, horizon: HORIZON, ground: GROUND };
const DARK: Tones = { zenith: DARK_ZENITH, horizon: DARK_HORIZON, ground: DARK_GROUND };

/** The three.js scene with ground, sky, lights and fog, in colours that do not distract from the bodies. */
export class Surroundings {
  readonly scene = new ThreeScene();
  private readonly sky = {
    zenith: uniform(new Vector3()),
    horizon: uniform(new Vector3()),
    ground: uniform(new Vector3()),
  };
  private readonly ground: Mesh<CircleGeometry, MeshLambertNodeMaterial> | undefined;
  private readonly backdrop: ThreeScene['backgroundNode'];
  private readonly lamps: readonly DirectionalLight[];
  private readonly fog: Fog | undefined;
  /** Distance of the scene's own camera from its target [m]. */
  private readonly home: number;

  /** Light that glass reflects: the colours of sky and ground. */
  get room(): Room {
    const { zenith, horizon, ground } = this.sky;
    return { ceiling: zenith, walls: horizon, floor: ground };
  }

  /** @param ground height of the ground [m]; if undefined (bodies float), neither ground nor fog is drawn */
  constructor(renderer: Renderer, { position, target }: Camera, ground: number | undefined) {
    this.home = Math.hypot(...position.map((x, k) => x - target[k]));
    renderer.shadowMap.enabled = true;
    const { scene, home } = this;
    const middle = new Vector3(...target);
    const { zenith, horizon } = this.sky;
    // Computed per vertex of the sky's sphere, since it covers many pixels.
    this.backdrop = varying(mix(horizon, zenith, smoothstep(0, ZENITH_SINE, normalWorldGeometry.y)));
    this.show(true);
    this.lamps = [createLamp(SUN, home, middle), createLamp(SKY, home, middle)];
    scene.add(new HemisphereLight(0xffffff, 0xe6dccd, AMBIENT), fillLight());
    for (const lamp of this.lamps) scene.add(lamp, lamp.target);
    if (ground !== undefined) {
      scene.fog = this.fog = new Fog(HORIZON);
      this.moveFog(home);
      this.ground = createGround(GROUND_RADIUS * home, middle, ground);
      scene.add(this.ground);
    }
    this.colour(false);
  }

  /**
   * Moves the fog away with the camera, so that bodies are never in it but the ground's rim always is. On narrow screens the camera is
   * far away from the bodies.
   * @param fromTarget the camera's distance from its target [m]; a camera nearer than the scene's own counts as that one
   */
  moveFog(fromTarget: number): void {
    const { fog, home } = this;
    if (!fog) return;
    const distance = Math.max(home, fromTarget);
    fog.near = FOG.near * distance;
    fog.far = Math.max(FOG.least * distance, Math.min(FOG.far * distance, distance + FOG.rim * home));
  }

  /** Chooses whether sky and ground are drawn. Without them, what is drawn is transparent around the bodies. */
  show(isShown: boolean): void {
    this.scene.backgroundNode = isShown ? this.backdrop : null;
    if (this.ground) this.ground.visible = isShown;
  }

  /** Chooses whether the next drawing draws the shadows anew, or uses those of the drawing before. */
  updateShadows(isUpdated: boolean): void {
    for (const { shadow } of this.lamps) {
      shadow.autoUpdate = false;
      shadow.needsUpdate = isUpdated;
    }
  }

  dispose(): void {
    this.ground?.geometry.dispose();
    this.ground?.material.dispose();
    for (const lamp of this.lamps) lamp.dispose();
  }

  /** Gives sky, fog and ground light or dark colours. */
  colour(isDark: boolean): void {
    const { zenith, horizon, ground } = isDark ? DARK : LIGHT;
    this.sky.zenith.value.setFromColor(zenith);
    this.sky.horizon.value.setFromColor(horizon);
    this.sky.ground.value.setFromColor(ground);
    this.fog?.color.copy(horizon);
    this.ground?.material.color.copy(ground);
  }
}

function createGround(
  radius: number,
  { x, z }: Vector3,
  height: number,
): Mesh<CircleGeometry, MeshLambertNodeMaterial> {
  const ground = new Mesh(
    new CircleGeometry(radius, 96).rotateX(-Math.PI / 2),
    new MeshLambertNodeMaterial({ color: GROUND }),
  );
  // Skins are drawn farther back than they are (skin.ts). The ground lies behind even those that are a little steeper, so that a cloth that
  // lies on it is seen.
  ground.material.polygonOffset = true;
  ground.material.polygonOffsetFactor = ground.material.polygonOffsetUnits = GROUND_OFFSET;
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
  else useFilter(light.shadow, contactFilter(CONTACT));
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
