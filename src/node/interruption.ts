import { constants } from 'node:os';
import { tell } from './print.ts';

/** Signals that end a process and can be handled: Ctrl+C, kill, a closed terminal, a batch system's time limit. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGXCPU'] as const;
/** If a signal ends a process, the exit code is this number plus the number of the signal. */
const SIGNAL_EXIT_CODE = 128;

/** Functions that save results if the process ends early, in the order of their registration. */
const saveFunctions = new Set<() => void>();

/**
 * Registers a function that saves results before the process ends early: at a signal, or if the reader of standard output has closed the
 * pipe. The function is synchronous, so a second signal can't interrupt it. If no function is registered, a signal ends the process as
 * usual.
 * @returns a function that removes the registration
 */
export function beforeInterruption(save: () => void): () => void {
  if (saveFunctions.size === 0) for (const signal of SIGNALS) process.on(signal, end);
  saveFunctions.add(save);
  return () => unregister(save);
}

function unregister(save: () => void): void {
  if (saveFunctions.delete(save) && saveFunctions.size === 0) for (const signal of SIGNALS) process.off(signal, end);
}

/** Runs every registered function once, even if others fail, and removes the registrations. The command line calls this at every exit. */
export function saveAll(): void {
  for (const save of [...saveFunctions]) {
    unregister(save);
    try {
      save();
    } catch (error) {
      tell((error as Error).message);
    }
  }
}

function end(signal: (typeof SIGNALS)[number]): void {
  // Clear the terminal's current line, where a progress bar may be.
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  tell(`ended by ${signal}`);
  saveAll();
  process.exit(SIGNAL_EXIT_CODE + constants.signals[signal]);
}
