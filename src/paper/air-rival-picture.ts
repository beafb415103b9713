import { cross, dot, type Vector } from '../math/arithmetic.ts';
import { element, INK, label, number, QUIET } from '../record/svg.ts';
import { InterpenetratingVertices } from '../record/untangled.ts';
import type { World } from '../simulation/world/world.ts';
import { borderBegin, runRival, type TangledStart } from './air-rival-run.ts';
import { RIVALS } from './air-rival-starts.ts';

/** Number of steps after the switch at which the methods' states are drawn. */
const STEPS = 20;
/** Size of a panel, space above its body, and left margin [pixels]; scale [pixels per metre]. */
const PANEL = 230;
const HEIGHT = 232;
const TITLE_Y = 24;
const FLOOR_Y = 176;
const MARGIN = 18;
const SCALE = 370;
const PAPER = '#ffffff';
const FONT = 'DejaVu Sans, Verdana, sans-serif';
/** From the body towards the eye, and upwards in the picture: unit vectors at right angles. */
const EYE: Vector = [0, 0.6, 0.8];
const UP: Vector = [0, 0.8, -0.6];
/** Tints of triangles that face the eye and that are seen along their edge, red, green and blue, 0 to 255: free ones, and those inside. */
const FREE = { bright: [247, 214, 160], dark: [150, 104, 58] } as const;
const INSIDE = { bright: [110, 160, 245], dark: [30, 60, 150] } as const;

const TITLE =
  'A noodle when collisions are switched on, and twenty steps later by each method. Triangles with a vertex inside the noodle are blue';

/** Runs all methods from a start, and draws their states after 20 steps beside the one they started from. @returns SVG */
export async function rivalsPicture(start: TangledStart): Promise<string> {
  const drawn: { readonly title: string; readonly below: string; readonly body: string }[] = [];
  for (const rival of RIVALS)
    await runRival({ ...start, singleSteps: STEPS, lastSteps: 0 }, rival, (positions, step, world) => {
      if (step !== STEPS && (step !== 0 || drawn.length > 0)) return;
      const vertices = new InterpenetratingVertices(world);
      vertices.count(positions);
      const begin = borderBegin(world) / 3;
      const below = `${vertices.inside.filter((is, i) => is === 1 && world.surfaceVertices[i] < begin).length} vertices inside`;
      const title = step === 0 ? 'at the switch' : rival.name;
      drawn.push({ title, below, body: bodyOf(world, positions, vertices, MARGIN + PANEL * drawn.length) });
    });
  const content = drawn.flatMap(({ title, below, body }, panel) => [
    label(MARGIN + PANEL * panel, TITLE_Y, title, { size: 15, weight: 600, fill: INK }),
    body,
    label(MARGIN + PANEL * panel, HEIGHT - 10, below, { size: 13, fill: QUIET }),
  ]);
  const width = PANEL * drawn.length + MARGIN;
  const frame = {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${HEIGHT}`,
    width,
    height: HEIGHT,
    'font-family': FONT,
  };
  const paper = element('rect', { width, height: HEIGHT, fill: PAPER });
  return `${element('svg', frame, `\n${[element('title', {}, TITLE), paper, ...content].join('\n')}\n`)}\n`;
}

/** Draws the triangles of the first body that face the eye, the farthest first. @param left [pixels] */
function bodyOf(world: World, positions: Float32Array, { inside }: InterpenetratingVertices, left: number): string {
  const { faces } = world.models[world.bodies[0].model].topology;
  const isInside = new Uint8Array(world.vertexCount);
  world.surfaceVertices.forEach((v, i) => {
    isInside[v] = inside[i];
  });
  const triangles: { readonly depth: number; readonly path: string; readonly fill: string }[] = [];
  for (let f = 0; f < faces.length; f += 3) {
    const ids = [...faces.subarray(f, f + 3)];
    const corners = ids.map((v): Vector => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]]);
    const facing = facingOf(corners);
    if (!(facing > 0)) continue;
    const points = corners.map((p) => `${number(Math.round(10 * (left + SCALE * p[0])) / 10)} ${height(p)}`);
    const { bright, dark } = ids.some((v) => isInside[v] === 1) ? INSIDE : FREE;
    const fill = `rgb(${bright.map((tint, i) => Math.round(dark[i] + facing * (tint - dark[i]))).join()})`;
    const depth = corners.reduce((sum, p) => sum + dot(p, EYE), 0);
    triangles.push({ depth, path: `M${points.join('L')}Z`, fill });
  }
  triangles.sort((a, b) => a.depth - b.depth);
  return triangles.map(({ path, fill }) => element('path', { d: path, fill, stroke: fill })).join('\n');
}

const height = (point: Vector): string => number(Math.round(10 * (FLOOR_Y - SCALE * dot(point, UP))) / 10);

/** Returns the cosine between a triangle's normal and the way to the eye; negative if the triangle is seen from behind. */
function facingOf([a, b, c]: readonly Vector[]): number {
  const minus = (p: Vector): Vector => [p[0] - a[0], p[1] - a[1], p[2] - a[2]];
  const normal = cross(minus(b), minus(c));
  return dot(normal, EYE) / Math.sqrt(dot(normal, normal));
}
