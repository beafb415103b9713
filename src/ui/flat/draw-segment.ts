import type { Crossing, Foot, Point } from '../../simulation/view/explain/explanation.ts';
import { carryPoint } from '../../simulation/view/explain/explain-path-2d.ts';
import { drawElements, footInRest, INK, type Shapes } from './draw-flat.ts';
import { liftPath } from './lift-path.ts';
import type { Place } from './place.ts';
import type { Picture } from './picture.ts';

/** Half a side of the mark where a segment leaves the body [pixels]. */
const CROSS = 6;

/** A segment from p, a point of `triangle`, to a boundary point that was chosen: how far it is a path. */
export function drawSegment(
  picture: Picture,
  shapes: Shapes,
  p: Point,
  triangle: number,
  foot: Foot,
  walk: Crossing & { reached: boolean },
): void {
  const { body, now, rest } = shapes;
  const ink = walk.reached ? INK.path : INK.invalid;
  const [from, to] = [now.toPicture(p), now.toPicture(foot.point)];
  const home = carryPoint(body.now, body.rest, triangle, p);
  const end = footInRest(body, foot);
  drawElements(picture, shapes, walk.elements, ink);
  picture.line('paths', [from, walk.exit ? now.toPicture(walk.exit) : to], { stroke: ink, 'stroke-width': 4 });
  if (walk.exit) drawExit(picture, now.toPicture(walk.exit), to);
  const lifted = liftPath(body, [p, home], walk.elements, [foot.point, end]).rest;
  const through = walk.reached ? lifted : lifted.slice(0, -1);
  picture.line('paths', through.map(rest.toPicture), { stroke: ink, 'stroke-width': 4 });
  picture.dot(to, 7, ink);
  picture.label(to, 's', ink);
  picture.dot(from, 7.5, INK.point);
  picture.label(from, 'p', INK.point);
  picture.dot(rest.toPicture(end), 6, ink);
  picture.label(rest.toPicture(end), 's̄', ink);
  picture.dot(rest.toPicture(home), 6.5, INK.point);
  picture.label(rest.toPicture(home), 'p̄', INK.point);
}

function drawExit(picture: Picture, [x, y]: Place, to: Place): void {
  picture.line('paths', [[x, y], to], { stroke: INK.invalid, 'stroke-width': 2.5, 'stroke-dasharray': '2 8' });
  for (const sign of [1, -1])
    picture.line(
      'paths',
      [
        [x - CROSS, y - CROSS * sign],
        [x + CROSS, y + CROSS * sign],
      ],
      {
        stroke: INK.invalid,
        'stroke-width': 3,
      },
    );
}
