import { INDIRECT_STRIDE, WORKGROUP_SIZE } from './constants.ts';
import { type DispatchArguments, type DispatchTable, workgroups } from './dispatch-table.ts';
import { assemble, type Declaration, type KernelText } from './wgsl.ts';

/** Source of a kernel. The label is its file's stem; GPU objects get the same label. */
export interface KernelSource extends KernelText {
  /** Entry point; `main` by default. */
  readonly entry?: string;
  /** Values of override constants besides WORKGROUP_SIZE. */
  readonly constants?: Readonly<Record<string, number>>;
}

const DISPATCH_BUFFER = 'dispatch_arguments';

/** A compute pipeline with its buffers bound, ready to be recorded. */
export interface Kernel {
  readonly label: string;
  /**
   * Records one dispatch over `dispatchArguments.count` elements, which must be at least one.
   * @param isBound whether the pass's last dispatch used this kernel, so that only the dispatch arguments need binding
   */
  encode(pass: GPUComputePassEncoder, dispatchArguments: DispatchArguments, isBound?: boolean): void;
  /**
   * Records an indirect dispatch: the device reads the number of workgroups from a slot of the buffer `indirect`.
   * `dispatchArguments.count` is an upper bound of the number of elements.
   */
  encodeIndirect(
    pass: GPUComputePassEncoder,
    indirect: GPUBuffer,
    slot: number,
    dispatchArguments: DispatchArguments,
  ): void;
}

/** Resources that the kernels of a world use. */
export interface KernelResources {
  readonly device: GPUDevice;
  /** Returns a buffer by its name in the kernels' BindingTable; dispatch_arguments isn't one of them. */
  buffer(name: string): GPUBuffer;
  readonly dispatches: DispatchTable;
  /** Whether kernels use subgroups where they can (subgroup-parts.ts); false by default. The device must have this feature. */
  readonly subgroups?: boolean;
}

/** The part of a kernel that does not depend on a world's buffers: the pipeline and the layouts of its bind groups. */
interface CompiledKernel {
  readonly pipeline: GPUComputePipeline;
  readonly layouts: readonly GPUBindGroupLayout[];
  readonly declarations: readonly Declaration[];
}

/** Compiled kernels of each device, by source, so that another scene on the same device needn't compile them again. */
const compiledKernels = new WeakMap<GPUDevice, Map<string, Promise<CompiledKernel>>>();

function compileOnce(device: GPUDevice, source: KernelSource, subgroups: boolean): Promise<CompiledKernel> {
  const ofDevice = compiledKernels.get(device) ?? new Map<string, Promise<CompiledKernel>>();
  compiledKernels.set(device, ofDevice);
  const usesSubgroups = subgroups && source.code.includes('#part');
  const key = JSON.stringify([source.label, source.code, source.entry, source.constants, usesSubgroups]);
  const compiled = ofDevice.get(key) ?? compile(device, source, usesSubgroups);
  ofDevice.set(key, compiled);
  return compiled;
}

async function compile(device: GPUDevice, source: KernelSource, usesSubgroups: boolean): Promise<CompiledKernel> {
  const { label, entry = 'main', constants = {} } = source;
  const { code, declarations } = usesSubgroups
    ? (await import('./subgroup-parts.ts')).assembleWithSubgroups(device, source)
    : assemble(source);
  const groups = 1 + Math.max(...declarations.map(({ group }) => group));
  const layouts = Array.from({ length: groups }, (_, group) => groupLayout(device, label, declarations, group));
  const pipeline = await device
    .createComputePipelineAsync({
      label,
      layout: device.createPipelineLayout({ label, bindGroupLayouts: layouts }),
      compute: {
        module: device.createShaderModule({ label, code }),
        entryPoint: entry,
        constants: { WORKGROUP_SIZE, ...constants },
      },
    })
    .catch((error: unknown) => {
      throw new Error(`Kernel ${label}: ${(error as Error).message}`, { cause: error });
    });
  return { pipeline, layouts, declarations };
}

/** Compiles a kernel and binds its buffers. @throws Error with the kernel's name if the WGSL doesn't compile */
export async function createKernel(resources: KernelResources, source: KernelSource): Promise<Kernel> {
  const { device, dispatches, subgroups = false } = resources;
  const { label } = source;
  const { pipeline, layouts, declarations } = await compileOnce(device, source, subgroups);
  const groups = layouts.map((layout, group) => bindGroup(resources, label, layout, declarations, group));
  const takesArguments = declarations.some(({ buffer }) => buffer === DISPATCH_BUFFER);
  const prepare = (pass: GPUComputePassEncoder, dispatchArguments: DispatchArguments, isBound = false) => {
    if (!isBound) pass.setPipeline(pipeline);
    if (takesArguments) pass.setBindGroup(0, groups[0], [dispatches.offset(dispatchArguments)]);
    if (isBound) return;
    for (let i = takesArguments ? 1 : 0; i < groups.length; i++) pass.setBindGroup(i, groups[i]);
  };
  return {
    label,
    encode(pass, dispatchArguments, isBound) {
      prepare(pass, dispatchArguments, isBound);
      pass.dispatchWorkgroups(...workgroups(dispatchArguments.count, device.limits.maxComputeWorkgroupsPerDimension));
    },
    encodeIndirect(pass, indirect, slot, dispatchArguments) {
      prepare(pass, dispatchArguments);
      pass.dispatchWorkgroupsIndirect(indirect, 4 * INDIRECT_STRIDE * slot);
    },
  };
}

function groupLayout(device: GPUDevice, label: string, declarations: readonly Declaration[], group: number) {
  const entries = declarations
    .filter((declaration) => declaration.group === group)
    .map(({ binding, type, buffer }) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type, hasDynamicOffset: buffer === DISPATCH_BUFFER },
    }));
  return device.createBindGroupLayout({ label: `${label} ${group}`, entries });
}

function bindGroup(
  { device, buffer: bufferOf, dispatches }: KernelResources,
  label: string,
  layout: GPUBindGroupLayout,
  declarations: readonly Declaration[],
  group: number,
): GPUBindGroup {
  const entries = declarations
    .filter((declaration) => declaration.group === group)
    .map(({ buffer, binding }) => ({
      binding,
      resource: buffer === DISPATCH_BUFFER ? dispatches.binding : { buffer: bufferOf(buffer) },
    }));
  return device.createBindGroup({ label: `${label} ${group}`, layout, entries });
}
