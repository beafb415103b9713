import type { Attachment } from '../simulation/backend.ts';
import { ATTACHMENT, MAX_ATTACHMENTS } from '../simulation/state.ts';

/** The state's array `attachments` at the start of a step. */
export function attachmentWords(attachments: readonly Attachment[]): { count: number; words: Uint32Array } {
  const count = attachments.length;
  const f32 = new Float32Array(ATTACHMENT.stride * MAX_ATTACHMENTS);
  const words = new Uint32Array(f32.buffer);
  for (let a = 0; a < count; a++) {
    f32.set(attachments[a].target, ATTACHMENT.stride * a);
    words[ATTACHMENT.stride * a + ATTACHMENT.vertex] = attachments[a].vertex;
  }
  return { count, words };
}
