import type { Placement } from '../../simulation/world.ts';
import type { Driver } from '../../simulation/script/script.ts';
import type { Motion } from '../../simulation/script/motion.ts';

/** What a block stands out by around what it holds, at the least: a share of its longest side, and of the bodies' thickness. */
const RIM = 0.12;
const RIM_THICKNESSES = 0.5;

/** A box around what is held alike, at the start [m], how it moves, and when it lets go [s]. */
export interface ClampBlock {
  readonly least: readonly number[];
  readonly most: readonly number[];
  readonly motion: Motion;
  readonly until: number;
}

/** One block for drivers that move alike; none where a driver holds a whole body: nothing clamps that, it is placed. */
export function clampBlocks(drivers: readonly Driver[], placements: readonly Placement[]): ClampBlock[] {
  const alike = new Map<string, Driver[]>();
  for (const driver of drivers) {
    const { body, vertices, motion, until } = driver;
    if (vertices.length === 0 || 3 * vertices.length === placements[body].positions.length) continue;
    const key = JSON.stringify([motion, until]);
    alike.set(key, [...(alike.get(key) ?? []), driver]);
  }
  return [...alike.values()].map((held) => blockAround(held, placements));
}

function blockAround(held: readonly Driver[], placements: readonly Placement[]): ClampBlock {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  let rim = 0;
  for (const { body, vertices } of held) {
    const { model, positions } = placements[body];
    rim = Math.max(rim, RIM_THICKNESSES * model.thickness);
    for (const v of vertices) {
      for (let k = 0; k < 3; k++) {
        least[k] = Math.min(least[k], positions[3 * v + k]);
        most[k] = Math.max(most[k], positions[3 * v + k]);
      }
    }
  }
  rim = Math.max(rim, RIM * Math.max(...most.map((x, k) => x - least[k])));
  const { motion, until = Number.POSITIVE_INFINITY } = held[0];
  return { least: least.map((x) => x - rim), most: most.map((x) => x + rim), motion, until };
}
