import { Simulator } from './simulator.ts';
import { readSnapshotArrays, type Snapshot, writeSnapshotArrays } from './snapshot.ts';

/** A simulator whose run can be saved, and gone on with later. It is apart from Simulator, because pages start without this code. */
export class ResumableSimulator extends Simulator {
  /** Returns what the run goes on from, so that another simulator of the same world can go on with the same bits. */
  async snapshot(): Promise<Snapshot> {
    const { steps, frames, time, appliedSwitches, rebuilds, hand } = this;
    const { parameters } = this.pendingInputs;
    // A change that waits for the next step stands last, with that step's number.
    const inputs = [...this.inputs, ...(parameters ? [{ step: steps, parameters }] : [])];
    return {
      ...{ steps, frames, time, inputs, appliedSwitches },
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
    const waiting = inputs.find(({ step }) => step === steps)?.parameters;
    this.inputs.length = 0;
    for (const input of inputs) if (input.step < steps) this.inputs.push(input);
    this.currentParameters = { ...parameters };
    this.rebuilds.state = schedule;
    if (schedule.due !== undefined) await this.trees.start(arrays.rebuildPositions as Float32Array);
    this.hand.resume(hand);
    this.pendingInputs = { ...(waiting && { parameters: waiting }), ...(areGrabsNew && { grabs: hand.grabs }) };
    this.massesChanged = true; // They follow from time and density.
  }
}

/** Returns the snapshot of a simulator that was made without this class, which has no fields of its own. */
export const snapshotOf = (simulator: Simulator): Promise<Snapshot> =>
  ResumableSimulator.prototype.snapshot.call(simulator);

/** Lets a simulator that was made without this class go on from a snapshot, as ResumableSimulator.resume does. */
export const resumeFrom = (simulator: Simulator, snapshot: Snapshot): Promise<void> =>
  ResumableSimulator.prototype.resume.call(simulator, snapshot);
