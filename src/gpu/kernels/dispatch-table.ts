import { WORKGROUP_SIZE } from './constants.ts';
import type { Dispatch } from '../../simulation/program/pass.ts';
import { recordLayout } from '../../simulation/tables/records.ts';
import { packRecord } from '../memory/topology-records.ts';
import { DISPATCH_ARGUMENTS } from './uniforms.ts';

/**
 * Returns the numbers of workgroups in x and y for a number of elements. If one row can't hold all workgroups, there are several rows
 * (y); element() in shaders/shared/dispatch.wgsl computes a thread's element.
 * @param maxRowLength the device's maximum number of workgroups in x
 */
export function workgroups(count: number, maxRowLength: number): [number, number] {
  const groups = Math.ceil(count / WORKGROUP_SIZE);
  const rows = Math.max(1, Math.ceil(groups / maxRowLength));
  return [Math.ceil(groups / rows), rows];
}

/** Arguments of one dispatch: the fields of DISPATCH_ARGUMENTS, but `model` is the model's index in the world. Omitted fields are 0. */
export type DispatchArguments = Omit<Dispatch, 'kernel' | 'indirect'>;

/** Maximum number of different arguments in the table. */
const MAX_ARGUMENT_SETS = 4096;

/** Size of one dispatch's arguments [bytes]. */
const ARGUMENTS_SIZE = 4 * recordLayout(DISPATCH_ARGUMENTS).stride;

/**
 * One uniform buffer with the arguments of all dispatches. A dispatch selects its arguments by a dynamic offset. Steps repeat the same
 * dispatches, so the table contains equal arguments only once.
 */
export class DispatchTable {
  readonly binding: GPUBufferBinding;
  private readonly buffer: GPUBuffer;
  private readonly stride: number;
  private readonly offsets = new Map<string, number>();

  /** @param models per model of the world: the word at which the model's record starts in the packed topology */
  constructor(
    private readonly device: GPUDevice,
    private readonly models: readonly number[] = [],
  ) {
    this.stride = Math.max(device.limits.minUniformBufferOffsetAlignment, ARGUMENTS_SIZE);
    this.buffer = device.createBuffer({
      label: 'dispatch_arguments',
      size: MAX_ARGUMENT_SETS * this.stride,
      usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
    });
    this.binding = { buffer: this.buffer, size: ARGUMENTS_SIZE };
  }

  /** Returns the dynamic offset of a dispatch's arguments, and adds them to the table if they are new. */
  offset(dispatchArguments: DispatchArguments): number {
    const { count, argument = 0, colour = 0, colourCount = 0 } = dispatchArguments;
    const model = dispatchArguments.model === undefined ? 0 : this.models[dispatchArguments.model];
    const { batchBegin = 0, batchSize = 0, firstBody = 0, bodyCount = 0 } = dispatchArguments;
    const values = { count, argument, colour, colourCount, model, batchBegin, batchSize, firstBody, bodyCount };
    const key = Object.values(values).join();
    const known = this.offsets.get(key);
    if (known !== undefined) return known;
    if (this.offsets.size === MAX_ARGUMENT_SETS)
      throw new Error(`More than ${MAX_ARGUMENT_SETS} different dispatches in one submission`);
    const offset = this.offsets.size * this.stride;
    this.device.queue.writeBuffer(this.buffer, offset, packRecord(DISPATCH_ARGUMENTS, values));
    this.offsets.set(key, offset);
    return offset;
  }

  /** Empties the table if it is over half full. Call this only when all recorded dispatches have been submitted. */
  recycle(): void {
    if (this.offsets.size > MAX_ARGUMENT_SETS / 2) this.offsets.clear();
  }

  destroy(): void {
    this.buffer.destroy();
  }
}
