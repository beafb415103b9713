import { BrokenStateError, createWorld } from '../../index.ts';
import { ResumableSimulator } from '../../simulation/resumable-simulator.ts';
import { ExportedScene } from '../../record/export/exported-scene.ts';
import { sampleFrame } from '../../record/export/frame-sample.ts';
import { LongFrames } from '../../record/long-frame.ts';
import { meanReadback } from '../../record/readback-in-words.ts';
import type { Recording } from '../../record/recording.ts';
import { InterpenetratingVertices } from '../../record/untangled.ts';
import type { RunOptions } from '../../scenes/check.ts';
import type { Scene, SceneBuild } from '../../scenes/scene.ts';
import type { Readback } from '../../simulation/backend.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { Switch } from '../../simulation/script/script.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import type { World } from '../../simulation/world/world.ts';
import { type RunStart, writeState } from '../../engine/state-file.ts';
import { openNodeBackend } from '../backends.ts';
import type { SequenceExport } from '../exports/sequence-export.ts';
import { type Resumption, resumeRun } from './saved-state.ts';
import type { RowSink } from './growing-recording.ts';
import { tell } from '../../node/print.ts';
import { ProgressBar } from '../../node/progress-bar.ts';

/** Settings with which a scene is built and its backend opened, for a run, a check or a replay. */
export interface SetUp {
  readonly scene: Scene;
  readonly size: number;
  readonly backend: 'cpu' | 'gpu';
  readonly workers: number;
  readonly parameters: SimulationParameters;
}

/** The runtime's name and version, for the record. */
export const HOST = `Node ${process.version}`;

/** A scene at its start on a backend. The caller disposes of the backend. */
export interface OpenedScene {
  readonly build: SceneBuild;
  readonly world: World;
  readonly simulator: ResumableSimulator;
  /** Start of the run. */
  readonly start: RunStart;
}

/**
 * Builds a scene and opens its backend.
 * @param setUp its `switches` (changes of parameters at given times), if any, replace the switches of the scene's script
 * @throws NoBackendError
 */
export async function openSimulation(
  setUp: SetUp &
    Pick<RunOptions, 'switches'> & {
      /** Changes the switches of the scene's script. */
      readonly changeSwitches?: (switches: readonly Switch[]) => readonly Switch[];
    },
): Promise<OpenedScene> {
  const { scene, size, parameters, workers, changeSwitches } = setUp;
  const build = scene.build(size);
  const switches = setUp.switches ?? changeSwitches?.(build.script?.switches ?? []);
  const script = switches ? { ...build.script, switches } : build.script;
  const { world, positions } = createWorld(build.placements, build.colliders, parameters, script, build.air);
  const backend = await openNodeBackend(setUp.backend, world, positions, parameters, workers);
  const start = { scene: scene.name, size, parameters, world, positions };
  return { build, world, simulator: new ResumableSimulator(backend, parameters), start };
}

/** Settings of `runScene`: the set-up, the number of frames, and receivers of the frames. */
export interface SceneRun extends SetUp, Pick<RunOptions, 'switches' | 'observe' | 'eachStep'> {
  readonly frames: number;
  /** Whether to count edges that pierce faces, and penetrating vertices, exactly at each frame's end; true by default. */
  readonly overlaps?: boolean;
  /** As in FrameOptions. */
  readonly trustsFreedom?: boolean;
  /** Called once the scene is laid out, before its first frame. */
  readonly opened?: (world: World) => void;
  readonly resume?: Resumption;
  /** Receives the state at the end, as a file's bytes, unless the simulation broke. */
  readonly save?: (state: Uint8Array) => void;
  /** Whether the run has to end after the present frame. */
  readonly isAskedToStop?: () => boolean;
  /** Opens a sink that receives each frame. @param recording returns the recording so far */
  readonly record?: (recording: () => Recording) => RowSink | undefined;
  /** Checks the files that `export` will write, before anything is opened. @throws UsageError */
  readonly checkExport?: (scene: ExportedScene) => void;
  /** Opens files that receive the state at the start and at each frame's end. */
  readonly export?: (scene: ExportedScene) => SequenceExport;
}

/** Result of `runScene`. */
export interface DoneRun {
  readonly build: SceneBuild;
  readonly world: World;
  /** Has all frames that were completed; the frame in which the simulation broke is not one of them. */
  readonly recording: Recording;
  /** The error that ended the run, if the simulation broke. */
  readonly broke: BrokenStateError | undefined;
  /** Data that the GPU has sent back for a frame's steps and measuring, mean over the frames; undefined without a GPU. */
  readonly readback: Readback | undefined;
}

/** Settings and state of a run that a recording tells. */
export interface RecordingOrigin extends Pick<SetUp, 'scene' | 'size' | 'workers'> {
  readonly world: World;
  readonly simulator: ResumableSimulator;
}

/** Makes a recording of frames. Its parameters are the simulator's present ones. */
export function recordingOf(origin: RecordingOrigin, frames: readonly FrameRow[]): Recording {
  const { scene, size, workers, world, simulator } = origin;
  const { backend } = simulator;
  return {
    scene: scene.name,
    size,
    bodies: world.bodies.length,
    vertices: world.vertexCount,
    tetrahedra: world.tetCount,
    parameters: simulator.parameters,
    backend: backend.kind,
    adapter: backend.adapter,
    workers,
    host: HOST,
    version: __UNTANGLE_VERSION__,
    inputs: simulator.inputs,
    frames,
  };
}

/** Runs a scene and records every frame. */
export async function runScene(run: SceneRun): Promise<DoneRun> {
  const { scene, size, workers, switches } = run;
  const { build, world, simulator, start } = await openSimulation(run);
  run.opened?.(world);
  const { backend } = simulator;
  const startParameters = { ...simulator.parameters };
  const frames: FrameRow[] = [];
  const readbacks: Readback[] = [];
  let broke: BrokenStateError | undefined;
  const recording = (): Recording => ({
    ...recordingOf({ scene, size, workers, world, simulator }, frames),
    parameters: startParameters,
    ...(switches && { switches }),
    ...(broke && { broke: { step: broke.step, part: broke.part, body: broke.body } }),
  });
  try {
    if (run.resume) await resumeRun(simulator, run.resume, start);
    const exportedScene = new ExportedScene(world, build.placements);
    run.checkExport?.(exportedScene);
    const sink = run.record?.(recording);
    let exported: SequenceExport | undefined;
    try {
      exported = run.export?.(exportedScene);
      broke = await runFrames(simulator, run, { rows: frames, readbacks }, sink, exported);
    } finally {
      try {
        sink?.close();
      } finally {
        exported?.close();
      }
    }
    if (run.save && !broke) run.save(await writeState(simulator, start));
  } finally {
    await backend.dispose();
  }
  return { build, world, recording: recording(), broke, readback: meanReadback(readbacks) };
}

/**
 * Runs the frames.
 * @param done receives one row per frame and, on the GPU, what came back from it
 * @param exported receives the states
 * @returns the error if the simulation broke
 */
async function runFrames(
  simulator: ResumableSimulator,
  run: SceneRun,
  { rows, readbacks }: { readonly rows: FrameRow[]; readonly readbacks: Readback[] },
  sink: RowSink | undefined,
  exported: SequenceExport | undefined,
): Promise<BrokenStateError | undefined> {
  const { backend } = simulator;
  const { world } = backend;
  const penetratingVertices = new InterpenetratingVertices(world);
  const bar = new ProgressBar(process.stderr, run.frames);
  const tellBesideBar = (text: string) => {
    bar.clear();
    tell(text);
  };
  const long = new LongFrames({ begin: tellBesideBar, end: (text) => text && tellBesideBar(text) });
  const { eachStep, overlaps = true, trustsFreedom = false } = run;
  const hook = eachStep && {
    eachStep: async () => eachStep((await backend.read('positions')) as Float32Array, simulator.steps),
  };
  const addState = async (frame: number) => exported?.add(await sampleFrame(simulator, frame, exported.withFields));
  try {
    await addState(0);
    for (let i = 0; i < run.frames; i++) {
      const simulate = () => simulator.frame({ hash: true, piercing: overlaps, trustsFreedom, ...hook });
      const measuredRow = await long.watch(simulator, i, simulate);
      const positions = (await backend.read('positions')) as Float32Array;
      const count = () => (trustsFreedom && simulator.isFree ? 0 : penetratingVertices.count(positions));
      const row = overlaps ? { ...measuredRow, interpenetrating: count() } : measuredRow;
      rows.push(row);
      if (simulator.readback) readbacks.push(simulator.readback);
      sink?.add(row);
      await addState(i + 1);
      bar.show(i + 1);
      if (run.isAskedToStop?.()) break;
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
