import type { SimulationParameters } from './parameters.ts';
import type { TreeRebuild } from './tree-rebuild.ts';

/**
 * When the trees are rebuilt: started every rebuildInterval steps, from the positions before that step, and adopted
 * exactly rebuildDelay steps later, however long the work took. So results don't depend on timing.
 */
export class RebuildSchedule {
  /** The trees were built at step 0. */
  private lastStart = 0;
  /** The step before which the rebuild under way is adopted. */
  private due: number | undefined;

  /**
   * Called before every step; again for the same step when it has to be done again.
   * @returns whether the step had to wait for a rebuild
   */
  async beforeStep(
    trees: Pick<TreeRebuild, 'start' | 'adopt'>,
    step: number,
    { rebuildInterval, rebuildDelay }: Pick<SimulationParameters, 'rebuildInterval' | 'rebuildDelay'>,
  ): Promise<boolean> {
    let waited = false;
    if (this.due === step) {
      waited = await trees.adopt();
      this.due = undefined;
    }
    if (this.due === undefined && step - this.lastStart >= rebuildInterval) {
      await trees.start();
      this.lastStart = step;
      this.due = step + rebuildDelay;
    }
    return waited;
  }
}
