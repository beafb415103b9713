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
import type { Settings } from '../link/settings.ts';

/** What stands on the page, and how something else takes its place. */
export class SceneSwitcher {
  running: RunningScene | undefined;
  /** The paper's figures of the plane, while they stand in place of a scene. */
  page2d: Page2d | undefined;
  /** Whether the start under way, or the last one, has got as far as a backend: what fails before isn't the GPU's fault. */
  hasLoaded = false;

  constructor(
    private readonly runtime: Runtime,
    private readonly loader: Loader,
    private readonly viewOptions: ViewOptions,
  ) {}

  /**
   * Starts what is settings in place of what stands there. Until it is loaded, the person may look around in that.
   * @param settings sliders may change it meanwhile
   * @returns undefined for the figures of the plane, which load nothing
   * @throws NotStarted where it is cancelled or refused: what stood there still stands
   */
  async start(settings: Settings): Promise<Loaded | undefined> {
    if (settings.scene === FIGURES_SCENE) {
      const refuse = (text: string) => {
        throw new NotStarted(text);
      };
      const part = await onDemand('The paper’s figures', import('../view-2d/page-2d.ts'), refuse);
      await this.close();
      document.body.dataset.scene = '2d';
      delete document.body.dataset.compare;
      this.page2d = new part!.Page2d(byId('views'), byId('explore'));
      return undefined;
    }
    this.hasLoaded = false;
    const { running: last } = this;
    const loading = this.loader.load(settings, last?.session);
    await untilDone(loading, () => last?.drawIfMoved());
    const loaded = await loading;
    this.hasLoaded = true;
    const camera = last?.session.scene === loaded.halves[0].scene ? last.camera : undefined;
    await this.close();
    delete document.body.dataset.scene;
    const running = await RunningScene.open(this.runtime, byId('views'), loaded, this.viewOptions, camera);
    const late = difference(loaded.halves[0].parameters, settings.parameters);
    if (Object.keys(late).length > 0) running.setParameters(late);
    try {
      await running.draw();
      await running.settle();
    } catch (error) {
      await running.close();
      throw error;
    }
    this.running = running;
    return loaded;
  }

  /** From here on a loss of the old device means nothing. */
  private async close(): Promise<void> {
    this.page2d?.close();
    this.page2d = undefined;
    const { running } = this;
    this.running = undefined;
    await running?.close();
  }
}
