/** Path data of the controls' icons, in a square of 24 by 24, as outlines; `filled` names those with an area. */
const CUBE = 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9';

/** An icon: its outline, and an area that is filled. */
interface Icon {
  readonly line: string;
  readonly area?: string;
}

const ICONS = {
  pause: { line: 'M9 5v14M15 5v14' },
  resume: { line: 'M8 5l11 7-11 7z', area: 'M8 5l11 7-11 7z' },
  restart: { line: 'M5 12a7 7 0 1 0 2.5-5.4M5 3.5v4.5h4.5' },
  gallery: { line: 'M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z' },
  fit: { line: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5', area: 'M8.5 12a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0z' },
  front: { line: CUBE, area: 'M4 7.5l8 4.5v9l-8-4.5z' },
  side: { line: CUBE, area: 'M20 7.5l-8 4.5v9l8-4.5z' },
  top: { line: CUBE, area: 'M12 3l8 4.5-8 4.5-8-4.5z' },
  turn: { line: 'M9 16.5C6 16 4 14.8 4 13c0-2.3 3.6-4 8-4s8 1.7 8 4c0 1.9-2.3 3.4-5.5 3.9M17.5 14l-3.2 2.9 3.7 2.6' },
  fullscreen: { line: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7' },
  hide: { line: 'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM4 4l16 16' },
  timeline: { line: 'M5 12a7 7 0 1 0 2.5-5.4M5 3.5v4.5h4.5M12 8v4.5l3 2' },
  loop: { line: 'M7 8h9a4 4 0 0 1 0 8H8a4 4 0 0 1-4-4M10 5L7 8l3 3' },
  explore: { line: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20.5 20.5' },
  help: { line: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.5' },
  more: { line: 'M5.5 12h.01M12 12h.01M18.5 12h.01' },
} as const satisfies Record<string, Icon>;

export type IconName = keyof typeof ICONS;

/** Returns an icon as markup. It is decoration: the control around it has the name. */
export function iconMarkup(name: IconName): string {
  const { line, area }: Icon = ICONS[name];
  const filled = area ? `<path class="area" d="${area}"/>` : '';
  return `<svg class="${name}" viewBox="0 0 24 24" aria-hidden="true">${filled}<path d="${line}"/></svg>`;
}
