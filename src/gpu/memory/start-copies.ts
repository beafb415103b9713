import { keptArrays, type StateArray } from '../../simulation/state.ts';
import { ORDERS } from '../../simulation/tree-rebuild.ts';
import type { GpuSession } from '../gpu-session.ts';

/**
 * Copies of the arrays that steps start from, as they were before several steps that run together. The checkpoint of a single step needs
 * no memory (STEP_START), but each step of several replaces that of the step before.
 */
export class StartCopies {
  private readonly buffers = new Map<StateArray, GPUBuffer>();

  constructor(
    private readonly device: GPUDevice,
    private readonly session: GpuSession,
  ) {}

  /** Records copies of the arrays, or from these copies back to the arrays. */
  record(isBack: boolean): void {
    const { buffers, commands } = this.session;
    const { world } = buffers;
    for (const name of [...keptArrays(world), ...(world.rebuildsOnDevice ? ORDERS : [])]) {
      const array = buffers.locate(name);
      if (!array || array.size === 0) continue;
      const copy = { buffer: this.bufferFor(name, array.size), offset: 0, size: array.size };
      if (isBack) commands.copy(copy, array);
      else commands.copy(array, copy);
    }
  }

  private bufferFor(name: StateArray, size: number): GPUBuffer {
    const known = this.buffers.get(name);
    if (known?.size === size) return known;
    known?.destroy();
    const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const buffer = this.device.createBuffer({ label: `start of ${name}`, size, usage });
    this.buffers.set(name, buffer);
    return buffer;
  }

  destroy(): void {
    for (const buffer of this.buffers.values()) buffer.destroy();
  }
}
