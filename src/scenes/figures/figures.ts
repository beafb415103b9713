import type { TriMesh } from '../../mesh/triangles/tri-topology.ts';
import type { FigureName } from './figures-scene.ts';
import { crossing, curled, foldedTooth, horseshoe, liftedVertex, NOTCH, jaws, wedge } from './shapes.ts';
import type { DeformedMesh2d } from './strip.ts';

/** One of the paper's 2D figures, as an interactive example. */
export interface FlatFigure {
  /** As in links. */
  readonly name: FigureName;
  readonly title: string;
  /** Label of the figure's tab. */
  readonly tab: string;
  /** Explanation below the figure, one paragraph. */
  readonly caption: string;
  readonly flat: DeformedMesh2d;
  /**
   * The figure's kind says what the pointer moves, and what is shown:
   * - paths: it moves the query point p, whose shortest path is shown.
   * - segment: it moves the boundary point s, to which the straight segment from p is tested.
   * - notation: it moves s from vertex to vertex of the boundary. The points p that lie at the same place inside the body are shown.
   * - region: it moves p, and a click chooses the boundary vertex s, whose feasible region is shown.
   */
  readonly kind: 'paths' | 'segment' | 'notation' | 'region';
  /** Initial query point p; for the kind `notation`, a point near the initial s [m]. */
  readonly p: readonly [number, number];
  /** Initial boundary point s of the kind `segment` [m]. */
  readonly s?: readonly [number, number];
  /** Initial boundary vertex s of the kind `region`. */
  readonly vertex?: number;
  /** Another body, whose vertex 0 lies at p. The pointer moves it with p. */
  readonly guest?: TriMesh;
  /** Titles of the two shapes; by default 'deformed' and 'rest shape'. */
  readonly titles?: readonly [string, string];
}

export { FIGURES_SCENE } from './figures-scene.ts';

/** Chen et al. 2023, 'Shortest Path to Boundary for Self-Intersecting Meshes'. */
export const PAPER_LINK = 'https://doi.org/10.1145/3592136';

export const FIGURES: readonly FlatFigure[] = [
  {
    name: 'figure-2',
    title: 'Figure 2: what the symbols mean',
    tab: 'Figure 2: the symbols',
    caption:
      'The deformation Ψ maps each point of the rest shape M̄ to a place of the deformed shape M. The red curve is the image of the ' +
      'boundary of M̄. Where M overlaps itself, this curve runs through the inside of M, and Ψ maps several points to one place: a ' +
      'boundary point s̄ and an inner point p̄ far from it. To undo the overlap, s has to move along the shortest path that leads p to ' +
      'the boundary. Follow the red curve with the pointer to move s.',
    flat: horseshoe,
    kind: 'notation',
    p: [-0.55, -0.9],
    titles: ['deformed: M = Ψ(M̄)', 'rest shape: M̄'],
  },
  {
    name: 'figure-3',
    title: 'Figure 3: one place, two points',
    tab: 'Figure 3: one place, two points',
    caption:
      'A straight strip is bent until its ends cross. Where they cross, one place p is two points of the strip, and each has its own shortest ' +
      'path to the boundary, across the arm that it belongs to. The rest shape below shows both points of the strip. The plain Euclidean ' +
      'answer depends only on the place, so it gives both points the same boundary point, which is wrong for one of them.',
    flat: crossing,
    kind: 'paths',
    p: [0.2, 0.62],
  },
  {
    name: 'figure-4',
    title: 'Figure 4: what makes a path valid',
    tab: 'Figure 4: valid or not',
    caption:
      'The segment from p to s is a valid path only if it stays inside the strip. To test this, the segment is followed from triangle to ' +
      'triangle through shared sides. The path is valid if it arrives at the triangle that contains s. If it meets the boundary first, it has ' +
      'left the strip and is invalid, even if other parts of the strip lie there. Move the pointer along the outline to choose s; click inside to move p.',
    flat: curled,
    kind: 'segment',
    p: [0.5, -0.7],
    s: [-0.3, 1.5],
  },
  {
    name: 'figure-5',
    title: 'Figure 5: another body inside',
    tab: 'Figure 5: another body',
    caption:
      'The grey body M₂ has its tip inside M₁, at the point p of M₁. To get out, the tip has to follow the shortest path of p to s. The' +
      ' Euclidean closest boundary point (s′ in the paper) belongs to the other end of M₁, which crosses here: moved there, the tip ' +
      'would still be inside. So collisions of different bodies ask the same question as self-collisions. Move the pointer over M₁ to ' +
      'move M₂.',
    flat: curled,
    kind: 'paths',
    p: [-0.45, -0.8],
    guest: wedge(3, 1.3, -1.6),
    titles: ['M₁, deformed', 'M₁, rest shape'],
  },
  {
    name: 'figure-6b',
    title: 'Figure 6 (b): a triangle turned inside out',
    tab: 'Figure 6 (b): turned inside out',
    caption:
      'One inner vertex was pulled up past the side above it, so the grey triangle is inside out. In the rest shape, the path goes straight ' +
      'through neighbouring triangles. In the deformed shape it runs up, back down through the grey triangle, and up again, all on one line (drawn side ' +
      'by side here). So the traversal has to follow the line backward too.',
    flat: liftedVertex([0, 0.9, 1.8, 2.9, 4], 3.6),
    kind: 'paths',
    p: [-0.2, 2.3],
  },
  {
    name: 'figure-6c',
    title: 'Figure 6 (c): an inner triangle outside',
    tab: 'Figure 6 (c): an inner triangle outside',
    caption:
      'Here the vertex was pulled out through the surface. A point p near the tip lies outside, though it is an inner point of the mesh. Its path to the boundary ' +
      'starts backward, away from s, turns round in the grey triangle, and arrives at s from below. So the traversal also has to search behind p. If p lies further down, the traversal must not stop where it first passes s.',
    flat: liftedVertex([0, 0.8, 1.5, 2.9, 3.2], 4.15),
    kind: 'paths',
    p: [-0.46, 3.85],
  },
  {
    name: 'figure-7',
    title: 'Figure 7: where the answer is ambiguous',
    tab: 'Figure 7: ambiguous',
    caption:
      'The grey triangle is on the boundary and is folded inward: two of its sides, which are surface, now lie inside the body. Where a point of that surface coincides ' +
      'with an inner point p, the segment between them has no length and no direction. The method cannot test it, and which boundary point is closest ' +
      'is a matter of definition. A simulation ignores self-collisions of such inverted boundary elements until the material has turned them back.',
    flat: foldedTooth([0, 1, 2, 3.1], 4.2, 2.35),
    kind: 'paths',
    p: [-0.08, 2.76],
  },
  {
    name: 'figure-8',
    title: 'Figure 8 (a): the feasible region of a vertex',
    tab: 'Figure 8: feasible region',
    caption:
      'A boundary vertex s can be the answer only for points p of its feasible region (blue), between the lines through s at right ' +
      'angles to its two edges. From any other p, one of the edges has points that are nearer, so s is culled: no segment is followed. ' +
      'If p lies in the region, the segment to s is followed, because the region does not know layers. The region of a vertex that ' +
      'sticks out lies outside of the body, or in another layer. In 3D, edges have feasible regions too (Figures 8 b and c).',
    flat: jaws,
    kind: 'region',
    p: [1.36, -0.37],
    vertex: NOTCH,
  },
];
