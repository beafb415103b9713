import type { Dimension } from '../../world/model.ts';
import type { Program } from '../../program/program.ts';
import { ATTACHMENT, MAX_ATTACHMENTS } from '../../state.ts';
import type { Pass } from '../../program/pass.ts';
import type { Constraint } from '../../features.ts';

/** A vertex that the user drags towards a target. */
export interface Attachment {
  readonly vertex: number;
  /** [m] */
  readonly target: readonly [number, number, number];
}

/**
 * Returns the program inputs that write the state's array `attachments`; empty if no vertex is dragged. In a planar world, targets
 * are moved into the plane z = 0.
 */
export function attachmentInputs(attachments: readonly Attachment[], dimension: Dimension): Program['inputs'] {
  if (attachments.length === 0) return {};
  const f32 = new Float32Array(ATTACHMENT.stride * MAX_ATTACHMENTS);
  const words = new Uint32Array(f32.buffer);
  attachments.forEach(({ vertex, target }, a) => {
    f32.set(target.slice(0, dimension), ATTACHMENT.stride * a);
    words[ATTACHMENT.stride * a + ATTACHMENT.vertex] = vertex;
  });
  return { attachments: words };
}

const PULL: Pass = {
  name: 'attachments',
  clock: 'solve',
  reads: ['positions', 'inverseMasses', 'attachments', 'counters'],
  writes: ['positions', 'attachments'],
  stages: [{ stage: 'attachments' }],
  kernels: ({ counters: { attachments = 0 } }) => [{ kernel: 'attachments', count: Math.min(1, attachments) }],
};

/** Constraint: pulls vertices that the user drags towards their targets (attachments.ts). */
export const ATTACHMENTS: Constraint = { name: 'attachments', solve: () => [PULL] };
