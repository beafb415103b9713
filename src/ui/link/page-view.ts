import { decimal, quoted } from '../../math/text.ts';
import type { OverlayChoice } from '../../render/overlays.ts';
import type { Section } from '../../render/section/section.ts';
import { FIGURE_NAMES, type FigureName } from '../../scenes/figures/figures-scene.ts';
import type { Camera } from '../../scenes/scene.ts';
import { MAX_WORKERS } from '../../simulation/program/pool.ts';
import type { Field } from '../../simulation/view/fields.ts';
import type { ColourBy } from '../field/fields.ts';
import { ParameterError } from '../../simulation/tables/parse-parameters.ts';

/** The part of a link that is about the page's view, not about the settings (settings.ts). Absent fields leave the choice to the page. */
export interface PageView {
  /** Number of worker threads of the CPU. */
  readonly workers?: number;
  /** Whether the scene stands still. A link to a paused scene opens it at its first frame. */
  readonly paused?: boolean;
  /** Whether the chart of frame times is open. */
  readonly chart?: boolean;
  /** The viewpoint; absent if the page moves the camera by itself. */
  readonly camera?: Camera;
  /** The plane that cuts the scene open; absent if the scene is whole. */
  readonly section?: Section;
  /** Overlays that are drawn over the bodies. */
  readonly show?: readonly Overlay[];
  /** Parts that scenes show by themselves, and that are hidden. */
  readonly hide?: readonly Hidden[];
  /** The field that bodies are coloured by; absent for their own colours. */
  readonly colour?: ColourBy;
  /** The figure that `paths in 2D` shows. */
  readonly figure?: FigureName;
}

export type Overlay = keyof OverlayChoice;
/** Parts of the picture that can be hidden: the air mesh. */
type Hidden = 'air';
const OVERLAYS: readonly Overlay[] = ['contacts', 'penetrating', 'wireframe', 'tetrahedra'];

const COLOURED_BY: Readonly<Record<Field, true>> = { depth: true, stress: true, strain: true, speed: true };

/** Section axes by their names in links. */
const AXES: Readonly<Record<string, Section['axis']>> = { x: 0, y: 1, z: 2, view: 'view' };

/** Greatest coordinate of a camera in a link [m]: far beyond all scenes, and far below the numbers that break matrices. */
const CAMERA_REACH = 1e5;
/** Greatest top of a range of colours in a link, and the inverse of the smallest one: single precision holds both. */
const TOP_REACH = 1e30;
/** Number of coordinates of a camera: position and target. */
const CAMERA_NUMBERS = 6;
/** Significant digits of a camera's distance from its target: the picture then moves by less than a pixel. */
const CAMERA_DIGITS = 4;
/** Decimals of a section's share: finer than the panel's slider. */
const SHARE_DECIMALS = 3;

/** How a part of the link is read and written. */
interface PartOfLink<T> {
  /** @throws ParameterError that says what was found and what is allowed */
  read(text: string): T;
  /** Returns a text that `read` takes, which is empty for a flag; undefined if the link leaves the part out. */
  write(view: PageView): string | undefined;
}

const refused = (name: string, text: string, allowed: string) =>
  new ParameterError(`${name} is ${quoted(text)}; ${allowed}`);

/** A part that is present or absent. `&paused`, `&paused=on` and `&paused=off` are understood. */
const flag = (name: 'paused' | 'chart'): PartOfLink<boolean> => ({
  read(text) {
    if (['', 'on', 'true'].includes(text)) return true;
    if (['off', 'false'].includes(text)) return false;
    throw refused(name, text, 'allowed are on, off');
  },
  write: (view) => (view[name] ? '' : undefined),
});

/** The parts of a link that hold the page's view, in the order in which links write them. */
const PARTS: { readonly [K in keyof PageView]-?: PartOfLink<Required<PageView>[K]> } = {
  workers: {
    read(text) {
      const count = decimal(text);
      if (Number.isInteger(count) && count >= 1 && count <= MAX_WORKERS) return count;
      throw refused('workers', text, `expected a whole number from 1 to ${MAX_WORKERS}`);
    },
    write: ({ workers }) => workers?.toString(),
  },
  paused: flag('paused'),
  chart: flag('chart'),
  camera: { read: readCamera, write: ({ camera }) => camera && cameraInLink(camera) },
  section: {
    read(text) {
      const [name = '', position = ''] = text.split(':');
      const share = decimal(position);
      if (Object.hasOwn(AXES, name) && share >= 0 && share <= 1) return { axis: AXES[name]!, share };
      throw refused('section', text, 'expected x, y, z or view, a colon, and a position from 0 to 1, such as z:0.5');
    },
    write: ({ section }) => section && sectionInLink(section),
  },
  show: {
    read(text) {
      const names = text.split(',');
      const unknown = names.find((name) => !(OVERLAYS as readonly string[]).includes(name));
      if (unknown !== undefined) throw refused('show', text, `allowed are ${OVERLAYS.join(', ')}, joined by commas`);
      return OVERLAYS.filter((name) => names.includes(name));
    },
    write: ({ show }) => show?.join() || undefined,
  },
  hide: {
    read(text) {
      if (text === 'air') return ['air'];
      throw refused('hide', text, 'allowed is air');
    },
    write: ({ hide }) => hide?.join() || undefined,
  },
  colour: {
    read(text) {
      const [name = '', end, ...rest] = text.split(':');
      const field = Object.hasOwn(COLOURED_BY, name) && rest.length === 0 ? (name as Field) : undefined;
      const top = end === undefined ? undefined : decimal(end);
      if (field && (top === undefined || (top > 1 / TOP_REACH && top < TOP_REACH))) return { field, top };
      throw refused(
        'colour',
        text,
        `allowed are ${Object.keys(COLOURED_BY).join(', ')}, also with a top of the range, as in speed:2`,
      );
    },
    write: ({ colour }) => colour && (colour.top === undefined ? colour.field : `${colour.field}:${colour.top}`),
  },
  figure: {
    read(text) {
      const known = FIGURE_NAMES.find((name) => name === text);
      if (known) return known;
      throw refused('figure', text, `allowed are ${FIGURE_NAMES.join(', ')}`);
    },
    write: ({ figure }) => figure,
  },
};

/** Reads a viewpoint: the camera's position and its target [m], six numbers. */
function readCamera(text: string): Camera {
  const numbers = text.split(',').map(decimal);
  const [x, y, z, ...target] = numbers as [number, number, number, number, number, number];
  const isUsable = numbers.length === CAMERA_NUMBERS && numbers.every((number) => Math.abs(number) <= CAMERA_REACH);
  // A camera at its own target looks nowhere.
  if (isUsable && [x, y, z].some((number, k) => number !== target[k])) return { position: [x, y, z], target };
  throw refused('camera', text, 'expected six numbers: the position and the target, which differ [m]');
}

/** Writes a viewpoint with few digits: as many as the distance between position and target needs. */
function cameraInLink({ position, target }: Camera): string {
  const distance = Math.hypot(...position.map((x, k) => x - target[k]!));
  const decimals = Math.max(0, CAMERA_DIGITS - 1 - Math.floor(Math.log10(distance)));
  return [...position, ...target].map((x) => Number(x.toFixed(decimals))).join();
}

const sectionInLink = ({ axis, share }: Section): string =>
  `${Object.keys(AXES).find((name) => AXES[name] === axis)}:${Number(share.toFixed(SHARE_DECIMALS))}`;

export const isPartOfView = (name: string): name is keyof PageView => Object.hasOwn(PARTS, name);

/** Reads one part of a link. @throws ParameterError that says what was found and what is allowed */
export const readPartOfView = (name: keyof PageView, text: string): PageView => ({ [name]: PARTS[name].read(text) });

/** Writes the view as parts of a link, name and text. Parts that are off or empty are left out. */
export const partsOfView = (view: PageView): [string, string][] =>
  Object.entries(PARTS).flatMap(([name, { write }]): [string, string][] => {
    const text = write(view);
    return text === undefined ? [] : [[name, text]];
  });
