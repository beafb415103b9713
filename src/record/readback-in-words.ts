import type { Readback } from '../simulation/backend.ts';

/** Prefixes of bytes, from the least one on. */
const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Returns what a device has sent back, in words: '3.2 KB, 1 wait'. Both numbers may be means. */
export function readbackInWords({ bytes, waits }: Readback): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const size = Number((bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)).toLocaleString('en');
  const times = Number(waits.toFixed(1));
  return `${size} ${UNITS[power]}, ${times} ${times === 1 ? 'wait' : 'waits'}`;
}

/** Returns the mean of frames; undefined if there are none. */
export function meanReadback(frames: readonly Readback[]): Readback | undefined {
  if (frames.length === 0) return undefined;
  const mean = (figure: (frame: Readback) => number) =>
    frames.reduce((sum, frame) => sum + figure(frame), 0) / frames.length;
  return { bytes: mean(({ bytes }) => bytes), waits: mean(({ waits }) => waits) };
}
