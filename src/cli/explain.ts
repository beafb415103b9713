import { onOneLine } from '../math/text.ts';
import { ParameterError } from '../simulation/parse-parameters.ts';
import { BrokenStateError } from '../simulation/simulator.ts';
import { EXIT, NoBackendError, OutputError, UsageError } from '../node/errors.ts';

/**
 * What a failed command ends with: one line for what a caller can mend; for a fault of our own, all that is known of it.
 * @returns the text for stderr and the exit code
 */
export function explain(error: unknown): { readonly text: string; readonly code: number } {
  const code = exitCode(error);
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { text: `untangle: ${isOurFault(error) ? (stack ?? message) : onOneLine(message)}\n`, code };
}

/** Whether the error is of no known kind, so a bug of ours. */
const isOurFault = (error: unknown): boolean => exitCode(error) === EXIT.failed && !(error instanceof OutputError);

function exitCode(error: unknown): number {
  if (error instanceof UsageError || error instanceof ParameterError) return EXIT.badInput;
  if (error instanceof NoBackendError) return EXIT.noBackend;
  if (error instanceof BrokenStateError) return EXIT.broken;
  return EXIT.failed;
}
