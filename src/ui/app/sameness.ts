import type { SimulationParameters } from '../../simulation/parameters.ts';
import type { Switch } from '../../simulation/script/script.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { type Comparison, comparedParameters } from './comparison.ts';
import type { Session } from './session.ts';

/** Reasons why two equal halves will differ, by the parameter that is compared. */
const CAUSES: Readonly<Record<Exclude<Comparison['name'], 'culling'>, string>> = {
  sources: 'once one side finds a contact that the other misses',
  mode: 'once one side finds a contact that the other misses',
  pathMethod: 'once they send a point that lies inside a body different ways',
  contacts: 'once bodies touch',
  integrator: 'from the first steps on',
};
/** Culling leaves out only what can't be the answer (docs/method.md). */
const NEVER_BY_CULLING = 'They stay equal, since culling changes only the time that a frame takes.';
const NEVER_BY_VALUE = 'They stay equal, since both sides use the same.';
const UNTIL_SWITCH = 'They stay equal until the scene itself changes this setting of the left side.';

/**
 * Finds out since when the two halves of a comparison differ, and says so in a line between them. The states are compared to the last
 * bit after every frame, until they differ for the first time.
 */
export class Sameness {
  private readonly element = document.createElement('div');
  /** Whether the states have differed, in this frame or an earlier one. */
  private hasDiffered = false;

  /** @param host gets the line as its last child */
  constructor(
    host: HTMLElement,
    private readonly comparison: Comparison,
  ) {
    this.element.className = 'sameness';
    host.append(this.element);
  }

  /**
   * Compares the states at the end of a frame. Call it before anything changes a state.
   * @param rows the frame's measurements, one row per half; undefined for a half that is broken
   * @param sessions the two halves
   */
  async compare(rows: readonly (FrameRow | undefined)[], sessions: readonly Session[]): Promise<void> {
    const [left, right] = rows;
    if (this.hasDiffered || !(left && right)) return;
    // If the figures differ, so do the states. Otherwise their bits decide.
    const areEqual = left.kineticEnergy === right.kineticEnergy && (await haveEqualBits(sessions));
    this.hasDiffered = !areEqual;
    const place = `frame ${left.frame} (${left.time.toFixed(2)} s)`;
    const parameters = sessions.map(({ simulator }) => simulator.parameters);
    const switches = sessions[0].world.script.switches?.filter((later) => later.time > left.time);
    this.element.textContent = areEqual
      ? `Both sides are equal up to ${place}, to the last bit. ${prospect(this.comparison, parameters, switches)}`
      : `The sides differ since ${place}.`;
  }
}

async function haveEqualBits(sessions: readonly Session[]): Promise<boolean> {
  const [left, right] = await Promise.all(sessions.map(({ simulator }) => simulator.hash()));
  return left === right;
}

/** Says when two equal halves will differ. @param parameters of each half    @param switches changes of the left half's parameters that are to come */
export function prospect(
  { name }: Comparison,
  parameters: readonly SimulationParameters[],
  switches: readonly Switch[] = [],
): string {
  const [left, right] = parameters;
  const compared = comparedParameters({ name });
  if (compared.every((one) => left![one] === right![one])) {
    const isSwitched = switches.some((later) =>
      compared.some((one) => (later.parameters[one] ?? right![one]) !== right![one]),
    );
    return isSwitched ? UNTIL_SWITCH : NEVER_BY_VALUE;
  }
  return name === 'culling' ? NEVER_BY_CULLING : `They will differ ${CAUSES[name]}.`;
}
