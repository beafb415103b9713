import type { Node } from 'three/webgpu';
import { dot, float, mix, normalView, positionViewDirection, reflectVector, smoothstep, vec3 } from 'three/tsl';

/** Direction of the sun's lamp (set.ts), where the studio's window is seen in reflections. Not normalised. */
export const SUN_DIRECTION = [0.55, 1.3, 0.65] as const;
const TO_WINDOW = SUN_DIRECTION.map((x) => x / Math.hypot(...SUN_DIRECTION)) as [number, number, number];
/** Cosines of the angles from the window's middle at which it is dark, and at which it has its full light. */
const WINDOW_EDGE = 0.84;
const WINDOW_INSIDE = 0.93;
/** Light of what surrounds a scene, from above, from the sides and from below, as linear colours. */
export interface Room {
  readonly ceiling: Node<'vec3'>;
  readonly walls: Node<'vec3'>;
  readonly floor: Node<'vec3'>;
}
/** A bright studio, which lights the bodies whatever is drawn around them. */
export const STUDIO: Room = {
  ceiling: vec3(0.95, 1.02, 1.12),
  walls: vec3(0.62, 0.64, 0.67),
  floor: vec3(0.4, 0.37, 0.33),
};
/** Light of the window, as a linear colour. */
const WINDOW = vec3(4.5, 4.3, 4);
/** Sines of the elevations between which floor and walls, and walls and ceiling, blend. */
const SKIRTING = [-0.25, 0.1] as const;
const CORNICE = [0.2, 0.75] as const;

/** Share of light that glass, skin and most other clear matter reflects where it is seen straight on. */
const STRAIGHT = 0.04;

/**
 * Creates the light that comes from a room, and from its window, in the direction of the reflected view: the environment light of skin and
 * glass. It is computed, not looked up, so it needs neither a texture nor a pass.
 */
export function reflected({ ceiling, walls, floor }: Room): Node<'vec3'> {
  const up = reflectVector.y;
  const sides = mix(floor, walls, smoothstep(...SKIRTING, up));
  const room = mix(sides, ceiling, smoothstep(...CORNICE, up));
  const window = smoothstep(WINDOW_EDGE, WINDOW_INSIDE, dot(reflectVector, vec3(...TO_WINDOW)));
  return mix(room, WINDOW, window);
}

/**
 * Creates the share of light that a surface reflects, from the angle of view.
 * @param grazing share at a grazing angle: 1 for a mirror-like surface, less for a rough one
 * Source: Schlick, "An inexpensive BRDF model for physically-based rendering", 1994.
 */
export function reflectance(grazing: number): Node<'float'> {
  const away = dot(normalView, positionViewDirection).abs().oneMinus();
  return mix(float(STRAIGHT), float(grazing), away.pow(float(5)));
}
