import type { ExploreLayer } from '../../render/explore/explore-layer.ts';
import type { View } from '../../render/view.ts';
import type { ExploreCard } from './explore-card.ts';
import type { Labels } from './labels.ts';
import { Patches } from './patches.ts';
import { NO_PATCHES, searching } from './patch-words.ts';
import type { StillFrame } from './still-frame.ts';

/**
 * The tool that shows which parts of the skin surely don't touch themselves. While it is not open, it holds no memory but the models' trees.
 */
export class PatchTool {
  /** The drawn patches, once they have been computed. */
  patches: Patches | undefined;
  private aborting: AbortController | undefined;

  /** @param changed called when the picture has to be drawn again */
  constructor(
    private readonly frame: StillFrame,
    private readonly layer: ExploreLayer,
    private readonly view: View,
    private readonly card: Pick<ExploreCard, 'say' | 'showPatches'>,
    private readonly labels: Labels,
    private readonly changed: () => void,
  ) {}

  /** Shows the patches, when a worker has computed them. Until then the bodies are drawn as glass. */
  async open(): Promise<void> {
    if (this.aborting) return;
    this.aborting = new AbortController();
    const { signal } = this.aborting;
    const tell = (done: number) => this.card.say(searching(done, this.frame.world.bodies.length));
    this.layer.showGlass(() => 'clear', []);
    tell(0);
    this.changed();
    try {
      const patches = await Patches.open(this.frame, this.view, tell, signal);
      if (signal.aborted) {
        patches.dispose();
        return;
      }
      this.patches = patches;
    } catch (error) {
      if (signal.aborted) return;
      console.error(error);
      this.card.say(NO_PATCHES);
      return;
    }
    this.layer.showNothing();
    this.layer.group.add(this.patches.group);
    this.show();
  }

  click(x: number, y: number): void {
    this.patches?.click(x, y);
    if (this.patches) this.show();
  }

  /** Explains the patch that holds a face. Tests call it. @param face of the body */
  explain(body: number, face: number): void {
    this.patches?.explain(body, face);
    if (this.patches) this.show();
  }

  private show(): void {
    if (!this.patches) return;
    this.labels.show(this.patches.labels);
    this.card.showPatches(this.patches.news);
    this.changed();
  }

  /** Removes all that is drawn, or ends the computation. */
  close(): void {
    this.aborting?.abort(new Error('the tool was closed'));
    this.aborting = undefined;
    this.patches?.dispose();
    this.patches = undefined;
    this.labels.show([]);
  }
}
