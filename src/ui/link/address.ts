import { sizeInWords } from '../../scenes/scene.ts';
import { difference } from '../panel/parameter-words.ts';
import type { BackendKind } from '../app/runtime.ts';
import { type PageView, partsOfView } from './page-view.ts';
import { sceneOf, usualParameters, type Settings } from './settings.ts';

/** Minimum time between two updates of the URL [ms]. Safari refuses more than 100 updates in 30 s; a moved slider asks for more. */
const INTERVAL = 400;

/** Contents of a link: the person's choices, and the view of them. */
export interface Linked {
  readonly settings: Settings;
  readonly view: PageView;
}

/**
 * Writes settings and view as a link that readLink understands.
 * @param defaultBackend the backend that the page chooses by itself; the link leaves it out
 */
export function writeLink({ settings, view }: Linked, defaultBackend: BackendKind): string {
  const { scene: name, size, backend, compare, parameters } = settings;
  const scene = sceneOf(settings);
  const parts: [string, string][] = [['scene', name]];
  // A scene of one's own has one size.
  if (scene && size !== undefined && !settings.own) parts.push(['size', sizeInWords(scene, size)]);
  if (backend !== defaultBackend) parts.push(['backend', backend]);
  if (compare) parts.push(['compare', `${compare.name}:${compare.value}`]);
  if (scene) {
    for (const [key, value] of Object.entries(difference(usualParameters(settings), parameters)))
      parts.push([key, typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)]);
  }
  parts.push(...partsOfView(view));
  return `?${parts.map(([key, value]) => (value ? `${key}=${readable(encodeURIComponent(value))}` : key)).join('&')}`;
}

/** Writes colons and commas as such: they need no escape in a query, and people read the link. */
const readable = (encoded: string): string => encoded.replaceAll('%3A', ':').replaceAll('%2C', ',');

/**
 * Keeps the page's URL up to date, as a link to what the page shows. Another scene gets an entry of its own in the browser's history, so
 * that Back returns to the scene before; all other changes replace the current entry.
 */
export class Address {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param defaultBackend the backend that the page chooses by itself; links leave it out
   * @param entryScene name of the scene to which the current history entry belongs
   * @param linked returns what the link should hold now; undefined while the page shows something that no link can hold
   */
  constructor(
    public defaultBackend: BackendKind,
    private entryScene: string,
    private readonly linked: () => Linked | undefined,
  ) {}

  /** Updates the URL soon; at once if the scene has changed. Call it whenever something has changed that links hold. */
  follow(): void {
    const scene = this.linked()?.settings.scene;
    if (scene !== undefined && scene !== this.entryScene) this.write();
    else this.timer ??= setTimeout(() => this.write(), INTERVAL);
  }

  /** Updates the URL now. */
  write(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const linked = this.linked();
    if (!linked) return;
    const { scene } = linked.settings;
    const hash = linked.settings.own?.hash ?? '';
    const url = `${location.pathname}${writeLink(linked, this.defaultBackend)}${hash}`;
    if (scene !== this.entryScene) history.pushState(null, '', url);
    else if (url !== location.pathname + location.search + location.hash) history.replaceState(history.state, '', url);
    this.entryScene = scene;
  }

  /** Called when the person went back or forward to a history entry, of which `scene` is the name of the scene. */
  entered(scene: string): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.entryScene = scene;
  }
}
