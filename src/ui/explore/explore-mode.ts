import type { Comparison } from '../app/comparison.ts';
import { onDemand } from '../app/on-demand.ts';
import type { Half } from '../app/half.ts';
import type { Explore } from './explore.ts';
import type { ExploreHosts } from './explore-card.ts';

const EXPLORING_NOTICE = 'Nothing moves while you explore paths. Esc or e goes back to the simulation.';

/** Switches the mode 'explore paths' on and off. The mode begins between two frames, and can end at any time. */
export class ExploreMode {
  /** The mode while it is on. */
  explore: Explore | undefined;
  private isRequested = false;
  /** The part of the page (Half) whose paths are explored. */
  private half: Half | undefined;
  private onLeave: (() => void) | undefined;

  constructor(
    private readonly hosts: ExploreHosts,
    private readonly say: (text: string) => void,
  ) {}

  /** Calls `act` if the mode is off. If the mode is on, shows a message instead, because a key must not discard the explored frame. */
  guard(act: () => void): void {
    if (this.explore) this.say(EXPLORING_NOTICE);
    else act();
  }

  /** Switches the mode on or off. @param comparison the comparison that runs, if any. In a comparison, paths can't be explored */
  toggle(comparison: Comparison | undefined): void {
    if (comparison) this.say('Paths are explored in one scene: set ‘Compare with’ to nothing first.');
    else if (this.explore) this.leave();
    else this.isRequested = !this.isRequested;
  }

  /**
   * Enters the mode if the person has requested it.
   * @param onEnter stops the simulation; returns a function that lets the simulation go on
   */
  async enterIfRequested(half: Half, onEnter: () => () => void): Promise<void> {
    if (!this.isRequested) return;
    const code = await onDemand('Exploring paths', import('./explore.ts'), this.say);
    // The person may have cancelled the request while the code was fetched.
    if (!this.isRequested) return;
    this.isRequested = false;
    if (!code) return;
    this.onLeave = onEnter();
    half.canPull = false;
    this.half = half;
    this.explore = await code.Explore.enter(half.session, half.view, this.hosts, () => this.leave());
  }

  /** Leaves the mode, or cancels the request to enter it. @returns whether the mode was on */
  leave(): boolean {
    this.isRequested = false;
    if (!this.explore) return false;
    this.explore.close();
    this.explore = undefined;
    if (this.half) this.half.canPull = true;
    this.onLeave?.();
    this.onLeave = undefined;
    return true;
  }
}
