import { hasCome } from '../../simulation/script/scripted.ts';
import type { Switch } from '../../simulation/script/script.ts';
import type { Session } from './session.ts';

/** What a scene's script sets by itself, as it happens. */
export class ThrownSwitches {
  private session: Session | undefined;
  private told = 0;

  /** @returns the switches that were thrown since it was asked last, or since the session began */
  thrown(session: Session): readonly Switch[] {
    if (this.session !== session) this.told = 0;
    this.session = session;
    const { switches = [] } = session.world.script;
    const { time, parameters } = session.simulator;
    // A switch is thrown before the first step that begins at its time or later.
    const lastBegin = time - parameters.timeStep;
    const news = switches.slice(this.told).filter((one) => hasCome(one.time, lastBegin));
    this.told += news.length;
    return news;
  }
}
