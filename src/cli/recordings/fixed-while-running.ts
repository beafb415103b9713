import { PARAMETERS, type SimulationParameters } from '../../simulation/parameters.ts';

/** Returns the names of those parameters that take effect only at a scene's start. */
export const fixedWhileRunning = (changed: Partial<SimulationParameters>): readonly string[] =>
  (Object.keys(changed) as (keyof SimulationParameters)[]).filter((name) => PARAMETERS[name].onReset);
