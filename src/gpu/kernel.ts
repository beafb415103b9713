import { BINDINGS } from './bindings.ts';
import { INDIRECT_STRIDE, WGSL_CONSTANTS, WORKGROUP_SIZE } from './constants.ts';
import { workgroups } from './workgroups.ts';
import type { DispatchTable, DispatchArguments } from './dispatch-table.ts';

export interface KernelSource {
  /** The kernel's stem; it labels what is made of it and stands in messages. */
  readonly label: string;
  /** WGSL, includes resolved. */
  readonly code: string;
  /** Default `main`. */
  readonly entry?: string;
  /** Values of override constants besides WORKGROUP_SIZE. */
  readonly constants?: Readonly<Record<string, number>>;
}

interface Declaration {
  readonly name: string;
  readonly group: number;
  readonly binding: number;
  readonly type: GPUBufferBindingType;
}

const GROUPS = 4;
const DECLARATION =
  /@group\((\d+)\)\s*@binding\((\d+)\)\s*var\s*<\s*(uniform|storage)\s*(?:,\s*(read_write|read)\s*)?>\s*(\w+)\s*:/g;

/**
 * The buffers that WGSL declares. Only declarations are parsed, by their fixed form; a parser of the whole language
 * would have to follow the language.
 * @throws Error where a name, group or binding isn't the one of BINDINGS
 */
export function reflectBindings({ label, code }: KernelSource): Declaration[] {
  const bare = code.replace(/\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
  return [...bare.matchAll(DECLARATION)].map(([, group, binding, space, access, name]) => {
    const expected = BINDINGS[name];
    if (expected === undefined) throw new Error(`${label}: no buffer is called '${name}'`);
    if (expected[0] !== Number(group) || expected[1] !== Number(binding))
      throw new Error(`${label}: '${name}' is bound at ${group}, ${binding}, expected ${expected.join(', ')}`);
    const type = space === 'uniform' ? 'uniform' : access === 'read_write' ? 'storage' : 'read-only-storage';
    return { name, group: expected[0], binding: expected[1], type };
  });
}

/** A compute pipeline with its buffers bound, ready to be recorded. */
export interface Kernel {
  readonly label: string;
  /**
   * Records one dispatch over `count` elements, at least one.
   * @param isBound whether the pass's last dispatch was of this kernel: all but its arguments stands there
   */
  encode(pass: GPUComputePassEncoder, argument: DispatchArguments, isBound?: boolean): void;
  /** The same with the number of workgroups in a slot of the buffer `indirect`; `count` bounds the elements. */
  encodeIndirect(pass: GPUComputePassEncoder, indirect: GPUBuffer, slot: number, argument: DispatchArguments): void;
}

/** What kernels are bound to. */
export interface KernelResources {
  readonly device: GPUDevice;
  /** The buffer of each name in BINDINGS, but for dispatch_arguments. */
  buffer(name: string): GPUBuffer;
  readonly dispatches: DispatchTable;
}

/** What of a kernel doesn't depend on a world's buffers. */
interface Compiled {
  readonly pipeline: GPUComputePipeline;
  readonly layouts: readonly GPUBindGroupLayout[];
  readonly declarations: readonly Declaration[];
}

/** Pipelines by source: another scene on the same device needn't compile them again. */
const compiled = new WeakMap<GPUDevice, Map<string, Promise<Compiled>>>();

function compileOnce(device: GPUDevice, source: KernelSource): Promise<Compiled> {
  const known = compiled.get(device) ?? new Map<string, Promise<Compiled>>();
  compiled.set(device, known);
  const key = JSON.stringify([source.label, source.code, source.entry, source.constants]);
  const pipeline = known.get(key) ?? compile(device, source);
  known.set(key, pipeline);
  return pipeline;
}

async function compile(device: GPUDevice, source: KernelSource): Promise<Compiled> {
  const { label, code, entry = 'main', constants = {} } = source;
  const declarations = reflectBindings(source);
  const layouts = Array.from({ length: GROUPS }, (_, group) => groupLayout(device, label, declarations, group));
  const pipeline = await device
    .createComputePipelineAsync({
      label,
      layout: device.createPipelineLayout({ label, bindGroupLayouts: layouts }),
      compute: {
        module: device.createShaderModule({ label, code: `${WGSL_CONSTANTS}\n${code}` }),
        entryPoint: entry,
        constants: { WORKGROUP_SIZE, ...constants },
      },
    })
    .catch((error: unknown) => {
      throw new Error(`Kernel ${label}: ${(error as Error).message}`, { cause: error });
    });
  return { pipeline, layouts, declarations };
}

/** @throws Error where the WGSL doesn't compile, naming the kernel */
export async function createKernel(resources: KernelResources, source: KernelSource): Promise<Kernel> {
  const { device, dispatches } = resources;
  const { label } = source;
  const { pipeline, layouts, declarations } = await compileOnce(device, source);
  const groups = layouts.map((layout, group) => bindGroup(resources, label, layout, declarations, group));
  const takesArguments = declarations.some(({ name }) => name === 'dispatch_arguments');
  const prepare = (pass: GPUComputePassEncoder, argument: DispatchArguments, isBound = false) => {
    if (!isBound) pass.setPipeline(pipeline);
    if (takesArguments) pass.setBindGroup(0, groups[0], [dispatches.offset(argument)]);
    if (isBound) return;
    for (let i = takesArguments ? 1 : 0; i < GROUPS; i++) pass.setBindGroup(i, groups[i]);
  };
  return {
    label,
    encode(pass, argument, isBound) {
      prepare(pass, argument, isBound);
      pass.dispatchWorkgroups(...workgroups(argument.count, device.limits.maxComputeWorkgroupsPerDimension));
    },
    encodeIndirect(pass, indirect, slot, argument) {
      prepare(pass, argument);
      pass.dispatchWorkgroupsIndirect(indirect, 4 * INDIRECT_STRIDE * slot);
    },
  };
}

function groupLayout(device: GPUDevice, label: string, declarations: readonly Declaration[], group: number) {
  const entries = declarations
    .filter((declaration) => declaration.group === group)
    .map(({ binding, type, name }) => ({
      binding,
      visibility: GPUShaderStage.COMPUTE,
      buffer: { type, hasDynamicOffset: name === 'dispatch_arguments' },
    }));
  return device.createBindGroupLayout({ label: `${label} ${group}`, entries });
}

function bindGroup(
  { device, buffer, dispatches }: KernelResources,
  label: string,
  layout: GPUBindGroupLayout,
  declarations: readonly Declaration[],
  group: number,
): GPUBindGroup {
  const entries = declarations
    .filter((declaration) => declaration.group === group)
    .map(({ name, binding }) => ({
      binding,
      resource: name === 'dispatch_arguments' ? dispatches.binding : { buffer: buffer(name) },
    }));
  return device.createBindGroup({ label: `${label} ${group}`, layout, entries });
}
