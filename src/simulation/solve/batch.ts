import type { Context } from '../stage.ts';
import type { Batch } from '../world.ts';

/**
 * Cuts the elements [first, last) of a batch at its bodies: element e is constraint begin + e % size of
 * the batch's body e / size, so that a body's constraints lie side by side.
 * @param solve called with a body and a range of its model's constraints
 */
export function forEachInstance(
  context: Context,
  batch: Batch,
  first: number,
  last: number,
  solve: (context: Context, body: number, begin: number, end: number) => void,
): void {
  const size = batch.end - batch.begin;
  for (let e = first; e < last; ) {
    const instance = Math.floor(e / size);
    const stop = Math.min(last, (instance + 1) * size);
    const shift = batch.begin - instance * size;
    solve(context, batch.firstBody + instance, e + shift, stop + shift);
    e = stop;
  }
}
