import { WorkLostError } from './backend.ts';

/** Tries of the same work when workers are lost under it. A third loss in a row is no accident. */
export const MAX_TRIES = 3;

/**
 * Runs work again that was lost with a worker. It has to start from what no earlier try changed.
 * @throws WorkLostError when it was lost MAX_TRIES times; any other error at once
 */
export async function retryLost<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorkLostError) || tries === MAX_TRIES) throw error;
    }
  }
}
