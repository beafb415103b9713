import { expect, it } from 'vitest';
import { defaultParameters } from '../../../../src/index.ts';
import { createCloth } from '../../../../src/simulation/world/create-cloth.ts';
import { NotStarted, prepare, type SessionRequest } from '../../../../src/ui/app/session.ts';
import { sheetMesh } from '../../../fixtures/sheet.ts';

const mesh = sheetMesh(2, 0.1);
const request = (integrator: 'xpbd' | 'implicit-euler'): SessionRequest => ({
  scene: {} as SessionRequest['scene'],
  size: 1,
  build: {
    placements: [{ model: createCloth('tablecloth', mesh, 1e-3), positions: mesh.positions }],
    colliders: [],
    notes: [],
  } as unknown as SessionRequest['build'],
  backend: 'cpu',
  workers: 1,
  parameters: { ...defaultParameters(), integrator },
});

it('a scene with cloth starts with XPBD; with implicit Euler it is refused, and the page goes back', () => {
  expect(prepare(request('xpbd')).world.bodies.length).toBe(1);
  expect(() => prepare(request('implicit-euler'))).toThrow(NotStarted);
  expect(() => prepare(request('implicit-euler'))).toThrow(
    /tablecloth.*expected xpbd, the only one that supports cloth\.$/,
  );
});
