import { color, dot, float, length, mix, normalize, smoothstep, vec3 } from 'three/tsl';
import type { Node } from 'three/webgpu';
import { EYE } from '../scenes/models/octopus-shape.ts';
import { EYE_LID, EYE_WHITE, PUPIL } from './palette.ts';

/**
 * Directions from the centre of the eye at +x. The eye looks along GAZE. The highlight lies along SHINE, a little outward and up
 * from the front.
 */
const GAZE = [0.45, 0.1, 0.88] as const;
const SHINE = [0.5, 0.42, 0.75] as const;
/** Edges of the painted spots, as cosines of the angle to the spot's middle: GAZE for the white and the pupil, SHINE for the highlight. */
const WHITE_EDGE = 0.42;
const PUPIL_EDGE = 0.8;
const SHINE_EDGE = 0.98;
/** Half width of the soft edges of the painted spots, as a difference of cosines. */
const BLUR = 0.012;
/** Skin is painted up to this distance from the eye's centre, in radii of the eye. */
const PAINT_RADIUS = 1.5;

/**
 * Paints an octopus' eyes on its skin, by the fragments' rest positions. So the eyes stay in place when the body bends, and they are as
 * round on a mesh of 3,000 tetrahedra as on one of 200,000.
 * @param rest position in the rest shape [m]
 */
export function paintEyes(skin: Node<'vec3'>, rest: Node<'vec3'>): Node<'vec3'> {
  const [x, y, z, radius] = EYE;
  const fromCentre = vec3(rest.x.abs().sub(x), rest.y.sub(y), rest.z.sub(z));
  const direction = normalize(fromCentre);
  const nearMask = length(fromCentre)
    .lessThan(PAINT_RADIUS * radius)
    .select(float(1), float(0));
  const spot = (axis: readonly [number, number, number], edge: number) =>
    smoothstep(edge - BLUR, edge + BLUR, dot(direction, normalize(vec3(...axis)))).mul(nearMask);
  const lid = mix(skin, color(EYE_LID), spot(GAZE, WHITE_EDGE - 0.1).mul(0.4));
  const white = mix(lid, color(EYE_WHITE), spot(GAZE, WHITE_EDGE));
  const pupil = mix(white, color(PUPIL), spot(GAZE, PUPIL_EDGE));
  return mix(pupil, color(EYE_WHITE), spot(SHINE, SHINE_EDGE));
}
