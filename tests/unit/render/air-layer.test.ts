import type { BufferGeometry, LineSegments, Mesh } from 'three/webgpu';
import { describe, expect, it } from 'vitest';
import { airMesh } from '../../../src/mesh/air/air-mesh.ts';
import { AirLayer } from '../../../src/render/air/air-layer.ts';
import { InvertedAir, MAX_INVERTED } from '../../../src/render/air/inverted-air.ts';
import { MAX_WIRED } from '../../../src/render/air/max-wired.ts';
import { createPoints } from '../../../src/simulation/world/create-rope.ts';
import { createWorld } from '../../../src/simulation/world/create-world.ts';

/** A tetrahedron and its mirror image, which is inverted. */
const POSITIONS = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1);
const { elements } = airMesh(3, [0, 1, 2, 3, 0, 1, 2, 4]);

describe('inverted elements', () => {
  it('are drawn by their four faces, all others not', () => {
    const inverted = new InvertedAir(2);
    const faces = inverted.group.children[0] as Mesh<BufferGeometry>;
    expect(inverted.update(POSITIONS, elements, 2)).toBe(1);
    expect(faces.visible).toBe(true);
    expect(faces.geometry.drawRange.count).toBe(12);
    const drawn = faces.geometry.getAttribute('position').array.slice(0, 36);
    // Vertex 4 alone is at z = -1; it belongs to three of the faces. Vertex 3, at z = 1, isn't drawn.
    expect(drawn.filter((_, i) => i % 3 === 2).filter((z) => z === -1)).toHaveLength(3);
    expect(drawn).not.toContain(Number.NaN);
    expect(Math.max(...drawn.filter((_, i) => i % 3 === 2))).toBe(0);
    expect(inverted.update(POSITIONS, elements, 1)).toBe(0);
    expect(faces.visible).toBe(false);
  });

  it('are counted beyond the number that is drawn', () => {
    const inverted = new InvertedAir(MAX_INVERTED + 5);
    const many = airMesh(3, Array.from({ length: MAX_INVERTED + 5 }, () => [0, 1, 2, 4]).flat());
    expect(inverted.update(POSITIONS, many.elements, MAX_INVERTED + 5)).toBe(MAX_INVERTED + 5);
    expect((inverted.group.children[0] as Mesh<BufferGeometry>).geometry.drawRange.count).toBe(12 * MAX_INVERTED);
  });
});

describe('the wire', () => {
  const model = createPoints('points', POSITIONS, { dimension: 3 });
  const { world } = createWorld([{ model, positions: POSITIONS }], [], {}, {}, airMesh(3, [0, 1, 2, 3]));
  const wireOf = ({ group }: AirLayer) => group.children[0] as LineSegments<BufferGeometry>;

  it('has each edge once, also when the elements change', () => {
    const layer = new AirLayer(world, 2);
    layer.update(POSITIONS, elements, 1);
    expect(wireOf(layer).geometry.drawRange.count).toBe(2 * 6);
    layer.update(POSITIONS, elements, 2);
    // Both share a face.
    expect(wireOf(layer).geometry.drawRange.count).toBe(2 * 9);
  });

  it('is left out of large meshes', () => {
    const layer = new AirLayer(world, MAX_WIRED + 1);
    expect(layer.update(POSITIONS, elements, 2)).toBe(1);
    expect(wireOf(layer).visible).toBe(false);
  });
});
