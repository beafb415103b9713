import { describe, expect, it } from 'vitest';
import type { GivenFile } from '../../../../src/formats/given-file.ts';
import { writeTets } from '../../../../src/formats/write-tets.ts';
import { writeObj } from '../../../../src/formats/write/write-obj.ts';
import { cuboid } from '../../../../src/mesh/model/cuboid.ts';
import { loadMesh, meshesAmong } from '../../../../src/scenes/own/load-mesh.ts';
import { cellFor, DEFAULT_TETRAHEDRA } from '../../../../src/surface/estimate.ts';
import { box } from '../../surface/shapes.ts';

/** A box as an OBJ file. @param sides in the file's unit */
const boxFile = (name: string, ...sides: [number, number, number]): GivenFile => writeObj(box(sides), name)[0];

describe('a surface whose cell is not given', () => {
  const files = [boxFile('box', 20, 10, 10)];

  it('is filled as the page fills one: with the cell for the default number of tetrahedra', async () => {
    const mesh = await loadMesh(files, { file: 'box.obj', metresPerUnit: 0.01 });
    // The box has 0.002 m^3 and 0.1 m^2.
    const cell = cellFor({ volume: 0.002, area: 0.1 });
    const count = mesh.mesh.tets.length / 4;
    expect(count).toBeGreaterThan(0.75 * DEFAULT_TETRAHEDRA);
    expect(count).toBeLessThan(1.25 * DEFAULT_TETRAHEDRA);
    const given = await loadMesh(files, { file: 'box.obj', metresPerUnit: 0.01, cell: 2 * cell });
    expect(given.mesh.tets.length / 4).toBeLessThan(count / 4);
  });

  it('is refused in words if it has no area', async () => {
    const flat = [boxFile('box', 0, 0, 0)];
    await expect(loadMesh(flat, { file: 'box.obj', metresPerUnit: 1 })).rejects.toThrow(/no (area|triangles)/);
  });
});

describe('meshes among files that came with a scene', () => {
  const widthOf = async (files: readonly GivenFile[], file: string): Promise<number> => {
    const { mesh } = await meshesAmong(files)({ file, metresPerUnit: 1, cell: 1 });
    const across = mesh.positions.filter((_, i) => i % 3 === 0);
    return Math.max(...across) - Math.min(...across);
  };

  it('are found beside other surfaces', async () => {
    const files = [boxFile('small', 2, 2, 2), boxFile('large', 4, 2, 2)];
    expect(await widthOf(files, 'meshes/large.obj')).toBeCloseTo(4, 1);
    expect(await widthOf(files, 'small.obj')).toBeCloseTo(2, 1);
  });

  it("are found beside other meshes of TetGen's two files", async () => {
    const boxes = [1, 2, 3].flatMap((width) => {
      const { mesh } = cuboid({ size: [width, 1, 1], cells: [width, 1, 1] });
      return writeTets(['b.1', 'b', 'c'][width - 1], 'node', { ...mesh, triangles: new Uint32Array() });
    });
    for (const [name, width] of [
      ['b.1', 1],
      ['b', 2],
      ['c', 3],
    ] as const)
      for (const end of ['node', 'ele']) expect(await widthOf(boxes, `${name}.${end}`)).toBe(width);
  });

  it('are asked for if they did not come', async () => {
    await expect(widthOf([boxFile('small', 2, 2, 2)], 'other.obj')).rejects.toThrow(
      'The scene names the file other.obj; give that file together with the scene',
    );
  });
});
