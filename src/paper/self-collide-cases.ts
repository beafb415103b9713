import { runScene } from '../cli/recordings/run-scene.ts';
import { buildSurfaceTopology } from '../mesh/surface-mesh.ts';
import type { Topology } from '../mesh/topology.ts';
import type { Scene } from '../scenes/scene.ts';
import { SCENES } from '../scenes/scenes.ts';
import { SURFACE_ANIMATIONS } from '../scenes/self-collision/animations.ts';
import type { SurfaceAnimation } from '../scenes/self-collision/surface-animation.ts';
import { startParameters } from '../scenes/start-parameters.ts';

/** A surface whose self-collisions are counted, and how it moves. */
export interface MovingSurface {
  readonly topology: Topology;
  /** Rest positions [m], 3 per vertex. */
  readonly rest: Float32Array;
  /** Positions in each keyframe [m]. In between, vertices move straight. */
  readonly keyframes: readonly Float32Array[];
}

/** One or more surfaces of which each is compared with itself alone. */
export interface SelfCollisionCase {
  readonly name: string;
  readonly title: string;
  readonly surfaces: readonly MovingSurface[];
}

export const CASE_SIZES = ['small', 'paper'] as const;
export type CaseSize = (typeof CASE_SIZES)[number];

/** Cases that are measured unless others are named: all animations, and those simulated scenes of the paper's that there are. */
const PAPER_SCENES = ['t-shirt', 'funnel', 'skirt'];
export const CASE_NAMES: readonly string[] = [...SURFACE_ANIMATIONS, ...SCENES].map(({ name }) => name);
export const DEFAULT_CASES: readonly string[] = CASE_NAMES.filter(
  (name) => PAPER_SCENES.includes(name) || SURFACE_ANIMATIONS.some((animation) => animation.name === name),
);

/**
 * Makes a case: an animation, or a scene that is run here, on the CPU, and whose frames are the keyframes. The surfaces of a scene are
 * its cloths or, if it has none, the boundaries of its volumes. Forms and walls that a script holds aren't measured, nor one cloth against
 * another one.
 * @param name one of CASE_NAMES    @param workers that run a scene
 * @throws Error if the scene broke
 */
export async function makeCase(name: string, size: CaseSize, workers: number): Promise<SelfCollisionCase> {
  const animation = SURFACE_ANIMATIONS.find((one) => one.name === name);
  if (animation) return fromAnimation(animation, size);
  return fromScene(SCENES.find((one) => one.name === name) as Scene, size, workers);
}

function fromAnimation(
  { name, title, triangles, frames, mesh, positions }: SurfaceAnimation,
  size: CaseSize,
): SelfCollisionCase {
  const rest = mesh(triangles[size]);
  const topology = buildSurfaceTopology(rest.triangles, rest.positions.length / 3);
  const keyframes = Array.from({ length: frames }, (_, frame) => positions(triangles[size], frame));
  return { name, title, surfaces: [{ topology, rest: rest.positions, keyframes }] };
}

async function fromScene(scene: Scene, sizeName: CaseSize, workers: number): Promise<SelfCollisionCase> {
  const size = scene.size[sizeName];
  const frames: Float32Array[] = [];
  const { world, broke } = await runScene({
    scene,
    size,
    backend: 'cpu',
    workers,
    parameters: startParameters(scene, size),
    frames: scene.frames,
    overlaps: false,
    observe: ({ positions }) => {
      frames.push(positions.slice());
    },
  });
  if (broke) throw new Error(`scene ${scene.name} broke in step ${broke.step}; expected ${scene.frames} whole frames`);
  const topologyOf = (model: number) => world.models[model].topology;
  const cloths = world.bodies.filter(({ kind }) => kind === 'cloth');
  const surfaces = (cloths.length > 0 ? cloths : world.bodies).map(({ model, vertexBase }) => {
    const topology = topologyOf(model);
    const [begin, end] = [3 * vertexBase, 3 * (vertexBase + topology.vertexCount)];
    const rest = world.models[model].mesh.positions;
    return { topology, rest, keyframes: frames.map((positions) => positions.slice(begin, end)) };
  });
  return { name: scene.name, title: scene.title, surfaces };
}
