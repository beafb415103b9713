import { describe, expect, test } from 'vitest';
import { buildTopology } from '../../../../src/mesh/build-topology.ts';
import { NONE } from '../../../../src/mesh/topology.ts';
import { createModel } from '../../../../src/simulation/world/create-model.ts';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import { initialState } from '../../../../src/simulation/initial-state.ts';
import { defaultParameters } from '../../../../src/simulation/parameters.ts';
import { cellBoundsOf } from '../../../../src/simulation/path/flood/cell-bounds.ts';
import { flood } from '../../../../src/simulation/path/flood/flood.ts';
import { createPathBody, type PathBody, pathBodies } from '../../../../src/simulation/path/path-body.ts';
import type { State } from '../../../../src/simulation/state.ts';
import type { World } from '../../../../src/simulation/world/world.ts';
import { bentBars } from '../../../fixtures/bent-bars.ts';
import { shake } from '../../../fixtures/inverted-shapes.ts';
import { PathOracle } from '../../../fixtures/path-oracle.ts';
import { type PathQuery, pathQueries } from '../../../fixtures/path-queries.ts';
import { PATH_OPTIONS } from '../../../../src/simulation/path/path-query.ts';
import { createPathScratch } from '../../../../src/simulation/path/scratch.ts';

const scratch = createPathScratch();
const { path } = scratch;

/** Bars of one mesh, bent in different ways. */
const [ring, coil, twisted] = bentBars(1);
const shaken = shake(coil, 0.35, 2);
const model = createModel('bar', { positions: coil.positions, tets: coil.tets }, 1);
const topology = buildTopology(coil.tets, coil.positions.length / 3);

/** Positions of both bodies per pass: one moves while the other stays, both move, one returns, elements invert. */
const PASSES = [
  [coil, twisted],
  [ring, twisted],
  [twisted, coil],
  [shaken, ring],
  [coil, twisted],
].map((bars) => bars.map(({ positions }) => positions));

function twoBodies(both: readonly Float32Array[]): { world: World; state: State } {
  const { world, positions } = createWorld(
    both.map((at) => ({ model, positions: at })),
    [],
  );
  const state = initialState(world, positions, defaultParameters(), (bytes) => new ArrayBuffer(bytes));
  state.pathPasses[0]++;
  return { world, state };
}

function move({ world, state }: { world: World; state: State }, both: readonly Float32Array[]): void {
  world.bodies.forEach(({ vertexBase }, i) => {
    state.positions.set(both[i], 3 * vertexBase);
  });
  state.pathPasses[0]++;
}

/** Another worker's view: its own copies of arrays that the state does not share. */
const bodiesOfAnother = (world: World, state: State): PathBody[] =>
  pathBodies(scratch.bodies, world, state).map((body, i) =>
    createPathBody(body.topology, body.restPositions, {
      ...body,
      cells: cellBoundsOf(state, world.bodies[i], world.models[world.bodies[i].model].cells),
    }),
  );

interface Asked extends PathQuery {
  readonly body: number;
}

function answer(body: PathBody, { point, tet, vertex }: PathQuery): number[] {
  flood(scratch, body, ...point, tet, vertex < 0 ? NONE : vertex, PATH_OPTIONS);
  return [path.face, path.feature, path.depthSquared, path.x, path.y, path.z];
}
const answerAll = ({ world, state }: { world: World; state: State }, asked: readonly Asked[]): number[][] =>
  asked.map((query) => answer(pathBodies(scratch.bodies, world, state)[query.body], query));

/** Free points and vertices of the body itself, by its positions. */
const drawn = new Map(
  [ring, coil, twisted, shaken].map(({ positions }) => [
    positions,
    pathQueries(new PathOracle(topology, positions), 60, 15),
  ]),
);
const QUESTIONS: Asked[][] = PASSES.map((both) =>
  both.flatMap((positions, body) => (drawn.get(positions) ?? []).map((query) => ({ ...query, body }))),
);
/** Answers from worlds that were never at other positions. */
const ANSWERS = PASSES.map((both, pass) => answerAll(twoBodies(both), QUESTIONS[pass]));

describe('bodies that move between passes', () => {
  test('answers are those of a fresh world', () => {
    const moving = twoBodies(PASSES[0]);
    PASSES.forEach((both, pass) => {
      if (pass > 0) move(moving, both);
      expect(answerAll(moving, QUESTIONS[pass]), `pass ${pass}`).toEqual(ANSWERS[pass]);
      // Fields on which answers rarely depend.
      pathBodies(scratch.bodies, moving.world, moving.state).forEach(({ inverted }, body) => {
        expect(inverted.count > 0).toBe(both[body] === shaken.positions);
      });
    });
  });

  /** Checks that the passes above change something. */
  test('without a new pass bounds stay where they were, and answers go wrong', () => {
    const stale = twoBodies(PASSES[0]);
    answerAll(stale, QUESTIONS[0]);
    move(stale, PASSES[2]);
    stale.state.pathPasses[0]--;
    expect(answerAll(stale, QUESTIONS[2])).not.toEqual(ANSWERS[2]);
  });
});

/** Which of two workers answers question i of a pass; a worker may be idle for a pass. */
const TURNS: Readonly<Record<string, (i: number, pass: number) => number>> = {
  'in turns': (i) => i % 2,
  'the first ahead': (i) => (i < 50 ? 0 : 1),
  'the second ahead': (i) => (i < 50 ? 1 : 0),
  'each pass another': (_, pass) => pass % 2,
};

describe('two workers over one state give the answers of one', () => {
  test.each(Object.keys(TURNS))('%s', (name) => {
    const moving = twoBodies(PASSES[0]);
    const workers = [
      pathBodies(scratch.bodies, moving.world, moving.state),
      bodiesOfAnother(moving.world, moving.state),
    ];
    expect(workers[1][0].cells.sides.buffer).toBe(workers[0][0].cells.sides.buffer);
    expect(workers[1][0].cells.knownCells).not.toBe(workers[0][0].cells.knownCells);
    PASSES.forEach((both, pass) => {
      if (pass > 0) move(moving, both);
      const answers = QUESTIONS[pass].map((query, i) => answer(workers[TURNS[name](i, pass)][query.body], query));
      expect(answers, `pass ${pass}`).toEqual(ANSWERS[pass]);
    });
  });

  test('both asked everything', () => {
    const moving = twoBodies(PASSES[0]);
    const workers = [
      pathBodies(scratch.bodies, moving.world, moving.state),
      bodiesOfAnother(moving.world, moving.state),
    ];
    PASSES.forEach((both, pass) => {
      if (pass > 0) move(moving, both);
      for (const worker of pass % 2 ? [...workers].reverse() : workers)
        expect(QUESTIONS[pass].map((query) => answer(worker[query.body], query))).toEqual(ANSWERS[pass]);
    });
  });
});
