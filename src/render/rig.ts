import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { PerspectiveCamera, Vector3 } from 'three/webgpu';
import type { Camera } from '../scenes/scene.ts';
import { BodyAim } from './aim.ts';
import type { Rectangle } from './free-area.ts';
import type { Subject } from './framing.ts';
import { type Centre, Travel } from './travel.ts';

/** Vertical field of view [degrees]. */
const FIELD_OF_VIEW = 38;
/** Distances of the near and far plane, and limits of the camera's distance, as multiples of the distance of the scene's own camera. */
const NEAR_SHARE = 0.012;
const FAR_SHARE = 20;
const MIN_DISTANCE_SHARE = 0.1;
const MAX_DISTANCE_SHARE = 2.4;
/** Maximum distance of the camera as a multiple of the distance from which it shows all bodies, if that is more. */
const MAX_DISTANCE_FIT = 2;
/** Maximum polar angle of the camera [radians], so that the camera stays above the ground. */
const MAX_POLAR_ANGLE = 0.495 * Math.PI;
/** MIN_DISTANCE_SHARE and NEAR_SHARE while a person explores paths: then the camera comes close to single elements. */
const MIN_DISTANCE_SHARE_EXPLORING = 0.01;
const NEAR_SHARE_EXPLORING = 0.001;

/** Time in which the camera covers 63 % of its glide after the person has let it go [s]. */
const GLIDE_TIME = 0.3;
/** Minimum time between two looks at what lies over the canvas [ms]. Each look lays out the page. */
const CARD_INTERVAL = 250;

/** How a camera begins. */
export interface RigStart {
  /** The scene's own camera. Its direction is the first one, its distance scales the limits. */
  readonly home: Camera;
  /** The camera at the start; if undefined, the view direction of `home`, from where all bodies are visible. */
  readonly camera: Camera | undefined;
  /** Whether there is a ground, which the camera stays above. */
  readonly hasGround: boolean;
  readonly subject: Subject;
  /** Returns what lies over the canvas [pixels of the canvas]. */
  readonly cards: () => readonly Rectangle[];
}

/** A view's camera: the person's controls, its own motion, and its projection, whose optical axis is in the middle of the free area. */
export class CameraRig {
  readonly camera: PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly travel: Travel;
  private readonly aim: BodyAim;
  private readonly cards: RigStart['cards'];
  /** Time of the last look at the cards, by performance.now() [ms]. */
  private lastLook: number | undefined;
  /** Time of the last motion, by performance.now() [ms]. */
  private lastMotion = performance.now();
  /** Distance of the scene's own camera from its target [m]. */
  private readonly homeDistance: number;
  private size = { width: 1, height: 1 };
  /** Place of the optical axis in the picture that the projection matrix has. */
  private projected: Centre | undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    { home, camera, hasGround, subject, cards }: RigStart,
  ) {
    this.cards = cards;
    const offset = new Vector3(...home.position).sub(new Vector3(...home.target));
    this.homeDistance = offset.length();
    this.camera = new PerspectiveCamera(
      FIELD_OF_VIEW,
      1,
      NEAR_SHARE * this.homeDistance,
      FAR_SHARE * this.homeDistance,
    );
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = true;
    if (hasGround) this.controls.maxPolarAngle = MAX_POLAR_ANGLE;
    this.controls.minDistance = MIN_DISTANCE_SHARE * this.homeDistance;
    this.aim = new BodyAim(FIELD_OF_VIEW, offset);
    this.resize(Math.max(1, canvas.clientWidth), Math.max(1, canvas.clientHeight));
    this.aim.subject = subject;
    this.avoidCards();
    const start = camera ?? this.aim.fit(offset)?.camera ?? home;
    this.camera.position.set(...start.position);
    this.controls.target.set(...start.target);
    this.travel = new Travel(this.camera, this.controls, this.aim);
    if (camera) this.travel.keep();
    this.limitDistance();
    this.controls.update();
    this.shiftProjection();
  }

  /** Sets what the camera follows, until the person moves it. */
  frame(subject: Subject): void {
    this.aim.subject = subject;
  }

  /** Distance of the camera from the point around which it turns [m]. */
  get distance(): number {
    return this.camera.position.distanceTo(this.controls.target);
  }

  /** The part of the canvas where the bodies are shown [pixels of the canvas]. */
  get freeArea(): Rectangle {
    return this.aim.freeArea;
  }

  /** Whether the camera stays as it is, whatever the bodies, the person and cards over the canvas do. */
  isStill = false;

  /** Whether the camera may come close to single elements. */
  set isExploring(is: boolean) {
    this.camera.near = (is ? NEAR_SHARE_EXPLORING : NEAR_SHARE) * this.homeDistance;
    this.controls.minDistance = (is ? MIN_DISTANCE_SHARE_EXPLORING : MIN_DISTANCE_SHARE) * this.homeDistance;
    this.camera.updateProjectionMatrix();
  }

  /** @param width, height size of the canvas [pixels] */
  resize(width: number, height: number): void {
    this.size = { width, height };
    this.camera.aspect = width / height;
    this.aim.resize(width, height);
    this.projected = undefined;
  }

  /** Moves the camera as the person and its own motion want it. @returns whether it has moved */
  advance(): boolean {
    if (this.isStill) return this.shiftProjection();
    this.avoidCards();
    const hasTravelled = this.travel.advance();
    this.limitDistance();
    // The controls damp per call, so a glide would take very long where few frames are drawn.
    const now = performance.now();
    this.controls.dampingFactor = 1 - Math.exp((this.lastMotion - now) / (1000 * GLIDE_TIME));
    this.lastMotion = now;
    const hasMoved = this.controls.update();
    const hasShifted = this.shiftProjection();
    return hasTravelled || hasMoved || hasShifted;
  }

  /** Returns where a point appears on the canvas [pixels of the page]; undefined if the point is behind the camera. */
  project(point: readonly number[]): { readonly x: number; readonly y: number } | undefined {
    const { x, y, z } = new Vector3().fromArray(point).project(this.camera);
    if (z > 1) return undefined;
    return { x: ((1 + x) / 2) * this.canvas.clientWidth, y: ((1 - y) / 2) * this.canvas.clientHeight };
  }

  dispose(): void {
    this.controls.dispose();
  }

  /** Finds out, from time to time, what lies over the canvas. */
  private avoidCards(): void {
    const now = performance.now();
    if (this.lastLook !== undefined && now - this.lastLook < CARD_INTERVAL) return;
    this.lastLook = now;
    this.aim.cards = this.cards();
  }

  /** Puts the optical axis where the camera's motion wants it. @returns whether it was elsewhere before */
  private shiftProjection(): boolean {
    const { centre } = this.travel;
    if (centre.x === this.projected?.x && centre.y === this.projected.y) return false;
    this.projected = centre;
    const { width, height } = this.size;
    this.camera.setViewOffset(width, height, (0.5 - centre.x) * width, (0.5 - centre.y) * height, width, height);
    return true;
  }

  /** Lets the camera go as far away as it must to show all bodies, on narrow screens too. */
  private limitDistance(): void {
    if (this.travel.isTouched) return;
    this.controls.maxDistance = Math.max(MAX_DISTANCE_SHARE * this.homeDistance, MAX_DISTANCE_FIT * this.distance);
  }
}
