import type { Stage } from '../../program/stage.ts';
import { ATTACHMENT, COUNTERS } from '../../state.ts';

/**
 * Pulls dragged vertices towards their targets: XPBD with the linear vector constraint C = x - target and the parameter
 * dragCompliance. One worker solves all attachments in turn, since two of them may pull the same vertex.
 * Source: Macklin, Mueller, Chentanez 2016, equation 18.
 */
export const attachments: Stage = {
  count: ({ state }) => (state.counters[COUNTERS.attachments] > 0 ? 1 : 0),
  run({ state, parameters }) {
    const { positions, inverseMasses, counters } = state;
    const { f32, u32 } = state.attachments;
    const compliance = parameters.dragCompliance / (parameters.timeStep * parameters.timeStep);
    for (let a = 0; a < counters[COUNTERS.attachments]; a++) {
      const at = ATTACHMENT.stride * a;
      const vertex = u32[at + ATTACHMENT.vertex];
      const w = inverseMasses[vertex];
      if (w === 0) continue;
      for (let k = 0; k < 3; k++) {
        const lambda = f32[at + ATTACHMENT.lambda + k];
        const error = positions[3 * vertex + k] - f32[at + ATTACHMENT.goal + k];
        const step = (-error - compliance * lambda) / (w + compliance);
        f32[at + ATTACHMENT.lambda + k] = lambda + step;
        positions[3 * vertex + k] += w * step;
      }
    }
  },
};
