import type { Section } from '../../render/section/section.ts';
import type { Camera } from '../../scenes/scene.ts';
import type { Overlay, PageView } from '../link/page-view.ts';
import type { ViewOptions } from '../panel/view-options.ts';
import type { Page2d } from '../view-2d/page-2d.ts';
import { onDemand } from './on-demand.ts';
import type { RunningScene } from './running-scene.ts';

/** The part of the page that links hold beside the settings: takes over what a link says of it, and tells what links should say. */
export class LinkedView {
  /** The viewpoint and the figure with which the next start begins; undefined if the page chooses them. */
  private camera: Camera | undefined;
  private figure: PageView['figure'];
  /** A section that a link asked for, until its code is fetched. */
  private section: Section | undefined;
  private readonly workers: number | undefined;
  /** Options before a link whose scene has not started yet. They are restored if that start is cancelled or refused. */
  private previous: Pick<ViewOptions, 'section' | 'colourBy' | 'shown' | 'showsAir'> | undefined;

  constructor(
    private readonly viewOptions: ViewOptions,
    link: PageView,
  ) {
    this.workers = link.workers;
    this.apply(link);
  }

  /** Takes over what a link says of the view, until `keep` or `withdraw`. What it doesn't mention is switched off. */
  request(link: PageView): void {
    const { section, colourBy, shown, showsAir } = this.viewOptions;
    this.previous ??= { section, colourBy, showsAir, shown: { ...shown } };
    this.apply(link);
  }

  /** Called when the scene of a link has started. */
  keep(): void {
    this.previous = undefined;
  }

  /** Called when the scene of a link doesn't start: restores the options before. */
  withdraw(): void {
    if (!this.previous) return;
    const { shown, ...others } = this.previous;
    Object.assign(this.viewOptions, others);
    Object.assign(this.viewOptions.shown, shown);
    this.previous = undefined;
  }

  private apply({ camera, section, show = [], hide = [], colour, figure }: PageView): void {
    const { shown } = this.viewOptions;
    for (const name of Object.keys(shown) as Overlay[]) shown[name] = show.includes(name);
    this.viewOptions.showsAir = !hide.includes('air');
    this.viewOptions.section = undefined;
    this.viewOptions.colourBy = colour;
    this.camera = camera;
    this.section = section;
    this.figure = figure;
  }

  /**
   * Fetches the code that the requested view needs, and hands over what the next start needs.
   * @param showError shows an error message if the code can't be fetched
   */
  async take(showError: (text: string) => void): Promise<Pick<PageView, 'camera' | 'figure'>> {
    const { camera, section, figure } = this;
    this.camera = this.section = this.figure = undefined;
    const part = section && (await onDemand('The section', import('../../render/section/section.ts'), showError));
    if (part) this.viewOptions.section = { ...section, View: part.SectionView };
    return { ...(camera && { camera }), ...(figure && { figure }) };
  }

  /** Returns what a link should say of the view. @param running the scene that is shown @param page2d or the page of 2D figures */
  shown(running: RunningScene | undefined, page2d: Page2d | undefined): PageView {
    const { workers, viewOptions } = this;
    const common = workers === undefined ? {} : { workers };
    if (page2d) return { ...common, figure: page2d.figureName };
    const { section, shown, showsAir, colourBy: colour } = viewOptions;
    const camera = running?.camera;
    return {
      ...common,
      ...(camera && { camera }),
      ...(section && { section }),
      ...(colour && { colour }),
      ...(!showsAir && { hide: ['air'] as const }),
      show: (Object.keys(shown) as Overlay[]).filter((name) => shown[name]),
    };
  }
}
