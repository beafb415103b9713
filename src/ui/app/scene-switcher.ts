import { FIGURES_SCENE } from '../../scenes/figures/figures-scene.ts';
import type { FlatPage } from '../view-2d/page-2d.ts';
import type { Loaded, Loader } from './loader.ts';
import { onDemand } from './on-demand.ts';
import { byId, untilDone } from './page.ts';
import { difference } from '../panel/parameter-words.ts';
import type { Runtime } from './runtime.ts';
import { NotStarted } from './session.ts';
import type { Look } from '../panel/view-options.ts';
import { Show } from './running-scene.ts';
import type { Wanted } from '../link/settings.ts';

/** What stands on the page, and how something else takes its place. */
export class Starter {
  show: Show | undefined;
  /** The paper's figures of the plane, while they stand in place of a scene. */
  flat: FlatPage | undefined;
  /** Whether the start under way, or the last one, has got as far as a backend: what fails before isn't the GPU's fault. */
  hasLoaded = false;

  constructor(
    private readonly runtime: Runtime,
    private readonly loader: Loader,
    private readonly look: Look,
  ) {}

  /**
   * Starts what is wanted in place of what stands there. Until it is loaded, the person may look around in that.
   * @param wanted sliders may change it meanwhile
   * @returns undefined for the figures of the plane, which load nothing
   * @throws NotStarted where it is cancelled or refused: what stood there still stands
   */
  async start(wanted: Wanted): Promise<Loaded | undefined> {
    if (wanted.scene === FIGURES_SCENE) {
      const refuse = (text: string) => {
        throw new NotStarted(text);
      };
      const part = await onDemand('The paper’s figures', import('../view-2d/page-2d.ts'), refuse);
      await this.close();
      document.body.dataset.scene = 'flat';
      delete document.body.dataset.compare;
      this.flat = new part!.FlatPage(byId('stage'), byId('explore'));
      return undefined;
    }
    this.hasLoaded = false;
    const { show: last } = this;
    const loading = this.loader.load(wanted, last?.session);
    await untilDone(loading, () => last?.drawIfMoved());
    const loaded = await loading;
    this.hasLoaded = true;
    const camera = last?.session.scene === loaded.halves[0].scene ? last.camera : undefined;
    await this.close();
    delete document.body.dataset.scene;
    const show = await Show.open(this.runtime, byId('stage'), loaded, this.look, camera);
    const late = difference(loaded.halves[0].parameters, wanted.parameters);
    if (Object.keys(late).length > 0) show.setParameters(late);
    try {
      await show.draw();
      await show.settle();
    } catch (error) {
      await show.close();
      throw error;
    }
    this.show = show;
    return loaded;
  }

  /** From here on a loss of the old device means nothing. */
  private async close(): Promise<void> {
    this.flat?.close();
    this.flat = undefined;
    const { show } = this;
    this.show = undefined;
    await show?.close();
  }
}
