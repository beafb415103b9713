import { expect, it } from 'vitest';
import { createWorld } from '../../../../src/simulation/world/create-world.ts';
import type { SimulationParameters } from '../../../../src/simulation/parameters.ts';
import type { Motion } from '../../../../src/simulation/script/motion.ts';
import type { RandomForces, Script } from '../../../../src/simulation/script/script.ts';
import { cornerTet } from '../../../fixtures/stages.ts';

const model = cornerTet();
const placements = [model, model].map(() => ({ model, positions: model.mesh.positions }));
const planes = [{ normal: [0, 1, 0], offset: 0 }] as const;
const build = (script: Script) => createWorld(placements, planes, {}, script);

const still: Motion = { times: [0] };
const driver = (body: number, vertices: readonly number[], motion = still) => ({
  body,
  vertices: Uint32Array.from(vertices),
  motion,
});
const motion = (changed: Partial<Motion>): Script => ({ drivers: [driver(0, [1], { ...still, ...changed })] });
const collider = (index: number) => ({ collider: index, motion: still });
const forces = (changed: Partial<RandomForces>): Script => ({
  forces: { from: 0, until: 1, period: 0.1, acceleration: 1, ...changed },
});
const set = (parameters: object, time = 1): Script => ({
  switches: [{ time, parameters: parameters as Partial<SimulationParameters> }],
});

const wrong: readonly (readonly [Script, string])[] = [
  [{ drivers: [driver(2, [0])] }, 'Driver 0 moves body 2, expected an index below 2'],
  [{ drivers: [driver(0.5, [0])] }, 'Driver 0 moves body 0.5, expected an index below 2'],
  [{ drivers: [driver(0, [0, 4])] }, 'Driver 0 moves vertex 4, expected ids below 4'],
  [{ drivers: [driver(0, [3, 1, 3])] }, 'Driver 0 moves vertex 3 of body 0 twice, expected each once'],
  [
    { drivers: [driver(1, [3]), driver(0, [3]), driver(1, [0, 3])] },
    'Drivers 0 and 2 move vertex 3 of body 1, expected one driver per vertex',
  ],
  [motion({ times: [] }), 'Driver 0 has no times, expected at least one'],
  [motion({ times: [0, 2, 1] }), 'Driver 0 has the time 1 after the time 2, expected ascending times'],
  [motion({ times: [0, Number.NaN] }), 'Driver 0 has the time NaN, expected seconds'],
  [motion({ turns: [0, 1] }), 'Driver 0 has 2 turns, expected one for each of its 1 times'],
  [motion({ shifts: [] }), 'Driver 0 has 0 shifts, expected one for each of its 1 times'],
  [motion({ shifts: [[0, Number.NaN, 0]] }), 'Driver 0 has shifts 0,NaN,0, expected numbers'],
  [motion({ axis: [1, 1, 0] }), 'Driver 0 turns about the axis 1,1,0 of length 1.414'],
  [motion({ axis: [0, 0, 0] }), 'of length 0, expected a unit vector'],
  [motion({ centre: [0, Number.NaN, 0] }), 'Driver 0 turns about the point 0,NaN,0, expected numbers'],
  [{ drivers: [{ ...driver(0, [0]), until: Number.NaN }] }, 'Driver 0 has until = NaN, expected a time [s]'],
  [{ colliders: [collider(0), collider(1)] }, 'Moving collider 1 moves collider 1, expected an index below 1'],
  [{ colliders: [collider(-1)] }, 'Moving collider 0 moves collider -1, expected an index below 1'],
  [{ colliders: [collider(0), collider(0)] }, 'Collider 0 has two motions, expected one'],
  [
    { colliders: [{ collider: 0, motion: { times: [0, 1], shifts: [[0, 0, 0]] } }] },
    'Moving collider 0 has 1 shifts, expected one for each of its 2 times',
  ],
  [set({ dropSpeed: 1 }), "Switch 0 sets 'dropSpeed', expected a parameter that can change while a scene runs"],
  [set({ contactPoints: 'all' }), "Switch 0 sets 'contactPoints'"],
  [set({ gravitation: 1 }), "Switch 0 sets 'gravitation', expected a parameter"],
  [set({}, Number.NaN), 'Switch 0 has the time NaN, expected seconds'],
  [forces({ until: Number.NaN }), 'Random forces have until = NaN, expected a number'],
  [forces({ period: 0 }), 'Random forces last for periods of 0 s, expected more than 0'],
];
it.each(wrong)('refuses %j', (script, message) => {
  expect(() => build(script)).toThrow(message);
});

it('takes what is right: a jump, a turn about a slanting axis, one vertex each of two bodies', () => {
  const script = {
    drivers: [driver(0, [3], { times: [0, 1, 1], turns: [0, 0, 1], axis: [0.6, 0, 0.8] }), driver(1, [3])],
    colliders: [collider(0)],
    switches: [{ time: 1, parameters: { gravity: 0, mode: 'off' as const } }],
  };
  expect(build(script).world.drivenCapacity).toBe(2);
});
