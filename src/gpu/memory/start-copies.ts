import { keptArrays, type StateArray } from '../../simulation/state.ts';
import { ORDERS } from '../../simulation/tree-rebuild.ts';
import type { GpuSession } from '../gpu-session.ts';
import type { Range } from './buffers.ts';

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

  /** Makes the buffers for the copies. @returns false if the device lacks memory for them */
  async prepare(): Promise<boolean> {
    const missing = this.arrays().filter(({ name, range }) => this.buffers.get(name)?.size !== range.size);
    if (missing.length === 0) return true;
    this.device.pushErrorScope('out-of-memory');
    const usage = GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    for (const { name, range } of missing) {
      this.buffers.get(name)?.destroy();
      this.buffers.set(name, this.device.createBuffer({ label: `start of ${name}`, size: range.size, usage }));
    }
    // If the device is lost, the next program says so.
    if (!(await this.device.popErrorScope().catch(() => null))) return true;
    this.destroy();
    return false;
  }

  /** Records copies of the arrays, or from these copies back to the arrays. */
  record(isBack: boolean): void {
    for (const { name, range } of this.arrays()) {
      const copy = { buffer: this.buffers.get(name) as GPUBuffer, offset: 0, size: range.size };
      if (isBack) this.session.commands.copy(copy, range);
      else this.session.commands.copy(range, copy);
    }
  }

  /** The arrays that have a buffer, and where it is. */
  private arrays(): { readonly name: StateArray; readonly range: Range }[] {
    const { buffers } = this.session;
    const { world } = buffers;
    return [...keptArrays(world), ...(world.rebuildsOnDevice ? ORDERS : [])].flatMap((name) => {
      const range = buffers.locate(name);
      return range && range.size > 0 ? [{ name, range }] : [];
    });
  }

  destroy(): void {
    for (const buffer of this.buffers.values()) buffer.destroy();
    this.buffers.clear();
  }
}
