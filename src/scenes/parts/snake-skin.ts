import type { Skin } from '../../simulation/world/world.ts';
import { smooth } from '../models/snake-shape.ts';

/** Places of the vertices of a snake. */
export interface SkinSites {
  /**
   * 3 numbers per vertex: place along the body (0 at the tail's tip, 1 at the snout), and direction from the centre line: cosines to up and to
   * the side.
   */
  readonly sites: Float32Array;
  /** Per vertex, 1 in the gullet; by default there is none. */
  readonly gullet?: Uint8Array;
}

/** Colours: back, saddles across it, belly, inside of the mouth, eyes. */
const BACK = 0x86a33a;
const SADDLES = 0x2f3d14;
const BELLY = 0xd8d092;
const GULLET = 0xe08a8a;
const EYES = 0x0c0d0a;

/** Number of saddles from the tail's tip to the neck, where they end, and their share of the length. */
const SADDLE_COUNT = 17;
const NECK = 0.9;
const SADDLE_SHARE = 0.55;
/** Cosine to up from which saddles begin to show, and to down from which the belly does. */
const SADDLE_EDGE = -0.2;
const BELLY_EDGE = 0.35;
/** Direction of an eye, as a cosine to up. */
const EYE_UP = 0.45;

/** Paints a snake: dark saddles on a green back, a pale belly, a pink mouth, two eyes. @param eyes their place along the body */
export function snakeSkin({ sites, gullet }: SkinSites, eyes: number): Skin {
  const count = sites.length / 3;
  const shares = (share: (place: number, up: number, v: number) => number) =>
    Float32Array.from({ length: count }, (_, v) => share(sites[3 * v], sites[3 * v + 1], v));
  return {
    colour: BACK,
    marks: [
      { colour: SADDLES, shares: shares((place, up) => saddle(place) * smooth((up - SADDLE_EDGE) / 0.5)) },
      { colour: BELLY, shares: shares((_, up) => smooth((-up - BELLY_EDGE) / 0.4)) },
      ...(gullet ? [{ colour: GULLET, shares: Float32Array.from(gullet) }] : []),
      { colour: EYES, shares: eyeShares(sites, gullet, eyes) },
    ],
  };
}

/** Returns how dark the middle of the back is at a place. */
function saddle(place: number): number {
  if (place >= NECK) return 0;
  const phase = (place / NECK) * SADDLE_COUNT;
  const fromMiddle = 2 * Math.abs(phase - Math.floor(phase) - 0.5);
  return smooth((SADDLE_SHARE - fromMiddle) / 0.3 + 0.5);
}

/** Marks the surface vertex nearest to each eye. */
function eyeShares(sites: Float32Array, gullet: Uint8Array | undefined, eyes: number): Float32Array {
  const shares = new Float32Array(sites.length / 3);
  const aside = Math.sqrt(1 - EYE_UP * EYE_UP);
  for (const side of [-aside, aside]) {
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let v = 0; v < shares.length; v++) {
      if (gullet?.[v]) continue;
      const [place, up, across] = sites.subarray(3 * v, 3 * v + 3);
      // A vertex of the same cross-section is nearer than any of another one.
      const distance = 100 * Math.abs(place - eyes) + (up - EYE_UP) ** 2 + (across - side) ** 2;
      if (distance >= least) continue;
      least = distance;
      nearest = v;
    }
    shares[nearest] = 1;
  }
  return shares;
}

/** Paints an apple: red, with the brown of stalk and blossom in its dimples. @param positions at rest, about its centre [m]  @param radius [m] */
export function appleSkin(positions: Float32Array, radius: number): Skin {
  const shares = Float32Array.from({ length: positions.length / 3 }, (_, v) => {
    const [x, , z] = positions.subarray(3 * v, 3 * v + 3);
    return smooth(1 - (x * x + z * z) / (STALK * radius) ** 2);
  });
  return { colour: APPLE, marks: [{ colour: STALK_COLOUR, shares }] };
}

const APPLE = 0xc8182a;
const STALK_COLOUR = 0x5a3a1c;
/** Radius of the brown in a dimple [radii of the apple]. */
const STALK = 0.38;
