import { expect, it } from 'vitest';
import { nestedKnots } from '../../../../src/scenes/nested-knots.ts';
import { OWN_SCENE } from '../../../../src/ui/link/own-document.ts';
import { withChoice, resize, usualParameters, settingsFrom } from '../../../../src/ui/link/settings.ts';
import { documentOf } from '../../../../src/ui/own/document.ts';
import { emptyScene } from '../../../../src/ui/own/edits.ts';

const { small, medium, paper } = nestedKnots.size;
const link = (size: number | undefined, parameters = {}) =>
  settingsFrom({ scene: 'nested-knots', ...(size === undefined ? {} : { size }), parameters, problems: [] } as never, [
    'cpu',
  ]).settings;

it('starts a link to a size with the parameters of that size and those of the link', () => {
  expect(link(medium).parameters.timeStep).toBeLessThan(nestedKnots.parameters.timeStep!);
  expect(link(medium, { timeStep: 1e-3 }).parameters.timeStep).toBe(1e-3);
});

it('takes another size’s parameters, except those that the person set', () => {
  const settings = link(undefined);
  expect(settings.parameters).toEqual(usualParameters({ scene: 'nested-knots', size: small }));
  settings.parameters.gravity = 3;
  resize(settings, paper);
  expect(settings.size).toBe(paper);
  expect(settings.parameters).toEqual({ ...usualParameters(settings), gravity: 3 });
  expect(settings.parameters.timeStep).toBeLessThan(nestedKnots.parameters.timeStep!);
  settings.parameters.youngsModulus = 2e5;
  resize(settings, small);
  expect(settings.parameters).toEqual({ ...usualParameters(settings), gravity: 3, youngsModulus: 2e5 });
});

it('starts an undecided size with the steps of small, whatever the size was', () => {
  const settings = withChoice(link(paper), { scene: 'nested-knots', size: undefined });
  expect(settings.size).toBeUndefined();
  expect(settings.parameters).toEqual(usualParameters({ scene: 'nested-knots', size: small }));
});

it('changes time step and steps per frame together or not at all', () => {
  const settings = link(small, { timeStep: 5e-4 });
  const { stepsPerFrame } = settings.parameters;
  resize(settings, paper);
  expect(settings.parameters).toMatchObject({ timeStep: 5e-4, stepsPerFrame });
});

it('leaves the previous settings unchanged by a choice', () => {
  const settings = link(paper);
  const before = structuredClone(settings);
  withChoice(settings, { size: small }).parameters.gravity = 3;
  withChoice(settings, { backend: 'gpu' }).parameters.gravity = 3;
  expect(settings).toEqual(before);
});

it('starts another scene with its own parameters, without a comparison, on the same backend', () => {
  const settings = link(paper, { gravity: 3 });
  settings.compare = { name: 'mode', value: 'off' };
  const other = withChoice(settings, { scene: 'twisted-beam', size: 80_000 });
  expect(other).toEqual({
    scene: 'twisted-beam',
    size: 80_000,
    backend: 'cpu',
    parameters: usualParameters({ scene: 'twisted-beam', size: 80_000 }),
    compare: undefined,
  });
});

it('keeps the collision mode that the person chose, except in a scene with a mode of its own', () => {
  const settings = link(small, { mode: 'ccd' });
  expect(withChoice(settings, { scene: 'twisted-beam' }).parameters.mode).toBe('ccd');
  const viaFigures = withChoice(withChoice(settings, { scene: 'paths-2d' }), { scene: 'twisted-beam' });
  expect(viaFigures.parameters.mode).toBe('ccd');
  expect(withChoice(settings, { scene: 'tangled-ball' }).parameters.mode).toBe('off');
  // tangled-ball's own mode is no choice of the person.
  const own = withChoice(link(small), { scene: 'tangled-ball' });
  expect(withChoice(own, { scene: 'twisted-beam' }).parameters.mode).toBe('hybrid');
});

/** A scene of one's own that sets gravity. */
const ownWith = (gravity: number) => documentOf({ ...emptyScene(), parameters: { gravity } });

it('starts a scene of one’s own that a file brings with its parameters, also where another one was shown', () => {
  const first = withChoice(link(small), { scene: OWN_SCENE, own: ownWith(1) });
  expect(first.parameters.gravity).toBe(1);
  first.parameters.iterations = 3;
  const other = withChoice(first, { scene: OWN_SCENE, own: ownWith(2), isOther: true });
  expect(other.parameters).toEqual(usualParameters(other));
  expect(other.parameters.gravity).toBe(2);
});

it('keeps what the person has changed when a scene of one’s own is edited or an edit is taken back', () => {
  const first = withChoice(link(small), { scene: OWN_SCENE, own: ownWith(1) });
  first.parameters.iterations = 3;
  const edited = withChoice(first, { scene: OWN_SCENE, own: ownWith(2) });
  expect(edited.parameters).toEqual({ ...usualParameters(edited), iterations: 3 });
  expect(edited.parameters.gravity).toBe(2);
  expect(first.parameters.gravity).toBe(1);
});
