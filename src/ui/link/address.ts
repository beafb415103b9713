import { sceneByName } from '../../scenes/scenes.ts';
import { SIZE_NAMES } from '../../scenes/scene.ts';
import { difference } from '../panel/parameter-words.ts';
import type { BackendKind } from '../app/runtime.ts';
import { usualParameters, type Settings } from './settings.ts';

/** Delay of the URL update [ms]. A slider changes with every move of the mouse, and browsers refuse too many updates. */
const DELAY = 300;
/** Parts of the link that don't belong to the settings. They are copied from the current URL. */
const COPIED_PARTS = ['workers', 'paused', 'chart'] as const;

/**
 * Writes settings as a link that readLink understands.
 * @param defaultBackend the backend that the page chooses by itself; the link leaves it out
 * @param before the current query string, from which the parts in COPIED_PARTS are copied
 */
export function writeLink(settings: Settings, defaultBackend: BackendKind, before: string): string {
  const { scene: name, size, backend, compare, parameters } = settings;
  const scene = sceneByName(name);
  const parts: [string, string][] = [['scene', name]];
  if (scene && size !== undefined)
    parts.push(['size', SIZE_NAMES.find((known) => scene.size[known] === size) ?? String(size)]);
  if (backend !== defaultBackend) parts.push(['backend', backend]);
  if (compare) parts.push(['compare', `${compare.name}:${compare.value}`]);
  if (scene) {
    for (const [key, value] of Object.entries(difference(usualParameters(settings), parameters)))
      parts.push([key, typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)]);
  }
  const given = new URLSearchParams(before);
  for (const key of COPIED_PARTS) if (given.has(key)) parts.push([key, given.get(key)!]);
  return `?${parts.map(([key, value]) => (value ? `${key}=${encodeURIComponent(value).replace('%3A', ':')}` : key)).join('&')}`;
}

/** Keeps the page's URL up to date, as a link to the current settings. */
export class Address {
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param defaultBackend the backend that the page chooses by itself; the link leaves it out */
  constructor(public defaultBackend: BackendKind) {}

  /** Updates the URL after a delay; if calls follow one another, only the last one counts. @param hasChart whether the chart is open */
  follow(settings: Settings, hasChart: boolean): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { pathname, search, hash } = location;
      const before = new URLSearchParams(search);
      if (hasChart) before.set('chart', '');
      else before.delete('chart');
      const link = writeLink(settings, this.defaultBackend, String(before));
      history.replaceState(history.state, '', `${pathname}${link}${hash}`);
    }, DELAY);
  }
}
