import { Simulator } from './simulator.ts';
import { readSnapshotArrays, type Snapshot, writeSnapshotArrays } from './snapshot.ts';

/** A simulator whose run can be saved, and gone on with later. It is apart from Simulator, because pages start without this code. */
export class ResumableSimulator extends Simulator {
  /** Returns what the run goes on from, so that another simulator of the same world can go on with the same bits. */
  async snapshot(): Promise<Snapshot> {
    const { steps, frames, time, inputs, appliedSwitches, rebuilds, hand } = this;
    return {
      steps,
      frames,
      time,
      inputs: [...inputs],
      appliedSwitches,
      parameters: this.parameters,
      schedule: rebuilds.state,
      hand: hand.state,
      areGrabsNew: this.pendingInputs.grabs !== undefined,
      arrays: await readSnapshotArrays(this.backend, this.trees.positions),
    };
  }

  /**
   * Goes on from a snapshot of a run of the same world. Call it before the first step.
   * @throws RangeError if its arrays don't fit the world
   */
  async resume(snapshot: Snapshot): Promise<void> {
    const { steps, frames, time, inputs, appliedSwitches, parameters, schedule, hand, areGrabsNew, arrays } = snapshot;
    await writeSnapshotArrays(this.backend, snapshot);
    this.steps = steps;
    this.frames = frames;
    this.time = time;
    this.appliedSwitches = appliedSwitches;
    this.inputs.length = 0;
    for (const input of inputs) this.inputs.push(input);
    this.currentParameters = { ...parameters };
    this.rebuilds.state = schedule;
    if (schedule.due !== undefined) await this.trees.start(arrays.rebuildPositions as Float32Array);
    this.hand.resume(hand);
    this.pendingInputs = areGrabsNew ? { grabs: hand.grabs } : {};
    this.massesChanged = true; // They follow from time and density.
  }
}
