import { Simulator } from './simulator.ts';
import { checkSnapshot } from './check-snapshot.ts';
import { checkArrays, readSnapshotArrays, type Snapshot, writeSnapshotArrays } from './snapshot.ts';

/** A simulator whose run can be saved, and gone on with later. It is apart from Simulator, because pages start without this code. */
export class ResumableSimulator extends Simulator {
  /** Returns what the run goes on from, so that another simulator of the same world can go on with the same bits. */
  async snapshot(): Promise<Snapshot> {
    const { steps, frames, time, rebuilds } = this;
    const { appliedSwitches, hand, pending } = this.runInputs;
    // A change that waits for the next step stands last, with that step's number.
    const inputs = [...this.inputs, ...(pending.parameters ? [{ step: steps, parameters: pending.parameters }] : [])];
    return {
      ...{ steps, frames, time, inputs, appliedSwitches },
      parameters: this.parameters,
      schedule: rebuilds.state,
      hand: hand.state,
      areGrabsNew: pending.grabs !== undefined,
      arrays: await readSnapshotArrays(this.backend, this.trees.positions),
    };
  }

  /**
   * Goes on from a snapshot of a run of the same world. Call it before the first step.
   * @throws RangeError if its arrays don't fit the world
   */
  async resume(snapshot: Snapshot): Promise<void> {
    const { steps, frames, time, inputs, appliedSwitches, parameters, schedule, hand, areGrabsNew, arrays } = snapshot;
    // All checks come before the first change.
    checkArrays(this.backend, snapshot);
    checkSnapshot(snapshot, this.backend.world, this.parameters);
    this.runInputs.hand.resume(hand);
    await writeSnapshotArrays(this.backend, snapshot);
    this.steps = steps;
    this.positionsSet();
    this.frames = frames;
    this.time = time;
    const { runInputs } = this;
    runInputs.appliedSwitches = appliedSwitches;
    const waiting = inputs.find(({ step }) => step === steps)?.parameters;
    runInputs.recorded.length = 0;
    for (const input of inputs) if (input.step < steps) runInputs.recorded.push(input);
    runInputs.parameters = { ...parameters };
    this.rebuilds.state = schedule;
    if (schedule.due !== undefined) await this.trees.start(arrays.rebuildPositions as Float32Array);
    runInputs.pending = { ...(waiting && { parameters: waiting }), ...(areGrabsNew && { grabs: hand.grabs }) };
    runInputs.massesChanged = true; // They follow from time and density.
  }
}

/** Returns the snapshot of a simulator that was made without this class, which has no fields of its own. */
export const snapshotOf = (simulator: Simulator): Promise<Snapshot> =>
  ResumableSimulator.prototype.snapshot.call(simulator);

/** Lets a simulator that was made without this class go on from a snapshot, as ResumableSimulator.resume does. */
export const resumeFrom = (simulator: Simulator, snapshot: Snapshot): Promise<void> =>
  ResumableSimulator.prototype.resume.call(simulator, snapshot);
