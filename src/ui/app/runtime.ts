import type { DrawnBuffers } from '../../render/bodies.ts';
import type { Drawing } from '../../render/drawing.ts';
import type { Backend } from '../../simulation/backend.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { World } from '../../simulation/world.ts';
import type { Need, MemoryBudget } from '../sizing/memory-budget.ts';

export type BackendKind = Backend['kind'];

/** A backend, and what drawing needs of it. */
export interface OpenedBackend {
  readonly backend: Backend;
  /** That came: without shared memory fewer than were asked for. */
  readonly workers: number;
  /** The device and buffers that kernels write, where three can draw them in place. */
  readonly drawn: { readonly device: GPUDevice; readonly buffers: DrawnBuffers } | undefined;
  /** Resolves with a reason when the device is lost. */
  readonly lost: Promise<string> | undefined;
  /** Ends the workers, whatever they do: who waits for them gets an error. */
  abandon(): Promise<void>;
  /** Ends workers, gives buffers and device back. */
  close(): Promise<void>;
}

/** What main.ts wires: who runs the steps in this browser. */
export interface Runtime {
  /** Best first; never empty. */
  readonly backends: readonly BackendKind[];
  /** The renderer to use where the simulation's own device doesn't draw. */
  readonly drawing: Drawing;
  /** What the person should know: no WebGPU, a software adapter, no shared memory. */
  readonly notes: readonly string[];
  readonly workers: number;
  /** What this machine gives a scene. */
  readonly budget: MemoryBudget;
  /** What a world takes of it. */
  need(kind: BackendKind, world: World): Promise<Need>;
  open(
    kind: BackendKind,
    world: World,
    positions: Float32Array,
    parameters: SimulationParameters,
    workers: number,
  ): Promise<OpenedBackend>;
}
