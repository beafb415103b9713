import type { Dimension } from '../../model.ts';
import type { Program } from '../../program.ts';
import { ATTACHMENT, MAX_ATTACHMENTS } from '../../state.ts';

/** A vertex that a person pulls towards a point. */
export interface Attachment {
  readonly vertex: number;
  /** [m] */
  readonly target: readonly [number, number, number];
}

/**
 * The state's array `attachments` at the start of a step; nothing where nobody is pulled, as in most steps. In the plane a pull
 * stays in it.
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
