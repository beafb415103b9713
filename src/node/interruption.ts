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
  listen();
  saveFunctions.add(save);
  return () => unregister(save);
}

function unregister(save: () => void): void {
  saveFunctions.delete(save);
  unlisten();
}

/** What a long command does when the first signal comes, if it has to finish something first. */
interface Stop {
  /** What it finishes, for the message. */
  readonly finishing: string;
  /** Exit code of the signal that came. */
  code: number | undefined;
}
let stop: Stop | undefined;

/** A command that is asked to stop by a signal. */
export interface StopRequest {
  /** The exit code that the command has to end with; undefined as long as no signal came. */
  readonly code: number | undefined;
  remove(): void;
}

/**
 * Lets a command that looks for signals itself finish what can't be done at once, such as a frame whose state is to be saved. The first
 * signal only asks it to stop. The second one ends the process, as without this.
 * @param finishing what it finishes, for the message
 */
export function askToStop(finishing: string): StopRequest {
  const own: Stop = { finishing, code: undefined };
  stop = own;
  listen();
  return {
    get code() {
      return own.code;
    },
    remove() {
      if (stop === own) stop = undefined;
      unlisten();
    },
  };
}

let listens = false;

function listen(): void {
  if (!listens) for (const signal of SIGNALS) process.on(signal, end);
  listens = true;
}

/** Lets signals end the process as usual, unless something is still to be saved or finished. */
function unlisten(): void {
  if (!listens || saveFunctions.size > 0 || stop) return;
  for (const signal of SIGNALS) process.off(signal, end);
  listens = false;
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
  const code = SIGNAL_EXIT_CODE + constants.signals[signal];
  if (stop && stop.code === undefined) {
    stop.code = code;
    tell(`ended by ${signal}, after ${stop.finishing}; a second signal ends it at once`);
    return;
  }
  tell(`ended by ${signal}`);
  saveAll();
  process.exit(code);
}
