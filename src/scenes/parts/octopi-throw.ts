import { createModel } from '../../simulation/world/create-model.ts';
import { octopus } from '../models/octopus.ts';
import { Heap } from './heap.ts';
import { place } from './place.ts';
import type { SceneBuild } from './scene-build.ts';

/** Arm span of an octopus [m], as of a young giant Pacific octopus. The model's span is 1 m. */
export const SPAN = 2;
/** Inner half width of the box [spans]. Two octopi barely fit side by side across its diagonal, so that eight have to pile up. */
const HALF_WIDTH = 0.85;
/** Height of the lowest octopus' lowest point at the start [spans]. */
const DROP_HEIGHT = 0.2;
/** Distance of each octopus from the octopi below it and from the walls at the start [spans]. */
const GAP = 0.02;

/** Greatest change of each component of an octopus' orientation (a quaternion) in another throw. */
const TURN = 0.8;
/** Greatest shift of an octopus from its corner towards the middle, along x and along z, in another throw [half widths of the box]. */
const SHIFT = 0.75;

type Quaternion = readonly [number, number, number, number];

/**
 * Orientations (quaternions x, y, z, w) of the octopi, which are stacked in pairs: some are upright, some tilted, some upside down.
 * The octopi of a pair lie in opposite corners of the box. Successive pairs alternate between the box' two diagonals.
 */
const PAIRS: readonly (readonly [Quaternion, Quaternion])[] = [
  [
    [0, 0.2, 0, 1],
    [0.15, 0.6, 0.1, 1],
  ],
  [
    [-0.2, 1.1, 0.1, 1],
    [0.3, -0.5, -0.2, 1],
  ],
  [
    [1, 0.1, 0.3, 0.2],
    [-0.1, -1.4, 0.25, 1],
  ],
  [
    [0.25, 2.2, -0.1, 1],
    [-0.3, 0.9, 0.3, 1],
  ],
];

/** A throw of octopi into a box. */
export interface OctopiThrow {
  /** Number of pairs, at most PAIRS.length. */
  readonly pairs: number;
  /** Tetrahedra per octopus. */
  readonly size: number;
  /** Changes orientations and corners, if given. */
  readonly random?: (() => number) | undefined;
  readonly progress?: ((fraction: number) => void) | undefined;
}

/** Makes the content of a scene in which octopi fall into a glass box in pairs. */
export function buildThrow({ pairs, size, random, progress }: OctopiThrow): SceneBuild {
  const { mesh, armBaseRadius, thickened } = octopus({ tetrahedra: size, ...(progress ? { progress } : {}) });
  const scaled = { tets: mesh.tets, positions: mesh.positions.map((x) => SPAN * x) };
  const model = createModel('octopus', scaled, SPAN * armBaseRadius);
  const halfWidth = SPAN * HALF_WIDTH;
  return {
    placements: stack(scaled.positions, model.topology.faces, pairs, random).map((positions) => ({ model, positions })),
    colliders: [
      { normal: [0, 1, 0], offset: 0 },
      { normal: [1, 0, 0], offset: -halfWidth },
      { normal: [-1, 0, 0], offset: -halfWidth },
      { normal: [0, 0, 1], offset: -halfWidth },
      { normal: [0, 0, -1], offset: -halfWidth },
    ],
    box: { halfWidth, halfDepth: halfWidth, height: 0.8 * SPAN },
    notes: thickened
      ? [
          'with so few tetrahedra, the arms are made thicker so that they have inner vertices; at a larger size they are slim',
        ]
      : [],
  };
}

/**
 * Returns the starting positions of all octopi, which touch nowhere: pair above pair, each octopus in a corner of the box.
 * @param rest positions of the rest shape, 3 per vertex [m]
 * @param faces boundary faces, 3 vertex ids per face
 * @param pairs number of pairs    @param random changes orientations and corners, if given
 */
function stack(rest: Float32Array, faces: Uint32Array, pairs: number, random?: () => number): Float32Array[] {
  const turned = (component: number) => (random ? component + TURN * (2 * random() - 1) : component);
  const shifted = (corner: number) => (random ? corner * (1 - SHIFT * random()) : corner);
  let top = SPAN * (DROP_HEIGHT - GAP);
  return PAIRS.slice(0, pairs).flatMap((pair, level) => {
    const heap = new Heap(SPAN * HALF_WIDTH, top);
    const placedPair = pair.map(([i, j, k, real], side) => {
      const positions = place(rest, [turned(i), turned(j), turned(k), turned(real)], [0, 0, 0]);
      const x = side === 0 ? SPAN * HALF_WIDTH : -SPAN * HALF_WIDTH;
      const z = level % 2 === 0 ? x : -x;
      heap.put(positions, faces, [[shifted(x), shifted(z)]], SPAN * GAP);
      return positions;
    });
    top = heap.top;
    return placedPair;
  });
}
