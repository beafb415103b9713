import { WORKGROUP_SIZE } from './constants.ts';
import type { Dispatch } from '../../simulation/pass.ts';
import { recordLayout } from '../../simulation/records.ts';
import { packRecord } from '../memory/topology-records.ts';
import { DISPATCH_ARGUMENTS } from './uniforms.ts';

/** Workgroup counts (x, y) for a number of elements; more than one row if a row can't hold them all. See element() in dispatch.wgsl. */
export function workgroups(count: number, longestRow: number): [number, number] {
  const groups = Math.ceil(count / WORKGROUP_SIZE);
  const rows = Math.max(1, Math.ceil(groups / longestRow));
  return [Math.ceil(groups / rows), rows];
}

/** Arguments of one dispatch: the fields of DISPATCH_ARGUMENTS, with the model's index in place of its word; 0 if omitted. */
export type DispatchArguments = Omit<Dispatch, 'kernel' | 'indirect'>;

const CAPACITY = 4096;

/** Bytes of one dispatch's arguments. */
const SIZE = 4 * recordLayout(DISPATCH_ARGUMENTS).stride;

/**
 * One uniform buffer with the arguments of all dispatches, selected by dynamic offset. Steps repeat the same arguments, so each
 * distinct set is written once.
 */
export class DispatchTable {
  readonly binding: GPUBufferBinding;
  private readonly buffer: GPUBuffer;
  private readonly stride: number;
  private readonly offsets = new Map<string, number>();

  /** @param models word of each model's record in the packed topology */
  constructor(
    private readonly device: GPUDevice,
    private readonly models: readonly number[] = [],
  ) {
    this.stride = Math.max(device.limits.minUniformBufferOffsetAlignment, SIZE);
    this.buffer = device.createBuffer({
      label: 'dispatch_arguments',
      size: CAPACITY * this.stride,
      usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST,
    });
    this.binding = { buffer: this.buffer, size: SIZE };
  }

  /** Dynamic offset of these arguments, which are written if they are new. */
  offset(given: DispatchArguments): number {
    const { count, argument = 0, colour = 0 } = given;
    const model = given.model === undefined ? 0 : this.models[given.model];
    const { batchBegin = 0, batchSize = 0, firstBody = 0, bodyCount = 0 } = given;
    const key = `${count},${argument},${colour},${model},${batchBegin},${batchSize},${firstBody},${bodyCount}`;
    const known = this.offsets.get(key);
    if (known !== undefined) return known;
    if (this.offsets.size === CAPACITY) throw new Error(`More than ${CAPACITY} different dispatches in one submission`);
    const offset = this.offsets.size * this.stride;
    const values = { count, argument, colour, model, batchBegin, batchSize, firstBody, bodyCount };
    this.device.queue.writeBuffer(this.buffer, offset, packRecord(DISPATCH_ARGUMENTS, values));
    this.offsets.set(key, offset);
    return offset;
  }

  /** Frees the table if it is half full; call it only when no recorded dispatch awaits submission. */
  recycle(): void {
    if (this.offsets.size > CAPACITY / 2) this.offsets.clear();
  }

  destroy(): void {
    this.buffer.destroy();
  }
}
