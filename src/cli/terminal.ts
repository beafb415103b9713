import type { Recording } from '../record/recording.ts';
import { flatRow } from '../record/formats.ts';

const BAR_WIDTH = 40;

/** A progress bar, drawn only where a person sees it. */
export class ProgressBar {
  private readonly stream: NodeJS.WriteStream | undefined;
  private readonly started = performance.now();

  constructor(
    stream: NodeJS.WriteStream | undefined,
    private readonly total: number,
  ) {
    this.stream = stream?.isTTY ? stream : undefined;
  }

  show(done: number): void {
    const filled = Math.round((BAR_WIDTH * done) / this.total);
    const left = ((performance.now() - this.started) / done / 1000) * (this.total - done);
    const bar = '#'.repeat(filled) + '.'.repeat(BAR_WIDTH - filled);
    this.stream?.write(`\r[${bar}] frame ${done} of ${this.total}, ${left.toFixed(0)} s left  `);
  }

  clear(): void {
    this.stream?.write('\r\u001b[K');
  }
}

/** Frames whose means the summary shows: as the last second of a run at 60 frames. */
export const SUMMARY_FRAMES = 60;

/** Means of a run's last frames, a line a figure. */
export function summaryTable(recording: Recording): string {
  const rows = recording.frames.slice(-SUMMARY_FRAMES).map(flatRow);
  const { scene, size, bodies, vertices, tetrahedra, backend, adapter, workers } = recording;
  const lines = [
    `${scene}, size ${size}: ${bodies} bodies, ${vertices} vertices, ${tetrahedra} tetrahedra`,
    `${backend} (${adapter}), ${workers} workers, ${recording.frames.length} frames; means of the last ${rows.length}:`,
  ];
  for (const name of Object.keys(rows[0] ?? {})) {
    if (name === 'frame' || name === 'time' || name === 'hash') continue;
    const mean = rows.reduce((sum, row) => sum + Number(row[name]), 0) / rows.length;
    lines.push(`  ${name.padEnd(20)} ${mean.toPrecision(5)}`);
  }
  const peak = Math.max(...recording.frames.map((row) => row.kineticEnergy));
  lines.push(`  ${'peak kineticEnergy'.padEnd(20)} ${peak.toPrecision(5)}`);
  lines.push(`  ${'last hash'.padEnd(20)} ${recording.frames.at(-1)?.hash ?? '-'}`, '');
  return lines.join('\n');
}
