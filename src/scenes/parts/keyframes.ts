import type { Motion } from '../../simulation/script/motion.ts';
import { smooth } from '../models/snake-shape.ts';

/** A keyframe of a driven part. */
export interface Keyframe {
  /** [s] */
  readonly time: number;
  /** Displacement from the start [m]. */
  readonly shift: readonly [number, number, number];
  /** Rotation from the start [full turns]; 0 by default. */
  readonly turns?: number;
}

/** Number of key times of the motion per keyframe: a motion is straight between key times. */
const PIECES = 12;

/**
 * Makes a motion that passes through keyframes and stands still in each, so that it has no jerks.
 * @param keyframes in the order of their times
 * @param rotation axis (a unit vector) and a point on it [m]
 */
export function throughKeyframes(
  keyframes: readonly Keyframe[],
  rotation: Pick<Motion, 'axis' | 'centre'> = {},
): Motion {
  const poses = keyframes.slice(1).flatMap((to, i) => {
    const from = keyframes[i];
    return Array.from({ length: PIECES }, (_, piece) => mix(from, to, (piece + 1) / PIECES));
  });
  const all = [mix(keyframes[0], keyframes[0], 0), ...poses];
  return {
    ...rotation,
    times: all.map(({ time }) => time),
    turns: all.map(({ turns }) => turns),
    shifts: all.map(({ shift }) => shift),
  };
}

function mix(from: Keyframe, to: Keyframe, share: number): Required<Keyframe> {
  const t = smooth(share);
  const between = (a: number, b: number) => a + t * (b - a);
  return {
    time: from.time + share * (to.time - from.time),
    turns: between(from.turns ?? 0, to.turns ?? 0),
    shift: [0, 1, 2].map((k) => between(from.shift[k], to.shift[k])) as [number, number, number],
  };
}
