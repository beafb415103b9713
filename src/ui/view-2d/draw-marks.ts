import type { TriMesh } from '../../mesh/triangles/tri-topology.ts';
import type { Point } from '../../simulation/view/explain/explanation.ts';
import { pointOf } from '../../simulation/view/explain/explain-path-2d.ts';
import { INK, type Shapes } from './draw-2d.ts';
import { feasibleRegion } from './feasible-region.ts';
import type { Picture } from './picture.ts';
import type { Place } from './place-labels.ts';
import { boundaryNeighbours } from './places.ts';

// Marks of single figures: names of the two shapes' boundaries, a body beside, and the feasible region of a boundary vertex.

const SHAPES = ['now', 'rest'] as const;

/** Draws a boundary vertex in both shapes. @param names its labels in the deformed shape and in the rest shape */
export function drawVertex(
  picture: Picture,
  { body, ...mappings }: Shapes,
  vertex: number,
  names: readonly [string, string],
): void {
  for (const [i, shape] of SHAPES.entries()) {
    const at = mappings[shape].toPicture(pointOf(body[shape].positions, vertex));
    picture.dot(at, 7, INK.image);
    picture.label(at, names[i], INK.image);
  }
}

/** Names the two boundaries: ∂M̄ of the rest shape, and its image Ψ(∂M̄). The names stand at the uppermost point of each outline. */
export function nameBoundaries(picture: Picture, { body, ...mappings }: Shapes): void {
  for (const [i, shape] of SHAPES.entries()) {
    const { positions, topology } = body[shape];
    const y = (v: number) => positions[2 * v + 1];
    const top = topology.segments.reduce((best, v) => (y(v) > y(best) ? v : best), topology.segments[0]);
    picture.label(mappings[shape].toPicture(pointOf(positions, top)), ['Ψ(∂M̄)', '∂M̄'][i], INK.image);
  }
}

/** Draws a body that is no part of the figure's mesh. @param at position of the body's vertex 0 [m] */
export function drawGuest(picture: Picture, { now }: Shapes, { positions, triangles }: TriMesh, at: Point): void {
  const place = (v: number) => now.toPicture([at[0] + positions[2 * v], at[1] + positions[2 * v + 1]]);
  for (let i = 0; i < triangles.length; i += 3)
    picture.polygon('guest', Array.from(triangles.subarray(i, i + 3), place), { class: 'guest' });
  // The last vertices are those of the side opposite the tip.
  picture.label(place(positions.length / 2 - 1), 'M₂', INK.guest);
}

/** Draws all boundary vertices, the chosen one with its two neighbours and edges, and the part of the body inside its feasible region. */
export function drawRegion(picture: Picture, { body, ...mappings }: Shapes, vertex: number): void {
  const region = feasibleRegion(body, vertex);
  const neighbours = boundaryNeighbours(body.now, vertex);
  for (const shape of SHAPES) {
    const { toPicture } = mappings[shape];
    const placeOf = (v: number) => toPicture(pointOf(body[shape].positions, v));
    for (const part of region)
      picture.polygon('region', part[shape].map(toPicture), { fill: INK.region, stroke: INK.region });
    const edges = [neighbours[0], vertex, neighbours[1]].map(placeOf);
    if (shape === 'now') drawPerpendiculars(picture, edges, REACH * mappings.now.scale);
    picture.line('rays', edges, { stroke: INK.region, 'stroke-width': 4 });
    if (shape === 'now')
      for (const v of new Set(body.now.topology.segments)) picture.circle('rays', placeOf(v), 3, INK.point);
    for (const [i, v] of neighbours.entries()) {
      picture.dot(placeOf(v), 4.5, INK.region);
      if (shape === 'now') picture.label(placeOf(v), `v${i === 0 ? '₁' : '₂'}`, INK.region);
    }
    picture.dot(placeOf(vertex), 9, INK.region);
    picture.label(placeOf(vertex), shape === 'now' ? 's' : 's̄', INK.region);
  }
}

/** Length of the lines at right angles to the edges [m]. */
const REACH = 0.8;

/**
 * Draws the two lines that bound a feasible region: from the vertex, at right angles to its edges.
 * @param edges places of the neighbour before the vertex, of the vertex, and of the neighbour after it
 * @param reach length of the lines [pixels]
 */
function drawPerpendiculars(picture: Picture, [before, s, after]: readonly Place[], reach: number): void {
  const [ux, uy, vx, vy] = [s[0] - before[0], s[1] - before[1], after[0] - s[0], after[1] - s[1]];
  // The body lies to the left of its edges, in the picture too, where y points down. If the outline turns left at s, s sticks out, and its
  // region lies on the outer side.
  const side = ux * vy - uy * vx < 0 ? 1 : -1;
  for (const [x, y] of [
    [ux, uy],
    [vx, vy],
  ]) {
    const scale = (side * reach) / Math.hypot(x, y);
    const end: Place = [s[0] - scale * y, s[1] + scale * x];
    picture.line('rays', [s, end], { stroke: INK.region, 'stroke-width': 1.6, 'stroke-dasharray': '5 5' });
  }
}
