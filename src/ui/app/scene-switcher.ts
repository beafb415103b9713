import { FIGURES_SCENE } from '../../scenes/figures/figures-scene.ts';
import type { Page2d } from '../view-2d/page-2d.ts';
import type { Loaded, Loader } from './loader.ts';
import { onDemand } from './on-demand.ts';
import { byId, untilDone } from './page.ts';
import { difference } from '../panel/parameter-words.ts';
import type { Runtime } from './runtime.ts';
import { NotStarted } from './session.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import { RunningScene } from './running-scene.ts';
import type { PageView } from '../link/page-view.ts';
import type { Settings } from '../link/settings.ts';

/** Holds the scene or 2D page that is shown, and switches to another one. */
export class SceneSwitcher {
  running: RunningScene | undefined;
  /** The page of the paper's 2D figures, if it is shown instead of a scene. */
  page2d: Page2d | undefined;
  /** Whether the latest start of a scene has got past loading. A failure before that isn't the GPU's fault. */
  hasLoaded = false;

  constructor(
    private readonly runtime: Runtime,
    private readonly loader: Loader,
    private readonly viewOptions: ViewOptions,
  ) {}

  /**
   * Replaces the shown scene by the scene that the settings name. The old scene stays on the page, paused, until the new one is loaded.
   * @param settings sliders may change the parameters during the start; the new scene then gets the changes
   * @param view viewpoint or figure to begin with; by default the viewpoint of a running scene of the same name, and the first figure
   * @param onFigure called when the person has chosen a figure of the 2D page
   * @returns the loaded scene; undefined for the 2D figures, which load nothing
   * @throws NotStarted if the start is cancelled or refused; the old scene then stays
   */
  async start(
    settings: Settings,
    view: Pick<PageView, 'camera' | 'figure'>,
    onFigure: () => void,
  ): Promise<Loaded | undefined> {
    if (settings.scene === FIGURES_SCENE) {
      const refuse = (text: string) => {
        throw new NotStarted(text);
      };
      const part = await onDemand('The paper’s figures', import('../view-2d/page-2d.ts'), refuse);
      await this.close();
      document.body.dataset.scene = '2d';
      delete document.body.dataset.compare;
      this.page2d = new part!.Page2d(byId('views'), byId('explore'), view.figure, onFigure);
      return undefined;
    }
    this.hasLoaded = false;
    const { running: old } = this;
    const loading = this.loader.load(settings, old?.session);
    await untilDone(loading, () => old?.drawIfMoved());
    const loaded = await loading;
    this.hasLoaded = true;
    const resume = settings.resume?.(loaded.halves[0]);
    const camera = view.camera ?? (old?.session.scene.name === loaded.halves[0].scene.name ? old.camera : undefined);
    await this.close();
    delete document.body.dataset.scene;
    const running = await RunningScene.open(this.runtime, byId('views'), loaded, this.viewOptions, camera);
    const changedMeanwhile = difference(loaded.halves[0].parameters, settings.parameters);
    if (Object.keys(changedMeanwhile).length > 0) running.setParameters(changedMeanwhile);
    try {
      await resume?.(running.session);
      await running.draw();
      await running.settle();
      this.loader.throwIfCancelled();
    } catch (error) {
      await running.close();
      throw error;
    }
    this.running = running;
    return loaded;
  }

  /** Closes the shown scene. Closing ends the device, so `running` is cleared first; the page then ignores the loss of the device. */
  private async close(): Promise<void> {
    this.page2d?.close();
    this.page2d = undefined;
    const { running } = this;
    this.running = undefined;
    await running?.close();
  }
}
