import type { Comparison } from '../app/comparison.ts';
import { onDemand } from '../app/on-demand.ts';
import type { Half } from '../app/half.ts';
import type { Explore } from './explore.ts';
import type { ExploreHosts } from './explore-card.ts';

const EXPLORING = 'Nothing moves while you explore paths. Esc or e goes back to the simulation.';

/** Switches 'explore paths' on and off. It is entered between two frames, and can be left at any time. */
export class ExploreMode {
  explore: Explore | undefined;
  private isAsked = false;
  private half: Half | undefined;
  private onLeave: (() => void) | undefined;

  constructor(
    private readonly hosts: ExploreHosts,
    private readonly say: (text: string) => void,
  ) {}

  /** Calls `act` only if the mode is off, since a key must not discard the explored frame; else shows a message. */
  guard(act: () => void): void {
    if (this.explore) this.say(EXPLORING);
    else act();
  }

  /** @param comparison the comparison that runs, if any: paths can't be explored in it */
  toggle(comparison: Comparison | undefined): void {
    if (comparison) this.say('Paths are explored in one scene: set ‘compare with’ to nothing first.');
    else if (this.explore) this.leave();
    else this.isAsked = !this.isAsked;
  }

  /**
   * Enters the mode if it was asked for.
   * @param onEnter stops the simulation; returns a function that lets it go on
   */
  async enterIfAsked(half: Half, onEnter: () => () => void): Promise<void> {
    if (!this.isAsked) return;
    const part = await onDemand('Exploring paths', import('./explore.ts'), this.say);
    // The person may have cancelled meanwhile.
    if (!this.isAsked) return;
    this.isAsked = false;
    if (!part) return;
    this.onLeave = onEnter();
    half.canDrag = false;
    this.half = half;
    this.explore = await part.Explore.enter(half.session, half.view, this.hosts, () => this.leave());
  }

  /** Leaves the mode, or cancels its start. @returns whether it was on */
  leave(): boolean {
    this.isAsked = false;
    if (!this.explore) return false;
    this.explore.close();
    this.explore = undefined;
    if (this.half) this.half.canDrag = true;
    this.onLeave?.();
    this.onLeave = undefined;
    return true;
  }
}
