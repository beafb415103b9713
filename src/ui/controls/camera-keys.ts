import type { Travel } from '../../render/travel.ts';

/** Angle that one press of an arrow key turns the camera [radians]. */
const TURN = (5 * Math.PI) / 180;
/** Factor of the camera's distance for one press of + or -. */
const ZOOM = 0.9;

/** Camera motion per key: angle around the bodies, angle upwards [radians], factor of the distance. */
const MOTIONS: Readonly<Record<string, readonly [around: number, up: number, zoom: number]>> = {
  ArrowLeft: [-TURN, 0, 1],
  ArrowRight: [TURN, 0, 1],
  ArrowUp: [0, TURN, 1],
  ArrowDown: [0, -TURN, 1],
  '+': [0, 0, ZOOM],
  '=': [0, 0, ZOOM],
  '-': [0, 0, 1 / ZOOM],
};

/** Turns the camera by the arrow keys, and brings it closer by + and -, while the canvas has the keyboard's focus. */
export class CameraKeys {
  /** @param travelOf returns the camera's motion of a canvas; undefined if the canvas shows nothing now */
  constructor(views: HTMLElement, travelOf: (canvas: EventTarget | null) => Travel | undefined) {
    views.addEventListener('keydown', (event) => {
      const motion = MOTIONS[event.key];
      if (!motion || event.ctrlKey || event.metaKey || event.altKey) return;
      const travel = travelOf(event.target);
      if (!travel) return;
      event.preventDefault();
      travel.orbit(...motion);
    });
  }
}
