import type { GLTF } from '@gltf-transform/core';
import { MeshFileError } from '../file-mesh.ts';
import type { GltfFile } from './gltf-file.ts';
import { entry, isWhole, named } from './gltf-values.ts';
import { replaceRows } from './read-numbers.ts';

const COMPONENTS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** A type of numbers. Source: glTF 2.0 Specification, 3.6.2.2 and 3.11 (normalized integers). */
interface NumberType {
  /** Bytes per number. */
  readonly size: number;
  readonly read: (view: DataView, at: number) => number;
  /** The integer that means 1 if the accessor is normalized. */
  readonly one: number;
}

const TYPES: Readonly<Record<number, NumberType>> = {
  5120: { size: 1, read: (view, at) => view.getInt8(at), one: 127 },
  5121: { size: 1, read: (view, at) => view.getUint8(at), one: 255 },
  5122: { size: 2, read: (view, at) => view.getInt16(at, true), one: 32_767 },
  5123: { size: 2, read: (view, at) => view.getUint16(at, true), one: 65_535 },
  5125: { size: 4, read: (view, at) => view.getUint32(at, true), one: 1 },
  5126: { size: 4, read: (view, at) => view.getFloat32(at, true), one: 1 },
};

/** Types of the ids of rows that a sparse accessor changes. */
const ID_TYPES: readonly number[] = [5121, 5123, 5125];

/** An accessor of colours or texture coordinates, and how it is read. */
export interface LooksOf {
  readonly index: number;
  readonly types: readonly GLTF.AccessorType[];
  /** Numbers that are taken of each row. */
  readonly perRow: number;
  readonly what: string;
  /** Replaces all numbers of a row if one of them isn't finite. */
  readonly otherwise: number;
  /** Called for each such row. */
  readonly leftOut: () => void;
}

/** Reads accessors of a file. None is kept: many may have the same bytes, so that keeping them could take far more memory than the file has. */
export class GltfAccessors {
  private readonly known = new Map<number, GLTF.IAccessor>();

  constructor(private readonly file: GltfFile) {}

  /** Returns the number of an accessor's rows, after it was compared with the bytes that are there. */
  count(index: number): number {
    return this.checked(index).count;
  }

  /**
   * Returns an accessor's numbers, finite, row by row; integers are converted as the file says.
   * @param types that it may have
   * @param perRow numbers that are taken of each row
   */
  floats(index: number, types: readonly GLTF.AccessorType[], perRow: number, what: string): Float64Array {
    const values = this.anyFloats(index, types, perRow, what);
    for (let i = 0; i < values.length; i++)
      if (!Number.isFinite(values[i]))
        throw new MeshFileError(
          `${what} ${Math.floor(i / perRow)} of accessor ${index} has ${values[i]}; expected a finite number`,
        );
    return values;
  }

  private anyFloats(index: number, types: readonly GLTF.AccessorType[], perRow: number, what: string): Float64Array {
    const def = this.ofType(index, types, what);
    const values = this.read(def, perRow);
    if (def.normalized) normalize(values, def.componentType);
    return values;
  }

  /**
   * Returns an accessor's numbers, which only change the looks, so that numbers that aren't finite refuse no mesh.
   * @param count of its rows that is expected, one per vertex
   */
  looks({ index, types, perRow, what, otherwise, leftOut }: LooksOf, count: number): Float64Array {
    const values = this.anyFloats(index, types, perRow, what);
    this.checkRows(values, index, perRow, what, count);
    replaceRows(values, perRow, otherwise, leftOut);
    return values;
  }

  /** Returns an accessor's numbers as `floats` does. @param count of its rows that is expected, one per vertex */
  rows(index: number, types: readonly GLTF.AccessorType[], perRow: number, what: string, count: number): Float64Array {
    const values = this.floats(index, types, perRow, what);
    this.checkRows(values, index, perRow, what, count);
    return values;
  }

  private checkRows(values: Float64Array, index: number, perRow: number, what: string, count: number): void {
    if (values.length !== perRow * count)
      throw new MeshFileError(
        `Accessor ${index} (${what}) has ${values.length / perRow} rows; expected ${count}, one per vertex`,
      );
  }

  /** Returns an accessor of whole numbers, each less than `count`. */
  ids(index: number, type: GLTF.AccessorType, count: number, what: string): Float64Array {
    const values = this.read(this.ofType(index, [type], what), COMPONENTS[type]);
    for (let i = 0; i < values.length; i++)
      if (!(isWhole(values[i]) && values[i] < count))
        throw new MeshFileError(
          `${what} ${i} of accessor ${index} is ${values[i]}; expected a whole number below ${count}`,
        );
    return values;
  }

  private ofType(index: number, types: readonly GLTF.AccessorType[], what: string): GLTF.IAccessor {
    const def = this.checked(index);
    if (!types.includes(def.type))
      throw new MeshFileError(
        `Accessor ${index} (${what}) is of the type ${named(def.type)}; expected ${types.join(' or ')}`,
      );
    return def;
  }

  /** Returns the first numbers of each row. Rows that are nowhere in the file are zeros. */
  private read(def: GLTF.IAccessor, perRow: number): Float64Array {
    const { count, type, componentType, bufferView, byteOffset = 0, sparse } = def;
    const values = new Float64Array(perRow * count);
    const { size, read } = TYPES[componentType];
    const rowSize = COMPONENTS[type] * size;
    if (bufferView !== undefined) {
      const { byteStride = rowSize } = entry(this.file.json.bufferViews, bufferView, 'buffer view');
      const view = this.viewOf(bufferView);
      for (let i = 0; i < count; i++)
        for (let k = 0; k < perRow; k++) values[perRow * i + k] = read(view, byteOffset + byteStride * i + size * k);
    }
    if (!sparse) return values;
    const { count: changes, indices, values: given } = sparse;
    const id = TYPES[indices.componentType];
    const [ids, rows] = [this.viewOf(indices.bufferView), this.viewOf(given.bufferView)];
    const [firstId, firstRow] = [indices.byteOffset ?? 0, given.byteOffset ?? 0];
    for (let i = 0; i < changes; i++) {
      const row = id.read(ids, firstId + id.size * i);
      if (row >= count)
        throw new MeshFileError(`An accessor changes its row ${row}; expected one of its ${count}, from 0 on`);
      for (let k = 0; k < perRow; k++) values[perRow * row + k] = read(rows, firstRow + rowSize * i + size * k);
    }
    return values;
  }

  private viewOf(bufferView: number): DataView {
    const { buffer, byteOffset, byteLength } = this.file.view(bufferView);
    return new DataView(buffer, byteOffset, byteLength);
  }

  /** Returns an accessor's description, after it was compared with the bytes that are there. */
  private checked(index: number): GLTF.IAccessor {
    const known = this.known.get(index);
    if (known) return known;
    const def = entry(this.file.json.accessors, index, 'accessor');
    const { count, type, componentType, bufferView, byteOffset = 0, sparse } = def;
    const components = Object.hasOwn(COMPONENTS, type) ? COMPONENTS[type] : undefined;
    if (!components || !Object.hasOwn(TYPES, componentType) || !isWhole(count))
      throw new MeshFileError(
        `Accessor ${index} has the count ${named(count)}, the type ${named(type)} and numbers of the type ${named(componentType)}; expected those of glTF 2.0`,
      );
    const rowSize = components * TYPES[componentType].size;
    if (bufferView !== undefined) {
      const { byteStride } = entry(this.file.json.bufferViews, bufferView, 'buffer view');
      this.checkRange(index, bufferView, byteOffset, count, rowSize, byteStride);
    } else if (!sparse) {
      throw new MeshFileError(`Accessor ${index} has no data; expected a buffer view (a compressed mesh isn't read)`);
    }
    if (sparse) this.checkSparse(index, def, rowSize);
    this.known.set(index, def);
    return def;
  }

  private checkSparse(index: number, { count, sparse, bufferView }: GLTF.IAccessor, rowSize: number) {
    const { count: changes, indices, values } = sparse!;
    if (!isWhole(changes) || changes > count || !ID_TYPES.includes(indices.componentType))
      throw new MeshFileError(
        `Accessor ${index} changes ${named(changes)} of its ${count} rows, by ids of the type ${named(indices.componentType)}; expected no more than all, and ${ID_TYPES.join(', ')}`,
      );
    this.checkRange(index, indices.bufferView, indices.byteOffset ?? 0, changes, TYPES[indices.componentType].size);
    this.checkRange(index, values.bufferView, values.byteOffset ?? 0, changes, rowSize);
    // Rows that are nowhere in the file take memory all the same.
    if (bufferView === undefined && count > this.file.size)
      throw new MeshFileError(
        `Accessor ${index} promises ${count} rows of zeros; expected no more than the file has bytes`,
      );
  }

  private checkRange(index: number, viewIndex: number, offset: number, count: number, size: number, stride = size) {
    const { length } = this.file.view(viewIndex);
    const end = count === 0 ? 0 : offset + stride * (count - 1) + size;
    if (!isWhole(offset) || !isWhole(stride) || stride < size || end > length)
      throw new MeshFileError(
        `Accessor ${index} has ${count.toLocaleString('en')} rows of ${size} bytes from byte ${named(offset)} on, ${named(stride)} bytes apart; expected no more than the ${length.toLocaleString('en')} bytes of buffer view ${viewIndex}`,
      );
  }
}

/** Turns integers into numbers up to 1. */
function normalize(values: Float64Array, componentType: number): void {
  const { one } = TYPES[componentType];
  if (one === 1) return;
  for (let i = 0; i < values.length; i++) values[i] = Math.max(values[i] / one, -1);
}
