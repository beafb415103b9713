import { OWN_KIND } from '../../../../../src/simulation/state.ts';
import { describe, expect, it } from 'vitest';
import { createCloth } from '../../../../../src/simulation/world/create-cloth.ts';
import { createModel } from '../../../../../src/simulation/world/create-model.ts';
import { createSheet } from '../../../../../src/simulation/world/create-sheet.ts';
import { cloth, clothByBody } from '../../../../../src/simulation/constraints/cloth/cloth.ts';
import { fillsWorkers } from '../../../../../src/simulation/constraints/elastic/batch.ts';
import { neoHookean, neoHookeanByBody } from '../../../../../src/simulation/constraints/neo-hookean/neo-hookean.ts';
import { springs, springsByBody } from '../../../../../src/simulation/constraints/springs/springs.ts';
import type { Stage } from '../../../../../src/simulation/program/stage.ts';
import { seededRandom } from '../../../../fixtures/box-world.ts';
import { sheetMesh } from '../../../../fixtures/sheet.ts';
import { contextWith } from '../../../../fixtures/detection.ts';
import { planarWorld } from '../../../../fixtures/planar.ts';
import { contextOf, parametersWith, runInRanges } from '../../../../fixtures/stages.ts';
import { boxMesh } from '../../../mesh/box-mesh.ts';

const box = (cells: number) => createModel('box', boxMesh(cells, 2, 2), 1);

/** Bodies of one model that are of the scene's kind and of each kind for themselves, one of another, a sheet and a cloth. */
function stirred() {
  const model = box(3);
  const materials = [undefined, { material: 'mass-spring' }, { material: 'neo-hookean', density: 500 }, {}] as const;
  const sheet = createSheet('sheet', sheetMesh(3, 1), 0.1);
  const draped = createCloth('cloth', sheetMesh(3, 1), 0.1);
  const context = contextOf([model, model, model, box(1), sheet, draped], { materials });
  const random = seededRandom(11);
  const { positions } = context.state;
  for (let i = 0; i < positions.length; i++) positions[i] += 0.2 * (random() - 0.5);
  return context;
}

describe('bodies shared out whole', () => {
  it.each<[string, Stage, Stage, number]>([
    ['springs', springs, springsByBody, 0],
    ['neo-Hookean', neoHookean, neoHookeanByBody, 0],
    ['springs of their own kind', springs, springsByBody, OWN_KIND],
    ['neo-Hookean of their own kind', neoHookean, neoHookeanByBody, OWN_KIND],
    ['cloth', cloth, clothByBody, OWN_KIND],
  ])('get the bits that they get colour by colour: %s', (_, byColour, byBody, argument) => {
    const [one, other] = [stirred(), stirred()];
    one.argument = other.argument = argument;
    for (let iteration = 0; iteration < 3; iteration++) {
      runInRanges(byColour, one);
      runInRanges(byBody, other);
    }
    expect(one.state.positions).not.toEqual(stirred().state.positions);
    for (const name of ['positions', 'remainders', 'multipliers', 'materialMoves'] as const)
      expect(other.state[name]).toEqual(one.state[name]);
  });

  it('get them in the plane too, where areas follow the springs', () => {
    const parameters = parametersWith({ areaStiffness: 1e4 });
    const [one, other] = [1, 2].map(() => ({ ...contextWith(planarWorld(), OWN_KIND), parameters }));
    runInRanges(springs, one);
    runInRanges(springsByBody, other);
    expect(one.state.positions).not.toEqual(planarWorld().state.positions);
    for (const name of ['positions', 'remainders', 'multipliers', 'materialMoves'] as const)
      expect(other.state[name]).toEqual(one.state[name]);
  });

  it.each([
    [[4], 1, true],
    [[4], 2, false],
    [[4, 4], 2, true],
    [[4, 4, 4], 2, true],
    [[4, 4, 4, 4], 3, false],
    [[4, 4, 4, 4, 4, 4, 4, 4], 3, true],
    [[8, 4, 4], 2, true],
    [[8, 1], 2, false],
  ])('fill the workers or not: cells %j, %d workers: %s', (cells, workers, fills) => {
    expect(fillsWorkers(contextOf(cells.map(box)).world, workers)).toBe(fills);
  });

  it.each([
    ['cloth', createCloth],
    ['sheet', createSheet],
  ] as const)('one large %s does not fill two workers, two do', (_, create) => {
    const draped = create('draped', sheetMesh(9, 1), 0.1);
    expect(fillsWorkers(contextOf([draped, box(1)]).world, 2)).toBe(false);
    expect(fillsWorkers(contextOf([draped, draped, box(1)]).world, 2)).toBe(true);
  });
});
