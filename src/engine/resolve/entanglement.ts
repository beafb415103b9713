import { knotDeterminant, linkingNumber } from '../../geometry/knot-invariants.ts';
import type { Vector } from '../../math/arithmetic.ts';
import { findHandles } from '../../mesh/handles.ts';
import { findPieces } from '../../mesh/pieces.ts';
import type { World } from '../../simulation/world/world.ts';

/** Loops of one body that are looked at; a sponge has thousands of handles. */
const MOST_LOOPS = 20;

/** A loop through a handle, and the piece that it belongs to. */
interface NamedLoop {
  readonly piece: string;
  readonly points: readonly Vector[];
}

/**
 * Says which pieces are linked or knotted, so that no motion without a cut takes them apart. It looks at loops through the pieces' handles that keep out of
 * the overlap, whose linking numbers and knots are well-defined. A piece without handles, such as an octopus, can neither be linked nor knotted for good.
 * @param marks per vertex: 1 if it has a part in an overlap
 * @returns a sentence each
 */
export function describeEntanglement(world: World, positions: Float32Array, marks: Uint8Array): string[] {
  const notes: string[] = [];
  const loops: NamedLoop[] = [];
  world.bodies.forEach(({ model, vertexBase }, body) => {
    const { tets, neighbours, vertexCount } = world.models[model].topology;
    const found = findHandles(tets, marks.subarray(vertexBase, vertexBase + vertexCount));
    const hidden = found.handles - found.loops.length;
    if (hidden > 0)
      notes.push(
        `Body ${body} has ${found.handles} ${found.handles > 1 ? 'handles' : 'handle'}, as a torus has one; ${hidden} cannot be followed around outside the overlap, so it isn't known whether it is linked or knotted there.`,
      );
    const nameOf = pieceNames(body, tets, neighbours);
    for (const loop of found.loops.slice(0, MOST_LOOPS))
      loops.push({ piece: nameOf(loop[0]), points: loop.map((v) => pointAt(positions, vertexBase + v)) });
  });
  for (const { piece, points } of loops) {
    const determinant = knotDeterminant(points);
    if (determinant !== 1)
      notes.push(
        `${capital(piece)} is knotted: the determinant of a loop through it is ${determinant}, that of an unknotted one is 1. No motion without a cut undoes the knot.`,
      );
  }
  loops.forEach((one, i) => {
    for (const other of loops.slice(i + 1)) {
      const times = one.piece === other.piece ? 0 : Math.abs(linkingNumber(one.points, other.points));
      if (times > 0)
        notes.push(
          `${capital(one.piece)} and ${other.piece} are linked: the linking number of loops through them is ${times}. No motion without a cut takes them apart.`,
        );
    }
  });
  return notes;
}

/** Names the piece of each vertex; pieces are numbered only if the body has several. */
function pieceNames(body: number, tets: Uint32Array, neighbours: Uint32Array): (vertex: number) => string {
  const { pieceOf, sizes } = findPieces(neighbours);
  return (vertex) =>
    sizes.length === 1 ? `body ${body}` : `piece ${pieceOf[tets.indexOf(vertex) >> 2]} of body ${body}`;
}

const pointAt = (x: Float32Array, vertex: number): Vector => [x[3 * vertex], x[3 * vertex + 1], x[3 * vertex + 2]];

const capital = (name: string): string => name[0].toUpperCase() + name.slice(1);
