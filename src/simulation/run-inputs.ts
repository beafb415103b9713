import { type Grab, Hand } from './constraints/grabs/hand.ts';
import { PARAMETERS, type SimulationParameters } from './parameters.ts';
import { isReached, ScriptEvaluator } from './script/scripted.ts';
import type { RecordedInput } from './snapshot.ts';
import type { StepInputs } from './step.ts';
import type { World } from './world/world.ts';

/** Returns the parameters that can change while a world runs. */
const changeable = (parameters: Partial<SimulationParameters>): Partial<SimulationParameters> =>
  Object.fromEntries(
    Object.entries(parameters).filter(([name]) => !PARAMETERS[name as keyof SimulationParameters].onReset),
  );

/** Inputs of a run, from the person and from the world's script. Records those of the person, by step. */
export class RunInputs {
  /** Recorded inputs, in the order of steps. */
  readonly recorded: RecordedInput[] = [];
  /** Parameters of the next step. A change replaces this object, since a running step still uses the old one. */
  parameters: Readonly<SimulationParameters>;
  /** Number of the script's switches (parameter changes at set times) that have taken effect. */
  appliedSwitches = 0;
  /** True if the next step must compute the inverse masses anew. */
  massesChanged = false;
  /** Inputs that changed since the last step was planned. They take effect in the next one. */
  pending: Omit<RecordedInput, 'step'> = {};
  readonly hand: Hand;
  private readonly scripted: ScriptEvaluator;

  /** @param parameters parameters at the start. They are copied; the script's switches for time 0 then change the copy at once */
  constructor(
    private readonly world: World,
    parameters: SimulationParameters,
  ) {
    this.parameters = { ...parameters };
    this.scripted = new ScriptEvaluator(world);
    this.hand = new Hand(world);
    this.applySwitches(0);
  }

  /** Changes parameters from the next step on, but those that a world is made for (onReset in the parameters' tables). */
  setParameters(requested: Partial<SimulationParameters>): void {
    const changed = changeable(requested);
    if (Object.keys(changed).length === 0) return;
    this.parameters = { ...this.parameters, ...changed };
    if (changed.density !== undefined) this.massesChanged = true;
    this.pending = { ...this.pending, parameters: { ...this.pending.parameters, ...changed } };
  }

  /** Sets what is grabbed from the next step on. @throws RangeError if that is too much; nothing changes then */
  setGrabs(grabs: readonly Grab[]): void {
    this.hand.set(grabs);
    this.pending = { ...this.pending, grabs };
  }

  /** Applies the script's switches that are due. They aren't recorded as inputs, since a replay runs the same script. */
  applySwitches(simulatedTime: number): void {
    const { switches = [] } = this.world.script;
    for (
      ;
      this.appliedSwitches < switches.length && isReached(switches[this.appliedSwitches].time, simulatedTime);
      this.appliedSwitches++
    ) {
      const { parameters } = switches[this.appliedSwitches];
      this.parameters = { ...this.parameters, ...parameters };
      if (parameters.density !== undefined) this.massesChanged = true;
    }
  }

  /**
   * Goes back to when a step was planned, whose inputs are these: later switches apply again when they are due.
   * @param appliedSwitches number of switches that had taken effect
   */
  returnTo({ parameters }: StepInputs, appliedSwitches: number): void {
    this.parameters = { ...parameters, ...this.pending.parameters };
    this.appliedSwitches = appliedSwitches;
  }

  /**
   * Fixes the inputs of a step, and records those that changed since the last one.
   * @param step index of the step @param time simulated time at its beginning [s]
   */
  take(step: number, time: number): { readonly inputs: StepInputs; readonly massesChanged: boolean } {
    this.applySwitches(time);
    if (this.pending.grabs) this.hand.begin(step);
    if (this.pending.parameters || this.pending.grabs) this.recorded.push({ step, ...this.pending });
    this.pending = {};
    const { parameters, hand, scripted } = this;
    const { timeStep } = parameters;
    const massesChanged = scripted.releases(time) || this.massesChanged;
    this.massesChanged = false;
    return {
      inputs: { step, parameters, grabs: hand.pulls(step, timeStep), scripted: scripted.step(time, timeStep) },
      massesChanged,
    };
  }
}
