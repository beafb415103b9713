import type { Session } from '../session.ts';
import type { Stage } from '../stage.ts';
import { Explore, type ExploreHosts } from './explore.ts';

/** When 'explore paths' is on: it is entered between two frames, and left at any time. */
export class ExploreMode {
  explore: Explore | undefined;
  private isAsked = false;
  private stage: Stage | undefined;

  /** @param onLeave called once for each time that the mode was entered */
  constructor(
    private readonly hosts: ExploreHosts,
    private readonly onLeave: () => void,
  ) {}

  toggle(): void {
    if (this.explore) this.leave();
    else this.isAsked = !this.isAsked;
  }

  /** Enters the mode, if it was asked for. @param onEnter called first: the simulation has to stand still */
  async enterIfAsked(session: Session, stage: Stage, onEnter: () => void): Promise<void> {
    if (!this.isAsked) return;
    this.isAsked = false;
    onEnter();
    stage.canDrag = false;
    this.stage = stage;
    this.explore = await Explore.enter(session, stage.view, this.hosts, () => this.leave());
  }

  /** @returns whether it was on */
  leave(): boolean {
    this.isAsked = false;
    if (!this.explore) return false;
    this.explore.close();
    this.explore = undefined;
    if (this.stage) this.stage.canDrag = true;
    this.onLeave();
    return true;
  }
}
