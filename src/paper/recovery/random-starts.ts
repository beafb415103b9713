import type { Vector } from '../../math/arithmetic.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { ball, box, cross, mapped, ring, turned } from './shapes.ts';
import type { Start, StartBody } from './start.ts';

/** A linear congruential generator: the same numbers from 0 to 1 everywhere. Source of the constants: Numerical Recipes. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Height about which bodies begin [m]. */
const HEIGHT = 0.7;
/** Greatest width of the cube in which the bodies' middles begin [m]. */
const SPREAD = 0.25;

const SHAPES = (): readonly (readonly [name: string, mesh: TetMesh])[] => [
  ['box', box([0.4, 0.2, 0.4], [4, 2, 4])],
  ['coarse box', box([0.4, 0.2, 0.4], [2, 1, 2])],
  ['cube', box([0.3, 0.3, 0.3], [3, 3, 3])],
  ['rod', box([1, 0.1, 0.1], [10, 1, 1])],
  ['plate', box([0.5, 0.06, 0.5], [6, 1, 6])],
  ['ball', ball(0.2, 0.09)],
  ['small ball', ball(0.1, 0.06)],
  ['ring', ring(0.25, 0.07, 0.06)],
  ['bar', box([0.6, 0.15, 0.15], [8, 2, 2])],
  ['cross', cross(0.25, 0.07)],
];

/** Returns pairs and triples of shapes about one place, three tenths of them unturned, half of them over a ground. */
export function randomStarts(count: number, seed: number): Start[] {
  const random = generator(seed);
  const shapes = SHAPES();
  return Array.from({ length: count }, (_, i) => {
    const size = random() < 0.25 ? 3 : 2;
    const names: string[] = [];
    const bodies = Array.from({ length: size }, (): StartBody => {
      const [name, mesh] = shapes[Math.floor(random() * shapes.length)];
      names.push(name);
      const axis: Vector = [random() - 0.5, random() - 0.5, random() - 0.5];
      const degrees = random() < 0.3 ? 0 : 360 * random();
      const spread = SPREAD * random();
      const shift = [spread * (random() - 0.5), HEIGHT + spread * (random() - 0.5), spread * (random() - 0.5)];
      return { mesh, positions: turned(mesh, axis, degrees).map((x, k) => x + shift[k % 3]) };
    });
    return {
      name: `random ${seed}/${i}: ${names.join(', ')}`,
      group: 'random',
      hasGround: random() < 0.5,
      size: 0.3,
      bodies,
    };
  });
}

/** Returns bars that are wound and bent into themselves, alone or two of them. */
export function woundBars(count: number, seed: number): Start[] {
  const random = generator(seed);
  const fine = box([3, 0.3, 0.3], [30, 3, 3]);
  const coarse = box([3, 0.3, 0.3], [20, 1, 1]);
  return Array.from({ length: count }, (_, i) => {
    const mesh = random() < 0.5 ? fine : coarse;
    const radius = 0.25 + 0.35 * random();
    const pitch = 0.12 * random();
    const wave = 0.5 * random();
    const phase = 6 * random();
    const wound = (x: number, y: number, z: number): Vector => {
      const angle = x / radius + 0.3 * wave * Math.sin(2 * x + phase);
      const climb = z + pitch * x + 0.1 * wave * Math.sin(3 * x + phase);
      return [(radius - y) * Math.sin(angle), (y - radius) * Math.cos(angle), climb];
    };
    const bar = (shift: number): StartBody => ({
      mesh,
      positions: mapped(mesh, wound).map((x, k) => x + [shift, 1, 0.1 * shift][k % 3]),
    });
    const bodies = random() < 0.3 ? [bar(0), bar(0.2 + 0.3 * random())] : [bar(0)];
    const name = `wound ${seed}/${i}: R ${radius.toFixed(2)}, pitch ${pitch.toFixed(2)}, ${mesh === fine ? 'fine' : 'coarse'}, ${bodies.length}`;
    return { name, group: 'wound', hasGround: random() < 0.3, size: 0.8, bodies };
  });
}
