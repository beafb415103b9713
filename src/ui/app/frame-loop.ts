import { BrokenStateError } from '../../simulation/simulator.ts';
import type { FrameRow } from '../../simulation/statistics.ts';
import { failureInWords } from '../notices/messages.ts';
import { isState, lossReportDelay, milestone, nextPaint, setState } from './page.ts';
import type { PageParts } from './page-parts.ts';

/**
 * The loop that draws the page: starts what is requested, or else shows the next frame. It makes these calls, in this order, for each frame:
 *   nextFrame                    requests a frame, unless the scene is paused or the person explores paths
 *   FrameWatch.frame             passes the frame's measurements to readouts, chart and recording, and to the search for a larger size
 *   RunningScene.frame           keeps the halves of a comparison in step
 *   Half.simulate                Session.simulator.frame: the steps of the frame, and its measurements
 *   Half.update                  computes normals; reads back the arrays that the view can't draw from the GPU's own buffers
 *   View.render                  draws
 */
export class FrameLoop {
  constructor(private readonly page: PageParts) {}

  /** Runs until the page closes. An error stops the scene, never the page. */
  async run(): Promise<never> {
    for (;;) {
      try {
        if (this.page.starter.isRequested) await this.page.starter.start();
        else await this.nextFrame();
      } catch (error) {
        await this.stop(error);
      }
    }
  }

  private async nextFrame(): Promise<void> {
    const { starter, late, watch, playback, exploreMode } = this.page;
    const { running } = starter;
    let row: FrameRow | undefined;
    if (running) {
      // The scene must not change while it is saved.
      await late.exporter.now?.run(running);
      await exploreMode.enterIfRequested(running.first, () => this.page.standStill());
      if (!exploreMode.explore) await late.untangler.now?.run(running);
      const isHeld = late.gallery.now?.isOpen || late.untangler.now?.isBusy;
      if (exploreMode.explore) {
        watch.rest();
        const hasDrawn = await exploreMode.explore.update();
        late.care.now?.rest(hasDrawn);
      } else if (!isHeld && playback.isMoving) {
        setState('running');
        row = await watch.frame(running, playback.nextSteps());
        await late.timeline.now?.keep(running);
      } else {
        if (!isState('stopped')) setState('paused');
        watch.rest();
        late.timeline.now?.tick(running);
        const hasDrawn = await running.drawIfChanged();
        late.care.now?.rest(hasDrawn);
        running.wasShownPaused = true;
      }
    }
    const drawn = performance.now();
    await nextPaint();
    if (row) late.care.now?.add(row, performance.now() - drawn);
    if (starter.running && starter.running.frames > 0) milestone('shown');
    late.fetch();
    watch.fetchFigures();
  }

  /**
   * Stops the scene and shows the error; the recording is kept. If another start is already requested, as after the loss of a device,
   * that start follows instead. An error before the first frame leads to a fallback, if there is one.
   */
  private async stop(error: unknown): Promise<void> {
    const { starter, playback, messages, notices } = this.page;
    if (!(error instanceof BrokenStateError)) await lossReportDelay();
    if (starter.isRequested || (starter.running?.frames === 0 && starter.tryFallback(error))) return;
    if (!(error instanceof BrokenStateError)) console.error(error);
    playback.stop();
    setState('stopped');
    messages.ask(failureInWords(error, notices.unshown), 'Restart', () => this.page.reset());
  }
}
