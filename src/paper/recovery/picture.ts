import { cross, dot, type Vector } from '../../math/arithmetic.ts';
import { element, INK, label, QUIET } from '../../record/svg.ts';
import { judge } from './judge.ts';
import { percent } from './percent.ts';
import type { Start } from './start.ts';
import { DEFAULT_CHOICE, startsNamed } from './suite.ts';
import { worldOf } from './trial.ts';

/** Starts that are drawn, one per row, and moments, one per column [s]. */
const DRAWN = ['box 45 %', 'trefoil, strands in one another', 'ten cubes in a handful'] as const;
const MOMENTS = [0, 0.05, 0.1, 0.2, 0.6] as const;

/** Size of a panel, and margin around what it shows [pixels]. */
const PANEL = { width: 220, height: 190 } as const;
const MARGIN = 12;
/** Heights of a row's title and of a panel's text [pixels]. */
const TITLE_HEIGHT = 30;
const TEXT_HEIGHT = 20;
const FONT = 'DejaVu Sans, Verdana, sans-serif';
const PAPER = '#ffffff';

/** From the bodies towards the eye, upwards and to the right in the picture: unit vectors at right angles. */
const EYE: Vector = [0.48, 0.6, 0.64];
const RIGHT: Vector = [0.8, 0, -0.6];
const UP: Vector = cross(EYE, RIGHT);

/** Tints of triangles that face the eye and that are seen along their edge, red, green and blue, 0 to 255, of bodies in turn. */
const TINTS = [
  { bright: [247, 214, 160], dark: [150, 104, 58] },
  { bright: [150, 195, 245], dark: [40, 80, 150] },
  { bright: [180, 225, 170], dark: [50, 110, 60] },
] as const;

const TITLE = `Three starts, and how regions part them, after ${MOMENTS.join(', ')} s`;

/** A moment of a trial. */
interface Moment {
  readonly text: string;
  /** Faces and positions of each body [m]. */
  readonly bodies: readonly { readonly faces: Uint32Array; readonly positions: Float32Array }[];
}

/** Draws three starts that the default method parts, at five moments each. @returns SVG */
export async function recoveryPicture(): Promise<string> {
  const starts = startsNamed(DRAWN, DEFAULT_CHOICE);
  const rows: string[] = [];
  for (const [row, name] of DRAWN.entries()) {
    const start = starts.find((one) => one.name === name)!;
    rows.push(rowOf(name, await momentsOf(start), row * (TITLE_HEIGHT + PANEL.height + TEXT_HEIGHT)));
  }
  const width = MOMENTS.length * PANEL.width;
  const height = DRAWN.length * (TITLE_HEIGHT + PANEL.height + TEXT_HEIGHT) + MARGIN;
  const frame = { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width, height };
  const paper = element('rect', { width, height, fill: PAPER });
  const content = `\n${[element('title', {}, TITLE), paper, ...rows].join('\n')}\n`;
  return `${element('svg', { ...frame, 'font-family': FONT }, content)}\n`;
}

/** Runs a start by the default method, and keeps what it looks like at the moments. */
async function momentsOf(start: Start): Promise<Moment[]> {
  const world = await worldOf(start, {});
  const rest = start.bodies.map(({ mesh }) => mesh);
  const { timeStep } = world.simulator.parameters;
  const found: Moment[] = [];
  let steps = 0;
  for (const moment of MOMENTS) {
    for (; steps < Math.round(moment / timeStep); steps++) await world.step();
    const positions = await world.read();
    const text = `${moment} s: ${percent(judge(rest, positions).shared)} shared`;
    found.push({ text, bodies: world.bodies.map(({ faces }, i) => ({ faces, positions: positions[i] })) });
  }
  await world.dispose();
  return found;
}

/** Draws a row of panels at one scale. @param top of the row [pixels] */
function rowOf(name: string, moments: readonly Moment[], top: number): string {
  const frames = moments.map(({ bodies }) => frameOf(bodies.map(({ positions }) => positions)));
  const scale = Math.min(
    ...frames.map(({ width, height }) =>
      Math.min((PANEL.width - 2 * MARGIN) / width, (PANEL.height - 2 * MARGIN) / height),
    ),
  );
  const panels = moments.map(({ bodies, text }, column) => {
    const middle = { x: (column + 0.5) * PANEL.width, y: top + TITLE_HEIGHT + PANEL.height / 2 };
    const { across, up } = frames[column];
    const place = (p: Vector) =>
      `${tenth(middle.x + scale * (dot(p, RIGHT) - across))} ${tenth(middle.y - scale * (dot(p, UP) - up))}`;
    const y = top + TITLE_HEIGHT + PANEL.height + TEXT_HEIGHT / 2;
    return `${trianglesOf(bodies, place)}\n${label(middle.x, y, text, { size: 13, fill: QUIET, anchor: 'middle' })}`;
  });
  const title = label(MARGIN, top + TITLE_HEIGHT - MARGIN / 2, name, { size: 15, weight: 600, fill: INK });
  return [title, ...panels].join('\n');
}

const tenth = (value: number): string => String(Math.round(10 * value) / 10);

/** Returns middle and size of what the eye sees of some bodies [m]. */
function frameOf(bodies: readonly Float32Array[]) {
  const points = bodies.flatMap((x) => Array.from({ length: x.length / 3 }, (_, v) => pointOf(x, v)));
  const range = (axis: Vector) => {
    const along = points.map((p) => dot(p, axis));
    return { min: Math.min(...along), max: Math.max(...along) };
  };
  const [right, up] = [range(RIGHT), range(UP)];
  return {
    across: (right.min + right.max) / 2,
    up: (up.min + up.max) / 2,
    width: right.max - right.min,
    height: up.max - up.min,
  };
}

const pointOf = (x: Float32Array, v: number): Vector => [x[3 * v], x[3 * v + 1], x[3 * v + 2]];

/** Draws the triangles that face the eye, the farthest first. */
function trianglesOf(bodies: Moment['bodies'], place: (point: Vector) => string): string {
  const triangles = bodies.flatMap(({ faces, positions }, body) => {
    const { bright, dark } = TINTS[body % TINTS.length];
    return Array.from({ length: faces.length / 3 }, (_, f) => {
      const corners = Array.from(faces.subarray(3 * f, 3 * f + 3), (v) => pointOf(positions, v));
      const facing = facingOf(corners);
      const fill = hexadecimal(bright.map((tint, i) => dark[i] + facing * (tint - dark[i])));
      const depth = corners.reduce((sum, p) => sum + dot(p, EYE), 0);
      return { facing, depth, fill, path: `M${corners.map(place).join('L')}Z` };
    }).filter(({ facing }) => facing > 0);
  });
  triangles.sort((a, b) => a.depth - b.depth);
  // Triangles of one tint that follow one another are one path, which makes the file shorter.
  const paths: { fill: string; path: string }[] = [];
  for (const { fill, path } of triangles) {
    const last = paths.at(-1);
    if (last?.fill === fill) last.path += path;
    else paths.push({ fill, path });
  }
  return paths.map(({ path, fill }) => element('path', { d: path, fill, stroke: fill })).join('\n');
}

const hexadecimal = (tints: readonly number[]): string =>
  `#${tints.map((tint) => Math.round(tint).toString(16).padStart(2, '0')).join('')}`;

/** Returns the cosine between a triangle's normal and the way to the eye; negative if the triangle is seen from behind. */
function facingOf([a, b, c]: readonly Vector[]): number {
  const minus = (p: Vector): Vector => [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
  const normal = cross(minus(b), minus(c));
  return dot(normal, EYE) / Math.sqrt(dot(normal, normal));
}
