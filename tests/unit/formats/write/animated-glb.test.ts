import { AnimationMixer, Mesh, type MeshStandardMaterial, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { describe, expect, it } from 'vitest';
import { checkGlbSize, writeAnimatedGlb, writeGlb } from '../../../../src/formats/write/write-animated-glb.ts';
import { ExportError } from '../../../../src/formats/write/written-mesh.ts';
import type { DrawnSurface } from '../../../../src/mesh/drawn-surface.ts';
import { seededRandom } from '../../../fixtures/box-world.ts';

const load = (file: Uint8Array): Promise<GLTF> => new GLTFLoader().parseAsync(file.slice().buffer as ArrayBuffer, '');

const material = (name: string, opacity: number) =>
  ({ name, colour: [0.25, 0.5, 1], opacity, roughness: 0.5, metalness: 0.25, doubleSided: true }) as const;
const uvs = new Float32Array([0, 0, 1, 0, 0, 1, 0.5, 0.5]);
const surface: DrawnSurface = {
  positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]),
  triangles: new Uint32Array([0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]),
  uvs,
  groups: [
    { first: 0, count: 3, material: 0 },
    { first: 3, count: 1, material: 1 },
  ],
  materials: [material('solid', 1), material('glass', 0.5)],
};
const plain: DrawnSurface = { ...surface, groups: [], materials: [] };
const random = seededRandom(5);
const frames = [0, 1, 2, 3].map((f) => surface.positions.map((x) => x + f + 0.3 * random()));
const TIMES = [0, 0.02, 0.04, 0.07];

const meshesOf = ({ scene }: GLTF): Mesh[] => {
  const meshes: Mesh[] = [];
  scene.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  return meshes;
};

describe('an animated .glb file, read by three', () => {
  it('shows each frame at its time: the positions of all bodies, and the way between two frames', async () => {
    const second = frames.map((frame) => frame.map((x) => 2 * x));
    const file = writeAnimatedGlb(
      [
        { name: 'first', surface, frames },
        { name: 'second', surface: plain, frames: second },
      ],
      TIMES,
    );
    const gltf = await load(file);
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]!).play();
    const meshes = meshesOf(gltf);
    expect(meshes).toHaveLength(3);
    const expectAt = (time: number, expected: (v: number) => number, digits = 5) => {
      mixer.setTime(time);
      for (const mesh of meshes) {
        const factor = mesh.name === 'second' ? 2 : 1;
        for (let v = 0; v < 4; v++) {
          const at = mesh.getVertexPosition(v, new Vector3());
          at.toArray().forEach((x, k) => {
            expect(x).toBeCloseTo(factor * expected(3 * v + k), digits);
          });
        }
      }
    };
    for (const f of [0, 1, 2]) expectAt(TIMES[f]!, (i) => frames[f]![i]!);
    // At its end, the animation begins again.
    expectAt(TIMES[3]! - 1e-7, (i) => frames[3]![i]!, 4);
    expectAt(0.03, (i) => (frames[1]![i]! + frames[2]![i]!) / 2);
  });

  it('keeps materials, triangles and texture coordinates', async () => {
    const gltf = await load(writeAnimatedGlb([{ name: 'body', surface, frames }], TIMES));
    const meshes = meshesOf(gltf);
    expect(meshes.flatMap(({ geometry }) => [...geometry.index!.array])).toEqual([...surface.triangles]);
    expect([...meshes[0]!.geometry.getAttribute('uv').array]).toEqual([...uvs]);
    const [solid, glass] = meshes.map((mesh) => mesh.material as MeshStandardMaterial);
    expect([solid!.name, solid!.transparent, solid!.metalness, solid!.side]).toEqual(['solid', false, 0.25, 2]);
    expect([solid!.color.r, solid!.color.g, solid!.color.b]).toEqual([0.25, 0.5, 1]);
    expect([glass!.transparent, glass!.opacity]).toEqual([true, 0.5]);
  });

  it.each([1, 1e25, 1e-25])('of one frame is a still surface with unit normals outwards, if %d long', async (size) => {
    const positions = surface.positions.map((x) => size * x);
    const gltf = await load(writeGlb({ ...plain, positions }));
    const [{ geometry }] = meshesOf(gltf) as [Mesh];
    expect(gltf.animations).toEqual([]);
    expect([...geometry.getAttribute('position').array]).toEqual([...positions]);
    const normals = geometry.getAttribute('normal');
    for (let v = 0; v < 4; v++) {
      const normal = new Vector3().fromBufferAttribute(normals, v);
      const outwards = new Vector3().fromArray(surface.positions, 3 * v).sub(new Vector3(0.25, 0.25, 0.25));
      expect(normal.length()).toBeCloseTo(1, 6);
      expect(normal.dot(outwards)).toBeGreaterThan(0.1);
    }
  });

  it('is refused if it would be too large', () => {
    expect(() => checkGlbSize(2049, 10)).toThrow(ExportError);
    expect(() => checkGlbSize(300, 1e5)).toThrow('would have 300 frames; expected at most 223');
    checkGlbSize(223, 1e5);
  });
});
