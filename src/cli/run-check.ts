import { ForeignVertices } from '../record/untangled.ts';
import type { Recording } from '../record/recording.ts';
import type { CheckRunner, Figure, RunOptions, RunResult } from '../scenes/check.ts';
import type { Scene } from '../scenes/scene.ts';
import { createWorld } from '../simulation/create-world.ts';
import { defaultParameters } from '../simulation/parameters.ts';
import { BrokenStateError, Simulator } from '../simulation/simulator.ts';
import type { FrameRow } from '../simulation/statistics.ts';
import { openBackend } from './backends.ts';
import { ProgressBar } from './terminal.ts';

export interface CheckSetUp {
  readonly scene: Scene;
  readonly size: number;
  readonly backend: 'cpu' | 'gpu';
  readonly workers: number;
  /** Called after each run of the check. */
  recorded?(label: string, recording: Recording): void;
}

/** Runs a scene's check. @returns what it measured */
export const runCheck = (setUp: CheckSetUp): Promise<readonly Figure[]> => setUp.scene.check(new Runner(setUp));

/** What a figure's bound says; undefined where it has none. NaN holds no bound. */
export function holds({ value, relation, bound }: Figure): boolean | undefined {
  if (relation === undefined || bound === undefined) return undefined;
  const verdicts = {
    '<': value < bound,
    '<=': value <= bound,
    '=': value === bound,
    '>=': value >= bound,
    '>': value > bound,
  };
  return verdicts[relation];
}

class Runner implements CheckRunner {
  readonly size: number;

  constructor(private readonly setUp: CheckSetUp) {
    this.size = setUp.size;
  }

  async run(label: string, options: RunOptions = {}): Promise<RunResult> {
    const { scene, size, backend: kind, workers } = this.setUp;
    const build = scene.build(size);
    const parameters = { ...defaultParameters(), ...scene.parameters, ...options.parameters };
    const script = options.switches ? { ...build.script, switches: options.switches } : build.script;
    const { world, positions } = createWorld(build.placements, build.colliders, parameters.contactPoints, script);
    const started = { ...parameters };
    const backend = await openBackend(kind, world, positions, parameters, workers);
    const simulator = new Simulator(backend, parameters);
    const rows: FrameRow[] = [];
    const broke = await runFrames(simulator, options.frames ?? scene.frames, options, rows).finally(() =>
      backend.dispose(),
    );
    this.setUp.recorded?.(label, {
      scene: scene.name,
      size,
      bodies: world.bodies.length,
      vertices: world.vertexCount,
      tetrahedra: world.tetCount,
      parameters: started,
      backend: kind,
      adapter: backend.adapter,
      workers,
      host: `Node ${process.version}`,
      version: __UNTANGLE_VERSION__,
      inputs: simulator.inputs,
      frames: rows,
    });
    return { build, world, rows, broke };
  }
}

/** @returns whether the simulation broke */
async function runFrames(
  simulator: Simulator,
  frames: number,
  options: RunOptions,
  rows: FrameRow[],
): Promise<boolean> {
  const { backend } = simulator;
  const { world } = backend;
  const foreign = new ForeignVertices(world);
  const bar = new ProgressBar(process.stderr, frames);
  const { eachStep } = options;
  const hook = eachStep && {
    eachStep: async () => eachStep((await backend.read('positions')) as Float32Array, simulator.steps),
  };
  try {
    for (let i = 0; i < frames; i++) {
      const measured = await simulator.frame({ hash: true, piercing: true, ...hook });
      const positions = (await backend.read('positions')) as Float32Array;
      const depths = (await backend.read('depths')) as Float32Array;
      const row = { ...measured, foreign: foreign.count(positions) };
      rows.push(row);
      bar.show(i + 1);
      if (options.observe?.({ row, world, positions, depths }) === true) break;
    }
    return false;
  } catch (error) {
    if (error instanceof BrokenStateError) return true;
    throw error;
  } finally {
    bar.clear();
  }
}
