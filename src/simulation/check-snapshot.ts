import type { TreeLayout } from '../bvh/tree.ts';
import { AIR_STRIDE } from '../mesh/air/air-mesh.ts';
import { AIR_COLOURS } from '../mesh/air/colour-elements.ts';
import { NONE } from '../mesh/topology.ts';
import { AIR_TALLY } from './constraints/air/arrays.ts';
import { PARAMETERS, type SimulationParameters } from './parameters.ts';
import type { Snapshot, SnapshotArrays } from './snapshot.ts';
import type { World } from './world/world.ts';

/**
 * Checks of a snapshot that came from a file. Ids, counts and orders go unchecked into WebAssembly and to the GPU, where a wrong one reads other
 * memory, or lets collisions be missed. Numbers of positions and velocities need no check: the first step finds those that are not finite.
 */

/** Greatest remainder [m]: the distance of neighbouring float32 numbers at 10 km, where the world ends. What float32 rounds off is at most half of it. */
const MOST_REMAINDER = 2 ** -10;

/** @throws RangeError if ids, counts or orders of a snapshot can't be those of a run in this world */
export function checkSnapshot(snapshot: Snapshot, world: World, parameters: SimulationParameters): void {
  checkParameters(snapshot.parameters, parameters);
  checkCourse(snapshot, world);
  const { arrays, schedule } = snapshot;
  checkOrders('tetOrder', arrays.tetOrder, world.tetTrees);
  checkOrders('faceOrder', arrays.faceOrder, world.faceTrees);
  checkOrders('edgeOrder', arrays.edgeOrder, world.edgeTrees);
  checkRemainders(arrays.remainders);
  if (schedule.due !== undefined) checkFinite('rebuildPositions', arrays.rebuildPositions);
  if (arrays.airTally) checkAir(arrays, world);
}

/** A world is made for some parameters. With others, a step would use arrays that the world doesn't have. */
function checkParameters(given: SimulationParameters, own: SimulationParameters): void {
  for (const name of Object.keys(PARAMETERS) as (keyof SimulationParameters)[])
    if (PARAMETERS[name].onReset && given[name] !== own[name])
      throw new RangeError(`the state has ${name} ${given[name]}; expected ${own[name]}, with which its run began`);
}

/** Largest value of a parameter that is a number. */
function mostOf(name: 'timeStep' | 'rebuildDelay'): number {
  const definition = PARAMETERS[name];
  return 'max' in definition ? definition.max : 0;
}

/** Checks how far the run is: steps, time, inputs, switches, and the steps of rebuilds. */
function checkCourse({ steps, time, inputs, appliedSwitches, schedule, hand }: Snapshot, world: World): void {
  const longest = steps * mostOf('timeStep');
  // A sum of `steps` numbers has at most as many rounding errors.
  if (!(time <= longest * (1 + steps * Number.EPSILON)))
    throw new RangeError(`the state has the time ${time} s after ${steps} steps; expected at most ${longest} s`);
  const early = inputs.findIndex(({ step }, i) => step > steps || (i > 0 && step < inputs[i - 1].step));
  if (early >= 0)
    throw new RangeError(
      `input ${early} of the state is of step ${inputs[early].step}; expected ascending steps up to ${steps}`,
    );
  const switches = world.script.switches?.length ?? 0;
  if (appliedSwitches > switches)
    throw new RangeError(`the state has ${appliedSwitches} switches behind it; expected at most ${switches}`);
  const { lastStart, due } = schedule;
  if (lastStart > steps)
    throw new RangeError(`the state's last rebuild began in step ${lastStart}; expected at most ${steps}`);
  const latest = steps + mostOf('rebuildDelay');
  if (due !== undefined && !(due >= steps && due <= latest))
    throw new RangeError(`the state's rebuild is due in step ${due}; expected ${steps} to ${latest}`);
  const late = hand.moving.find(({ start }) => start > steps);
  if (late) throw new RangeError(`a target of the state moves from step ${late.start} on; expected at most ${steps}`);
}

/**
 * Checks the order of the leaves of a forest: each tree has each of its primitives once.
 * @param trees one per body; their ids count from 0 in each
 */
function checkOrders(name: string, order: ArrayLike<number>, trees: readonly TreeLayout[]): void {
  const seen = new Uint8Array(order.length);
  trees.forEach(({ orderBase, primitiveCount }, body) => {
    for (let k = orderBase; k < orderBase + primitiveCount; k++) {
      const id = order[k];
      if (id < primitiveCount && seen[orderBase + id] === 0) seen[orderBase + id] = 1;
      else
        throw new RangeError(
          `the state's ${name} has ${id} at place ${k}; expected each number from 0 to ${primitiveCount - 1} once, as the leaves of body ${body}`,
        );
    }
  });
}

/** Larger ones move vertices before the first step, which then takes far longer: contacts are looked for in the whole world. */
function checkRemainders(remainders: ArrayLike<number>): void {
  for (let i = 0; i < remainders.length; i++)
    if (!(Math.abs(remainders[i]) <= MOST_REMAINDER))
      throw new RangeError(
        `the state's remainders has ${remainders[i]} at place ${i}; expected at most ${MOST_REMAINDER} m, which float32 rounds off`,
      );
}

function checkFinite(name: string, array: ArrayLike<number>): void {
  for (let i = 0; i < array.length; i++)
    if (!Number.isFinite(array[i]))
      throw new RangeError(`the state's ${name} has ${array[i]} at place ${i}; expected finite numbers`);
}

/** Checks the air mesh: its counts, its vertices, and that elements that are projected in parallel share none. */
function checkAir({ airElements, airOffsets, airTally }: SnapshotArrays, { vertexCount, dimension }: World): void {
  const count = airTally[AIR_TALLY.elements];
  const classes = airTally[AIR_TALLY.classes];
  if (AIR_STRIDE * count > airElements.length)
    throw new RangeError(
      `the state counts ${count} elements of air; expected at most ${airElements.length / AIR_STRIDE}`,
    );
  const fault = airOffsets.findIndex((offset, c) => offset > count || (c > 0 && offset < airOffsets[c - 1]));
  if (fault >= 0 || airOffsets[0] !== 0 || airOffsets[AIR_COLOURS + 1] !== count)
    throw new RangeError(
      `the state's airOffsets has ${airOffsets[Math.max(0, fault)]} at place ${Math.max(0, fault)}; expected ascending numbers from 0 to ${count}`,
    );
  if (classes > AIR_COLOURS + 1 || airOffsets[classes] !== count)
    throw new RangeError(`the state counts ${classes} classes of air; expected those of its ${count} elements`);
  const corners = dimension === 2 ? 3 : AIR_STRIDE;
  /** Per vertex: 1 + the last class with an element at it. Those behind the colours are projected one after another, so each is a class. */
  const lastClass = new Uint32Array(vertexCount);
  for (let e = 0, c = 0; e < count; e++) {
    while (c <= AIR_COLOURS && e >= airOffsets[c + 1]) c++;
    const mark = 1 + (c < AIR_COLOURS ? c : AIR_COLOURS + e);
    for (let k = 0; k < corners; k++) {
      const vertex = airElements[AIR_STRIDE * e + k];
      if (!(vertex < vertexCount) || lastClass[vertex] === mark)
        throw new RangeError(
          `element ${e} of the state's air has vertex ${vertex}; expected one from 0 to ${vertexCount - 1} that no other corner of its class has`,
        );
      lastClass[vertex] = mark;
    }
    if (corners < AIR_STRIDE && airElements[AIR_STRIDE * e + corners] !== NONE)
      throw new RangeError(`element ${e} of the state's air has four corners; expected three in the plane`);
  }
}
