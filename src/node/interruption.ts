import { constants } from 'node:os';
import { tell } from './print.ts';

/** Signals that end a run and can be handled: Ctrl+C, kill, a closed terminal, a batch system's limit. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGXCPU'] as const;
/** A process that a signal ended has this and its number as exit code. */
const BY_SIGNAL = 128;

/** Handlers that save results when the run ends early, newest last. */
const keepers = new Set<() => void>();

/**
 * Before the process ends at a signal, or since nobody reads what it prints, this is done, at once and in one go. A second
 * signal finds nothing to wait for. While nothing is registered a signal ends the process as it does any other.
 * @returns what takes it back
 */
export function beforeInterruption(keep: () => void): () => void {
  if (keepers.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  keepers.add(keep);
  return () => forget(keep);
}

function forget(keep: () => void): void {
  if (keepers.delete(keep) && keepers.size === 0) for (const signal of SIGNALS) process.off(signal, end);
}

/** Keeps all that there is: each once, whatever the others did. */
export function keepAll(): void {
  for (const keep of [...keepers]) {
    forget(keep);
    try {
      keep();
    } catch (error) {
      tell((error as Error).message);
    }
  }
}

function end(signal: (typeof SIGNALS)[number]): void {
  // A progress bar may stand in the line.
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  tell(`ended by ${signal}`);
  keepAll();
  process.exit(BY_SIGNAL + constants.signals[signal]);
}
