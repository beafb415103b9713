import { octopus } from './models/octopus.ts';
import { squareGrid, squareSheet } from './models/sheet-grid.ts';
import type { CheckRunner, Figure } from './check.ts';
import { clothOf } from './parts/cloth.ts';
import { checkCloth, extent, positionsOf } from './parts/cloth-check.ts';
import { bandedSkin } from './parts/cloth-skin.ts';
import { place } from './parts/place.ts';
import { createModel } from '../simulation/world/create-model.ts';
import type { Scene } from './scene.ts';

/** Side of the square cloth, and its height over the ground at the start [m]. The octopus is 1 m across, and a little over 0.5 m high. */
const SIDE = 1.25;
const HEIGHT = 0.62;
/** Orientation of the cloth (quaternion): turned so that no edge of it is parallel to an arm. */
const ORIENTATION = [0, 0.14, 0, 0.99] as const;
/** Tetrahedra of the octopus, for up to so many triangles of the cloth. A finer cloth shows a coarse octopus' edges. */
const FINENESS = [
  { triangles: 8000, tetrahedra: 10_000 },
  { triangles: Number.POSITIVE_INFINITY, tetrahedra: 14_800 },
] as const;
const [CREAM, CRIMSON] = [0xf3e6cc, 0xb5303c];
const [OCTOPUS, CLOTH] = [0, 1];

export const clothOctopus: Scene = {
  name: 'cloth-octopus',
  title: 'A cloth falls over an octopus',
  description:
    'A square cloth falls over an octopus, slides off its head, and drapes itself over its arms. Folds run from the head down between the arms, ' +
    'and hang freely where the cloth reaches beyond them. Watch the tips of the arms and the corners: the cloth must neither let anything ' +
    'through nor tremble once it lies.',
  size: { meaning: 'triangles', default: 5000, min: 1000, max: 100_000, small: 5000, medium: 20_000, paper: 64_000 },
  frames: 120,
  poster: 1,
  parameters: {
    timeStep: 2e-3,
    stepsPerFrame: 8,
    iterations: 5,
    youngsModulus: 2e5,
    poissonRatio: 0.4,
    density: 1000,
    materialDamping: 1e-2,
    velocityDamping: 2,
    staticFriction: 0.3,
    dynamicFriction: 0.3,
    contactOffset: 3e-3,
    contactPasses: 1,
  },
  camera: { position: [1.2, 1.15, 1.75], target: [0, 0.18, 0] },
  build(size, progress) {
    const { tetrahedra } = FINENESS.find(({ triangles }) => size <= triangles)!;
    const { mesh, armBaseRadius } = octopus({ tetrahedra, ...(progress ? { progress } : {}) });
    const grid = squareGrid(size);
    const cloth = squareSheet(grid, SIDE);
    return {
      placements: [
        { model: createModel('octopus', mesh, armBaseRadius), positions: onGround(mesh.positions) },
        {
          ...clothOf('cloth', cloth),
          positions: place(cloth.positions, ORIENTATION, [0, HEIGHT, 0]),
          skin: bandedSkin(grid, CREAM, CRIMSON),
        },
      ],
      colliders: [{ normal: [0, 1, 0], offset: 0 }],
      notes: [],
    };
  },
  check: checkDraped,
};

/** Raises or lowers a body so that its lowest vertex lies on the ground. @param positions [m] */
function onGround(positions: Float32Array): Float32Array {
  const { least } = extent(positions, 1);
  return positions.map((x, i) => (i % 3 === 1 ? x - least : x));
}

/** Runs the scene until the cloth lies. It has to hang over the octopus on all sides. */
function checkDraped(runner: CheckRunner): Promise<readonly Figure[]> {
  return checkCloth(
    runner,
    [CLOTH],
    { stretch: 0.2, meanStretch: 0.02, speed: 0.02 },
    {
      figures: (last) => {
        const [cloth, below] = [positionsOf(last, CLOTH), positionsOf(last, OCTOPUS)];
        const height = extent(cloth, 1);
        return [
          {
            name: 'height of the cloth’s top over the octopus’ top',
            value: height.greatest - extent(below, 1).greatest,
            unit: 'm',
            relation: '>',
            bound: 0,
          },
          { name: 'height of the cloth’s lowest point', value: height.least, unit: 'm', relation: '<', bound: 0.1 },
          ...[0, 2].map((axis): Figure => {
            const { least, greatest } = extent(cloth, axis);
            return {
              name: `breadth of the cloth along ${axis === 0 ? 'x' : 'z'}, in sides`,
              value: (greatest - least) / SIDE,
              relation: '<',
              bound: 1.1,
            };
          }),
        ];
      },
    },
  );
}
