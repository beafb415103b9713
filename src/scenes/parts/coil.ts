import { cosineAndSine, type Motion } from '../../simulation/script/motion.ts';
import { smooth } from '../models/snake-shape.ts';

/** A flat spiral about the y axis, whose turns touch one another. Its inner end is at angle 0, where it runs along -z. */
export interface Spiral {
  /** Radius of the innermost turn [m]. */
  readonly hole: number;
  /** Distance of neighbouring turns, as a function of the length from the inner end [m]. */
  breadth(distance: number): number;
}

/** A body that is wound up. Its end in the middle turns about the y axis, while its head goes around it, comes closer, and lies down on top. */
export interface Coil {
  readonly spiral: Spiral;
  /** Length of the body from its tail to the point that is driven at its head [m]. */
  readonly length: number;
  /** Length that is wound up at the start, and when the head begins to rise [m]. */
  readonly wound: readonly [number, number];
  /** How much farther than `length` says the head is from the wound part, at the start and when it begins to rise [m]. This draws the body taut. */
  readonly pull: readonly [number, number];
  /** Share of the turns that the head makes. The middle makes the rest, the other way round. */
  readonly headShare: number;
  /** Place at which the head comes to lie. */
  readonly rest: {
    /** Turns around the y axis from where the head begins to rise, and by how much more the head turns than it goes around. */
    readonly turns: number;
    readonly inwards: number;
    /** Distance from the y axis, and height over the start [m]. */
    readonly distance: number;
    readonly height: number;
  };
  /** Speed of the head until it begins to rise [m/s]. */
  readonly speed: number;
  /** Duration of the rise, and of the motion's gentle start [s]. */
  readonly rise: number;
  readonly start: number;
}

/** A point of the spiral: angle around the y axis [full turns], distance from the axis [m]. */
interface SpiralPoint {
  readonly turns: number;
  readonly radius: number;
}

/** A place of the head in a frame that turns with the middle: direction [full turns], position [m]. */
interface Place {
  readonly turns: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Length of the pieces in which the spiral is integrated [m]. */
const PIECE = 0.002;
/** Turns of the spiral between two key times, and number of key times while the head rises. */
const KEY_TURNS = 1 / 48;
const RISE_KEYS = 24;
/** Shares of the rise after which the head is at its height, and before which it doesn't move inwards yet: it must not touch the coil. */
const RISEN = 0.4;
const STAYS = 0.2;

/** Returns points of the spiral, one per PIECE of its length. */
export function spiralPoints({ hole, breadth }: Spiral, length: number): SpiralPoint[] {
  const points: SpiralPoint[] = [];
  let squared = hole * hole;
  let turns = 0;
  for (let at = 0; at < length; at += PIECE) {
    const radius = Math.sqrt(squared);
    points.push({ turns, radius });
    turns += PIECE / (2 * Math.PI * radius);
    squared += (breadth(at + PIECE / 2) * PIECE) / Math.PI;
  }
  return points;
}

/** Position of the point that is `ahead` [m] in front of a point of the spiral, along the tangent, and `aside` [m] to the outside. */
export function beyond({ turns, radius }: SpiralPoint, ahead: number, aside = 0): readonly [number, number] {
  const [c, s] = cosineAndSine(turns);
  return [(radius + aside) * c - ahead * s, -(radius + aside) * s - ahead * c];
}

/**
 * Returns the motions of the middle and of the head, for drivers, and the time at which they end [s]. At the start, the head lies where the
 * tangent at the wound part's end leads.
 */
export function coilMotions(coil: Coil): { readonly middle: Motion; readonly head: Motion; readonly end: number } {
  const places = windingPlaces(coil);
  const last = places[places.length - 1];
  const winding = places.length;
  for (let k = 1; k <= RISE_KEYS; k++) places.push(risen(coil, last, k / RISE_KEYS));
  const [origin] = places;
  const poses = places.map(({ turns, x, y, z }) => {
    const middle = (coil.headShare - 1) * (turns - origin.turns);
    const [c, s] = cosineAndSine(middle);
    return { middle, head: turns - origin.turns + middle, x: c * x + s * z, y, z: -s * x + c * z };
  });
  const times = [0];
  for (let k = 1; k < poses.length; k++) {
    const [a, b] = [poses[k - 1], poses[k]];
    const way = Math.sqrt((b.x - a.x) ** 2 + (b.z - a.z) ** 2);
    times.push(times[k - 1] + (k < winding ? way / coil.speed : coil.rise / RISE_KEYS));
  }
  // At the start, the speed grows evenly.
  const { start } = coil;
  const eased = times.map((t) => (t < start / 2 ? Math.sqrt(2 * t * start) : t + start / 2));
  const shifts = poses.map(({ x, y, z }) => [x - origin.x, y - origin.y, z - origin.z] as const);
  return {
    middle: { times: eased, turns: poses.map(({ middle }) => middle) },
    head: { times: eased, turns: poses.map(({ head }) => head), centre: [origin.x, origin.y, origin.z], shifts },
    end: eased[eased.length - 1],
  };
}

/** Places of the head while the body is wound up. */
function windingPlaces({ spiral, length, wound: [begin, end], pull }: Coil): Place[] {
  const places: Place[] = [];
  const points = spiralPoints(spiral, end).map((point, i) => ({ ...point, wound: i * PIECE }));
  for (const point of points.filter(({ wound }) => wound >= begin)) {
    if (point.turns < (places.at(-1)?.turns ?? -1) + KEY_TURNS) continue;
    const share = (point.wound - begin) / (end - begin);
    const [x, z] = beyond(point, length - point.wound + pull[0] + share * (pull[1] - pull[0]));
    places.push({ turns: point.turns, x, y: 0, z });
  }
  return places;
}

/** Place of the head when a share of its rise is over. */
function risen({ rest }: Coil, from: Place, share: number): Place {
  const t = smooth((share - STAYS) / (1 - STAYS));
  const distance = Math.sqrt(from.x * from.x + from.z * from.z);
  const [c, s] = cosineAndSine(t * rest.turns);
  const scale = (distance + t * (rest.distance - distance)) / distance;
  return {
    turns: from.turns + t * (rest.turns + rest.inwards),
    x: scale * (c * from.x + s * from.z),
    y: smooth(share / RISEN) * rest.height,
    z: scale * (-s * from.x + c * from.z),
  };
}
