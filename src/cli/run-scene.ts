import type { Recording } from '../record/recording.ts';
import { ForeignVertices } from '../record/untangled.ts';
import type { RunOptions } from '../scenes/check.ts';
import type { Scene, SceneBuild } from '../scenes/scene.ts';
import { createWorld } from '../simulation/create-world.ts';
import type { SimulationParameters } from '../simulation/parameters.ts';
import { BrokenStateError, Simulator } from '../simulation/simulator.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import type { World } from '../simulation/world.ts';
import { openBackend } from './backends.ts';
import { ProgressBar } from './terminal.ts';

/** What a run is made of. */
export interface SetUp {
  readonly scene: Scene;
  readonly size: number;
  readonly backend: 'cpu' | 'gpu';
  readonly workers: number;
  readonly parameters: SimulationParameters;
}

export interface SceneRun extends SetUp, Pick<RunOptions, 'switches' | 'observe' | 'eachStep'> {
  readonly frames: number;
}

export interface DoneRun {
  readonly build: SceneBuild;
  readonly world: World;
  /** Of all frames up to the end, or to the one that broke. */
  readonly recording: Recording;
  readonly broke: BrokenStateError | undefined;
}

/** Runs a scene and records every frame. */
export async function runScene(run: SceneRun): Promise<DoneRun> {
  const { scene, size, parameters, workers } = run;
  const build = scene.build(size);
  const script = run.switches ? { ...build.script, switches: run.switches } : build.script;
  const { world, positions } = createWorld(build.placements, build.colliders, parameters.contactPoints, script);
  const backend = await openBackend(run.backend, world, positions, parameters, workers);
  const simulator = new Simulator(backend, parameters);
  const started = { ...parameters };
  const frames: FrameRow[] = [];
  const broke = await runFrames(simulator, run, frames).finally(() => backend.dispose());
  const recording: Recording = {
    scene: scene.name,
    size,
    bodies: world.bodies.length,
    vertices: world.vertexCount,
    tetrahedra: world.tetCount,
    parameters: started,
    backend: backend.kind,
    adapter: backend.adapter,
    workers,
    host: `Node ${process.version}`,
    version: __UNTANGLE_VERSION__,
    inputs: simulator.inputs,
    frames,
  };
  return { build, world, recording, broke };
}

/** @param rows get a row a frame    @returns what broke the simulation, if something did */
async function runFrames(simulator: Simulator, run: SceneRun, rows: FrameRow[]): Promise<BrokenStateError | undefined> {
  const { backend } = simulator;
  const { world } = backend;
  const foreign = new ForeignVertices(world);
  const bar = new ProgressBar(process.stderr, run.frames);
  const { eachStep } = run;
  const hook = eachStep && {
    eachStep: async () => eachStep((await backend.read('positions')) as Float32Array, simulator.steps),
  };
  try {
    for (let i = 0; i < run.frames; i++) {
      const measured = await simulator.frame({ hash: true, piercing: true, ...hook });
      const positions = (await backend.read('positions')) as Float32Array;
      const row = { ...measured, foreign: foreign.count(positions) };
      rows.push(row);
      bar.show(i + 1);
      if (!run.observe) continue;
      const depths = (await backend.read('depths')) as Float32Array;
      if (run.observe({ row, world, positions, depths }) === true) break;
    }
    return undefined;
  } catch (error) {
    if (error instanceof BrokenStateError) return error;
    throw error;
  } finally {
    bar.clear();
  }
}
