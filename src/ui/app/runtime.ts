import type { DrawnBuffers } from '../../render/skin-meshes.ts';
import type { Drawing } from '../../render/drawing.ts';
import type { Backend } from '../../simulation/backend.ts';
import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { World } from '../../simulation/world/world.ts';
import type { Need, MemoryBudget } from '../sizing/memory-budget.ts';

export type BackendKind = Backend['kind'];

/** A backend, and the parts of it that drawing needs. */
export interface OpenedBackend {
  readonly backend: Backend;
  /** Number of workers that were started. If memory can't be shared, it is smaller than the requested number. */
  readonly workers: number;
  /** The simulation's device and the buffers that three.js draws from without a copy; undefined on the CPU backend. */
  readonly drawn: { readonly device: GPUDevice; readonly buffers: DrawnBuffers } | undefined;
  /** Resolves with a reason when the device is lost; undefined on the CPU backend. */
  readonly lost: Promise<string> | undefined;
  /** Ends the workers even if they hang. Promises that wait for the workers are rejected. */
  abandon(): Promise<void>;
  /** Ends the workers and releases buffers and device. */
  close(): Promise<void>;
}

/** Capabilities of this browser: backends, renderer and memory. main.ts fills it in. */
export interface Runtime {
  /** Backends that run here, best first; never empty. */
  readonly backends: readonly BackendKind[];
  /** The renderer to use if the simulation's own device doesn't draw. */
  readonly drawing: Drawing;
  /** Limitations that the person should know: no WebGPU, a software adapter, no shared memory. */
  readonly notes: readonly string[];
  /** Number of workers to start, if the link requests no other number. */
  readonly workers: number;
  /** Memory that this machine can give a scene. */
  readonly budget: MemoryBudget;
  /** Returns the memory that a world needs on a backend. */
  need(kind: BackendKind, world: World): Promise<Need>;
  /** Opens a backend for a world. @param positions at the start [m], 3 per vertex @param workers requested number of workers */
  open(
    kind: BackendKind,
    world: World,
    positions: Float32Array,
    parameters: SimulationParameters,
    workers: number,
  ): Promise<OpenedBackend>;
}
