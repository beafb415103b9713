/** Exit codes of the command line. */
export const EXIT = { ok: 0, failed: 1, badInput: 2, broken: 3, noBackend: 4 } as const;

/** Something the caller gave can't be used: one line that says what was found and what is allowed. */
export class UsageError extends Error {}

/** A result has no place to go, such as on a full disk: one line that says what was kept. */
export class OutputError extends Error {}

/** The backend that was asked for isn't on this machine. */
export class NoBackendError extends Error {}
