import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { MathUtils, type PerspectiveCamera, Vector3 } from 'three/webgpu';
import type { Camera } from '../scenes/scene.ts';

/**
 * Simulated seconds between which the camera goes from where all bodies are seen before they fall to the scene's own: slow
 * enough to watch them on the way.
 */
const APPROACH = { begin: 0.3, end: 1.4 } as const;
/** Seconds that the camera takes to where it is sent: slow enough to see where it goes. */
const FLIGHT = 0.9;

/** The camera on its way. */
interface Flight {
  readonly began: number;
  readonly from: Camera;
  readonly to: Camera;
}

/** Where the camera goes by itself: closer as bodies fall, and to where it is sent. */
export class Travel {
  /** Whether the person has moved the camera: then it is theirs. */
  isTouched = false;
  private flight: Flight | undefined;

  /** @param first where it starts    @param home the scene's own */
  constructor(
    private readonly camera: PerspectiveCamera,
    private readonly controls: OrbitControls,
    private readonly first: Camera,
    private readonly home: Camera,
  ) {
    controls.addEventListener('start', () => {
      this.isTouched = true;
      this.flight = undefined;
    });
  }

  /** @param time simulated seconds */
  approach(time: number): void {
    if (this.isTouched) return;
    this.goTo(this.first, this.home, MathUtils.smoothstep(time, APPROACH.begin, APPROACH.end));
  }

  /** Where the camera is, and what it looks at. */
  get viewpoint(): Camera {
    return { position: this.camera.position.toArray(), target: this.controls.target.toArray() };
  }

  /** Sends the camera to a distance [m] from a point, in a direction from it; by default that in which it looks now. */
  flyTo(point: readonly number[], distance: number, direction?: readonly number[]): void {
    const [at, target] = [new Vector3().fromArray(point), this.controls.target];
    const away = direction ? new Vector3().fromArray(direction) : this.camera.position.clone().sub(target);
    away.setLength(distance);
    this.fly({ position: at.clone().add(away).toArray(), target: at.toArray() });
  }

  fly(to: Camera): void {
    this.flight = { began: performance.now(), from: this.viewpoint, to };
    this.isTouched = true;
  }

  /** @returns whether the camera is on its way */
  advance(): boolean {
    if (!this.isTouched) this.flight = undefined;
    if (!this.flight) return false;
    const { began, from, to } = this.flight;
    const share = MathUtils.smootherstep((performance.now() - began) / (1000 * FLIGHT), 0, 1);
    this.goTo(from, to, share);
    if (share === 1) this.flight = undefined;
    return true;
  }

  private goTo(from: Camera, to: Camera, share: number): void {
    this.camera.position.fromArray(from.position).lerp(new Vector3(...to.position), share);
    this.controls.target.fromArray(from.target).lerp(new Vector3(...to.target), share);
  }
}
