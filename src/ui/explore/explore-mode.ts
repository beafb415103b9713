import type { Comparison } from '../app/comparison.ts';
import { onDemand } from '../app/on-demand.ts';
import type { Half } from '../app/half.ts';
import type { Explore, ExploreHosts } from './explore.ts';

const EXPLORING = 'Nothing moves while you explore paths. Esc or e goes back to the simulation.';

/** When 'explore paths' is on: it is entered between two frames, and left at any time. */
export class ExploreMode {
  explore: Explore | undefined;
  private isAsked = false;
  private half: Half | undefined;
  private onLeave: (() => void) | undefined;

  constructor(
    private readonly hosts: ExploreHosts,
    private readonly say: (text: string) => void,
  ) {}

  /** Acts, unless one explores: what one looks at isn't thrown away by a key. */
  guard(act: () => void): void {
    if (this.explore) this.say(EXPLORING);
    else act();
  }

  /** @param comparison what runs side by side, if anything */
  toggle(comparison: Comparison | undefined): void {
    if (comparison) this.say('Paths are explored in one scene: set ‘compare with’ to nothing first.');
    else if (this.explore) this.leave();
    else this.isAsked = !this.isAsked;
  }

  /** Enters the mode, if it was asked for. @param onEnter called first: the simulation has to stand still; returns what ends that */
  async enterIfAsked(half: Half, onEnter: () => () => void): Promise<void> {
    if (!this.isAsked) return;
    const part = await onDemand('Exploring paths', import('./explore.ts'), this.say);
    // The person may have thought better of it.
    if (!this.isAsked) return;
    this.isAsked = false;
    if (!part) return;
    this.onLeave = onEnter();
    half.canDrag = false;
    this.half = half;
    this.explore = await part.Explore.enter(half.session, half.view, this.hosts, () => this.leave());
  }

  /** @returns whether it was on */
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
