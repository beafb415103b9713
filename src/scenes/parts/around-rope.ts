import { seededRandom } from '../../math/random.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { Model } from '../../simulation/world/model.ts';
import { createRope } from '../../simulation/world/create-rope.ts';
import type { Placement } from '../../simulation/world/world.ts';
import type { SceneBuild } from './scene-build.ts';
import { inFrame, STILL } from './frame.ts';

/** Time when everything is pressed flat, when it is let go, and when motion is damped no more than at first [s]. */
export const FLATTEN_TIME = 4;
const RELEASE_TIME = 4.5;
const RECOVERED_TIME = 6.5;
/** Damping of velocities, while bodies get their shapes back and else [1/s]. */
const RECOVERY_DAMPING = 100;
const VELOCITY_DAMPING = 0.5;
/** Time of a frame and a step [s]: the usual one of games, as in the paper. */
const TIME_STEP = 1 / 60;
export const FRAMES = 540;
/** Moments of the pictures: four before all is flat, the flat one, and three of the return. */
export const MOMENTS = [0, 0.15, 0.3, 0.44, 0.47, 0.55, 0.7, 1] as const;

/** Distance that contacts keep between bodies [m]. */
const CONTACT_OFFSET = 0.002;

/** Distance of the rope's ends from the frame [m]: too narrow for a body. */
const ROPE_GAP = 0.03;
/** Free height above and below the rope [m]. */
const CLEARANCE = 0.2;
/** Greatest shift of a body along x and y at the start [m]. */
const SHIFT = 0.005;
/** Greatest tangent of half the angle by which a body is turned at the start. */
const TURN = 0.2;

/** Parameters of scenes with bodies above and below a rope. */
export const AROUND_ROPE: Partial<SimulationParameters> = {
  mode: 'off',
  // A pass of its own after the iterations, as in the paper; air is projected once more after it. In every iteration, contacts would fold a shape that unfolds.
  contacts: 'end-of-step',
  timeStep: TIME_STEP,
  stepsPerFrame: 1,
  // As many as in the paper's Table 1. With more sweeps over air than one, fewer shapes come back from a flat state.
  iterations: 20,
  material: 'mass-spring',
  springStiffness: 4e5,
  // So stiff that no triangle of a body stays inverted.
  areaStiffness: 3e6,
  density: 50,
  materialDamping: 1e-3,
  velocityDamping: VELOCITY_DAMPING,
  staticFriction: 0.3,
  dynamicFriction: 0.2,
  contactOffset: CONTACT_OFFSET,
};

/** Bodies of the plane in rows, the first half of them below a rope, and the others above it. */
export interface AroundRope {
  readonly models: readonly Model[];
  readonly columns: number;
  /** Distance between the centres of neighbouring places for bodies [m]. */
  readonly pitch: number;
  /** Width of the frame [m]. */
  readonly width: number;
  readonly ropeVertices: number;
  /** Number of edges of a side of the frame along x, and of one along y. */
  readonly segments: readonly [number, number];
}

/**
 * Builds a scene of bodies above and below a rope in a frame, with air between them. They fall; at FLATTEN_TIME everything is pressed flat, and
 * half a second later let go. The rope's ends are held.
 */
export function aroundRope({ models, columns, pitch, width, ropeVertices, segments }: AroundRope): SceneBuild {
  const random = seededRandom(1);
  const below = Math.ceil(models.length / 2);
  const height = Math.ceil(below / columns) * pitch + CLEARANCE;
  const placements: Placement[] = models.map((model, i) => {
    const place = i < below ? i : i - below;
    const x = pitch * ((place % columns) - (columns - 1) / 2) + SHIFT * (2 * random() - 1);
    const y = pitch * (Math.floor(place / columns) + 0.5) + SHIFT * (2 * random() - 1);
    const turn = TURN * (2 * random() - 1);
    return { model, positions: turned(model.mesh.positions, turn, x, i < below ? y : y + height + CLEARANCE) };
  });
  const span = width / 2 - ROPE_GAP;
  const chain = Array.from({ length: ropeVertices }, (_, i) => [span * ((2 * i) / (ropeVertices - 1) - 1), height]);
  const rope = createRope('rope', chain.flat(), { thickness: 0.1 });
  placements.push({ model: rope, positions: rope.mesh.positions });
  const framed = inFrame({ placements, frame: [-width / 2, 0, width / 2, 2 * height + 2 * CLEARANCE], segments });
  const ends = Uint32Array.of(0, ropeVertices - 1);
  return {
    placements: framed.placements,
    air: framed.air,
    colliders: [],
    script: {
      drivers: [
        { ...framed.frame, motion: STILL, bare: true },
        { body: models.length, vertices: ends, motion: STILL, bare: true },
      ],
      switches: [
        // Contacts push apart what is near. Where everything is near everything, they only disturb the air.
        { time: FLATTEN_TIME, parameters: { flatten: true, contactOffset: 0 } },
        { time: RELEASE_TIME, parameters: { flatten: false, velocityDamping: RECOVERY_DAMPING } },
        { time: RECOVERED_TIME, parameters: { velocityDamping: VELOCITY_DAMPING, contactOffset: CONTACT_OFFSET } },
      ],
    },
    notes: [],
  };
}

/** Turns a planar body about the origin by an angle whose half has the tangent `t`, and moves it by (x, y). */
function turned(positions: Float32Array, t: number, x: number, y: number): Float32Array {
  const [cos, sin] = [(1 - t * t) / (1 + t * t), (2 * t) / (1 + t * t)];
  const placed = positions.slice();
  for (let i = 0; i < placed.length; i += 3) {
    placed[i] = cos * positions[i] - sin * positions[i + 1] + x;
    placed[i + 1] = sin * positions[i] + cos * positions[i + 1] + y;
  }
  return placed;
}
