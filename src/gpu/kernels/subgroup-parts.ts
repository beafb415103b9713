import prefixSum from '../../../shaders/shared/prefix-sum-subgroups.wgsl';
import { type Assembled, assemble, type KernelText } from './wgsl.ts';

/** The parts of kernels that have another form for devices with subgroups, by name. They give the same bits. */
const PARTS: Readonly<Record<string, string>> = { prefix_sum: prefixSum };
/** A part in a kernel's code. */
const PART = /^#part (\w+);$.*?^#end;$/gms;

/**
 * Does what assemble does, with the forms of the kernel's parts for subgroups.
 * @throws Error if the device has no subgroups, or like assemble
 */
export function assembleWithSubgroups({ features }: Pick<GPUDevice, 'features'>, source: KernelText): Assembled {
  if (!features.has('subgroups'))
    throw new Error(`${source.label}: the device has no subgroups, expected one with the feature 'subgroups'`);
  const whole = source.code.replace(PART, (_, name: string) => PARTS[name]!);
  const { code, declarations } = assemble({ ...source, code: whole });
  return { code: `enable subgroups;\n${code}`, declarations };
}
