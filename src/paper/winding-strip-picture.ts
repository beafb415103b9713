import { cross, dot, type Vector } from '../math/arithmetic.ts';
import { element, INK, label, number, QUIET } from '../record/svg.ts';
import { PARTS } from '../simulation/self-collision/binormals.ts';
import { pairBit } from '../simulation/self-collision/culling-tests.ts';
import { intersection } from './triangle-intersection.ts';
import { backToFront } from './space-partition.ts';
import { stripeOf, windingCase, type WindingCase } from './winding-strip.ts';

/** Size of the picture and of its three panels [pixels]. */
const WIDTH = 1000;
const HEIGHT = 420;
const PANEL_TOP = 58;
/** Pixels per metre. */
const SCALE = 104;
/** The view of the first panel: turned about the vertical, then tipped. [rad] */
const AZIMUTH = 3.25;
const ELEVATION = 0.85;
/** Colours of the four stripes, of what the descent finds, and of what it misses. */
const PART_COLOURS = ['#3f7cac', '#8fb8d6', '#f0c27b', '#d98324'];
const FOUND = '#1f7a4d';
const MISSED = '#c8102e';
const PAPER = '#ffffff';
const FONT = 'DejaVu Sans, Verdana, sans-serif';

/** Alternative text. */
const TITLE =
  'A strip that winds around and cuts itself, its contour in the projection, and the answers of the ten tests';

/** Maps a point to pixels. */
type Place = (point: Vector) => readonly [number, number];

/** Draws why the published selective descent misses pairs. @returns SVG */
export function windingStripPicture(): string {
  const strip = windingCase();
  const found = strip.pairs.filter(({ isFound }) => isFound).length;
  const content = [
    element('title', {}, TITLE),
    element('rect', { width: WIDTH, height: HEIGHT, fill: PAPER }),
    label(24, 34, 'a  The strip: its last turn cuts the first', { size: 15, weight: 600, fill: INK }),
    label(368, 34, 'b  Its contour, projected along V', { size: 15, weight: 600, fill: INK }),
    label(702, 34, 'c  What the ten tests say', { size: 15, weight: 600, fill: INK }),
    ...sideView(strip),
    ...projected(strip),
    ...answers(strip),
    label(24, HEIGHT - 40, `${strip.pairs.length} pairs of triangles intersect.`, { size: 13, fill: INK }),
    label(24, HEIGHT - 20, `Found: ${found}`, { size: 13, weight: 600, fill: FOUND }),
    label(104, HEIGHT - 20, `missed: ${strip.pairs.length - found}`, { size: 13, weight: 600, fill: MISSED }),
    label(368, HEIGHT - 40, 'It crosses itself (rings), but only within a part:', { size: 13, fill: INK }),
    label(368, HEIGHT - 20, 'sides of different parts never meet.', { size: 13, fill: INK }),
  ];
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    width: WIDTH,
    height: HEIGHT,
    'font-family': FONT,
  };
  return `${element('svg', frame, `\n${content.join('\n')}\n`)}\n`;
}

const vertex = ({ mesh: { positions: x } }: WindingCase, v: number): Vector => [x[3 * v], x[3 * v + 1], x[3 * v + 2]];
const cornersOf = (strip: WindingCase, face: number): readonly [Vector, Vector, Vector] => [
  vertex(strip, strip.mesh.triangles[3 * face]),
  vertex(strip, strip.mesh.triangles[3 * face + 1]),
  vertex(strip, strip.mesh.triangles[3 * face + 2]),
];

/** The strip from the side, with hidden parts hidden, and the lines along which triangles intersect. */
function sideView(strip: WindingCase): string[] {
  const [ca, sa, ce, se] = [Math.cos(AZIMUTH), Math.sin(AZIMUTH), Math.cos(ELEVATION), Math.sin(ELEVATION)];
  const right: Vector = [ca, sa, 0];
  const up: Vector = [-sa * se, ca * se, ce];
  const towardsViewer: Vector = [sa * ce, -ca * ce, se];
  const place = placed(right, up, 178, PANEL_TOP + 178);
  const faces = Array.from({ length: strip.mesh.triangles.length / 3 }, (_, face) => {
    const corners = cornersOf(strip, face);
    const [p, q, r] = corners;
    return { face, corners, normal: unit(cross(minus(q, p), minus(r, p))), isEdge: [true, true, true] };
  });
  const pieces = backToFront(faces, towardsViewer).flatMap(({ face, corners, normal, isEdge }) => {
    const light = AMBIENT + (1 - AMBIENT) * Math.abs(dot(normal, LIGHT));
    const colour = shaded(PART_COLOURS[stripeOf(face)], light);
    const points = corners.map((corner) => place(corner).map(number).join(',')).join(' ');
    const edges = corners.flatMap((corner, i) =>
      isEdge[i] ? [line(place(corner), place(corners[(i + 1) % corners.length]), PAPER, 0.7)] : [],
    );
    return [
      element('polygon', { points, fill: colour, stroke: colour, 'stroke-width': 0.5, 'stroke-linejoin': 'round' }),
      ...edges,
    ];
  });
  return [...pieces, ...crossings(strip, place)];
}

/** Light from above, and the share that doesn't depend on the direction. */
const LIGHT: Vector = [0.28, -0.35, 0.893];
const AMBIENT = 0.45;

/** The strip's contour along the axis of its cone of normals, each side in the colour of its part. */
function projected(strip: WindingCase): string[] {
  // Seen from above: against the axis, which points down.
  const towardsViewer = strip.axis.map((x) => -x) as unknown as Vector;
  const along = dot([1, 0, 0], towardsViewer);
  const right = unit([1 - along * towardsViewer[0], -along * towardsViewer[1], -along * towardsViewer[2]]);
  const up = cross(towardsViewer, right);
  const place = placed(right, up, 524, PANEL_TOP + 142);
  const fills = Array.from({ length: strip.mesh.triangles.length / 3 }, (_, face) => {
    const points = cornersOf(strip, face).map((corner) => place(corner).map(number).join(','));
    return element('polygon', { points: points.join(' '), fill: PART_COLOURS[stripeOf(face)], 'fill-opacity': 0.16 });
  });
  const sides = strip.contour.map(({ from, to, part }) =>
    line(place(vertex(strip, from)), place(vertex(strip, to)), PART_COLOURS[part], 3.2),
  );
  return [...fills, ...sides, ...crossings(strip, place), ...contourCrossings(strip, place)];
}

/** Rings around the points in which sides of the contour that share no vertex cross in the projection. */
function contourCrossings(strip: WindingCase, place: Place): string[] {
  const sides = strip.contour.map(({ from, to }) => ({
    from,
    to,
    ends: [place(vertex(strip, from)), place(vertex(strip, to))] as const,
  }));
  return sides.flatMap((one, i) =>
    sides.slice(i + 1).flatMap((other) => {
      const ids = new Set([one.from, one.to, other.from, other.to]);
      const t = ids.size === 4 ? crossing(one.ends, other.ends) : undefined;
      if (t === undefined) return [];
      const [[x, y], [u, v]] = one.ends;
      const ring = { cx: x + t * (u - x), cy: y + t * (v - y), r: 7, fill: 'none', stroke: INK, 'stroke-width': 1.4 };
      return [element('circle', ring)];
    }),
  );
}

/** Returns at which share of the first line two lines cross; undefined if they don't. */
function crossing(
  [[ax, ay], [bx, by]]: readonly (readonly [number, number])[],
  [[cx, cy], [dx, dy]]: readonly (readonly [number, number])[],
): number | undefined {
  const area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  const t = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / area;
  const s = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / area;
  return t >= 0 && t <= 1 && s >= 0 && s <= 1 ? t : undefined;
}

/** The lines along which triangles intersect: missed ones over found ones. */
const crossings = (strip: WindingCase, place: Place): string[] =>
  [true, false].flatMap((drawFound) =>
    strip.pairs
      .filter(({ isFound }) => isFound === drawFound)
      .flatMap(({ a, b }) => {
        const ends = intersection(cornersOf(strip, a), cornersOf(strip, b));
        return ends ? [line(place(ends[0]), place(ends[1]), drawFound ? FOUND : MISSED, 3)] : [];
      }),
  );

/** The results of the tests, and what the descent does with them. */
function answers({ passed }: WindingCase): string[] {
  const left = 702;
  const lines: string[] = [];
  let y = PANEL_TOP + 12;
  const row = (passes: boolean, parts: readonly number[], text: string) => {
    parts.forEach((part, k) => {
      lines.push(
        element('rect', { x: left + 20 * k, y: y - 11, width: 15, height: 13, rx: 3, fill: PART_COLOURS[part] }),
      );
    });
    lines.push(label(left + 46, y, passes ? '✓' : '✗', { size: 14, weight: 700, fill: passes ? FOUND : MISSED }));
    lines.push(label(left + 66, y, text, { size: 12, fill: passes ? QUIET : INK }));
    y += 21;
  };
  for (let part = 0; part < PARTS; part++) {
    const passes = (passed & (1 << part)) !== 0;
    row(passes, [part], passes ? 'only two short sides: passes' : 'binormals all around: go on');
  }
  y += 8;
  for (let p = 0; p < PARTS; p++)
    for (let q = p + 1; q < PARTS; q++) {
      const passes = (passed & pairBit(p, q)) !== 0;
      row(passes, [p, q], passes ? "sides don't cross: passes" : 'sides cross: go on');
    }
  y += 14;
  for (const text of [
    'The descent goes on in two stripes alone.',
    'But tests of contours speak about the inside',
    'only if the whole contour is simple. So of',
    'the stripes between nothing is known, nor of',
    'pairs of stripes: there, triangles cross too.',
  ]) {
    lines.push(label(left, y, text, { size: 12.5, fill: INK }));
    y += 18;
  }
  return lines;
}

/** Makes a map to pixels. @param x, y pixels of the strip's centre */
const placed =
  (right: Vector, up: Vector, x: number, y: number): Place =>
  (point) => [x + SCALE * dot(point, right), y - SCALE * dot(point, up)];

const line = (from: readonly number[], to: readonly number[], stroke: string, width: number): string =>
  element('line', {
    x1: from[0],
    y1: from[1],
    x2: to[0],
    y2: to[1],
    stroke,
    'stroke-width': width,
    'stroke-linecap': 'round',
  });

/** Darkens a colour. @param light from 0 to 1 */
function shaded(colour: string, light: number): string {
  const channels = [1, 3, 5].map((at) => Math.round(light * Number.parseInt(colour.slice(at, at + 2), 16)));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const minus = (p: Vector, q: Vector): Vector => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
function unit(v: Vector): Vector {
  const length = Math.sqrt(dot(v, v));
  return [v[0] / length, v[1] / length, v[2] / length];
}
