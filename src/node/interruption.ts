import { constants } from 'node:os';
import { tell } from './print.ts';

/** Signals that end a run and can be handled: Ctrl+C, kill, a closed terminal, a batch system's time limit. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGXCPU'] as const;
/** Exit code of a process that a signal ended, minus the signal's number. */
const BY_SIGNAL = 128;

/** Handlers that save results when the run ends early, in the order of their registration. */
const keepers = new Set<() => void>();

/**
 * Registers a handler that runs before the process ends early: at a signal, or when the reader of its output has closed the
 * pipe. It is synchronous, so a second signal can't interrupt it. Without handlers a signal ends the process as usual.
 * @returns a function that removes the handler
 */
export function beforeInterruption(keep: () => void): () => void {
  if (keepers.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  keepers.add(keep);
  return () => forget(keep);
}

function forget(keep: () => void): void {
  if (keepers.delete(keep) && keepers.size === 0) for (const signal of SIGNALS) process.off(signal, end);
}

/** Runs every handler once, even if others fail. */
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
  // Clear the line, which may hold a progress bar.
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  tell(`ended by ${signal}`);
  keepAll();
  process.exit(BY_SIGNAL + constants.signals[signal]);
}
