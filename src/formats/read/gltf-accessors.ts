import { type Accessor, type GLTF, Logger, WebIO } from '@gltf-transform/core';
import { MeshFileError } from '../file-mesh.ts';
import { entry, type GltfFile, isWhole, named } from './gltf-file.ts';

/** Bytes per number by the number of its type. */
const SIZES: Readonly<Record<number, number>> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const COMPONENTS: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };

/** Most bytes of all accessors that are read: each is copied, although many may have the same bytes in the file. */
const MOST_BYTES = 1e9;

/** Reads the accessors of a file that are used. */
export class GltfAccessors {
  private readonly accessors = new Map<number, Accessor>();

  private constructor(private readonly file: GltfFile) {}

  /**
   * Checks accessors against the buffers and reads them. glTF Transform, which reads them, takes what isn't there as zeros.
   * @param indices of those that will be asked for
   */
  static async open(file: GltfFile, indices: ReadonlySet<number>): Promise<GltfAccessors> {
    const opened = new GltfAccessors(file);
    const used = [...indices];
    const defs = used.map((index) => opened.checked(index));
    const bytes = defs.reduce((sum, def) => sum + def.count * COMPONENTS[def.type] * SIZES[def.componentType], 0);
    if (bytes > MOST_BYTES)
      throw new MeshFileError(
        `The accessors of the scene have ${bytes.toLocaleString('en')} bytes; expected at most ${MOST_BYTES.toLocaleString('en')}`,
      );
    const views = new Map<number, number>();
    const resources: Record<string, Uint8Array<ArrayBuffer>> = {};
    const viewOf = (index: number): number => {
      if (!views.has(index)) {
        // Copied, since typed arrays need aligned offsets, and given bytes may lie anywhere.
        resources[`view-${views.size}.bin`] = file.view(index).slice();
        views.set(index, views.size);
      }
      return views.get(index)!;
    };
    const accessors = defs.map((def) => renumbered(def, viewOf));
    const { bufferViews = [] } = file.json;
    const json: GLTF.IGLTF = {
      asset: { version: '2.0' },
      buffers: [...views.values()].map((id) => ({
        uri: `view-${id}.bin`,
        byteLength: resources[`view-${id}.bin`].length,
      })),
      bufferViews: [...views].map(([index, id]) => {
        const { byteStride } = bufferViews[index];
        const byteLength = resources[`view-${id}.bin`].length;
        return { buffer: id, byteLength, ...(byteStride !== undefined && { byteStride }) };
      }),
      accessors,
    };
    const io = new WebIO().setLogger(new Logger(Logger.Verbosity.SILENT));
    const document = await io.readJSON({ json, resources });
    document
      .getRoot()
      .listAccessors()
      .forEach((accessor, i) => {
        opened.accessors.set(used[i], accessor);
      });
    return opened;
  }

  /**
   * Returns an accessor's numbers, finite, row by row; integers are converted as the file says.
   * @param types that it may have
   * @param perRow numbers that are taken of each row
   */
  floats(index: number, types: readonly GLTF.AccessorType[], perRow: number, what: string): Float64Array {
    const accessor = this.get(index, types, what);
    const count = accessor.getCount();
    const values = new Float64Array(perRow * count);
    const row: number[] = [];
    for (let i = 0; i < count; i++) {
      accessor.getElement(i, row);
      for (let k = 0; k < perRow; k++) {
        if (!Number.isFinite(row[k]))
          throw new MeshFileError(`${what} ${i} of accessor ${index} has ${row[k]}; expected a finite number`);
        values[perRow * i + k] = row[k];
      }
    }
    return values;
  }

  /** Returns an accessor of whole numbers, each less than `count`. */
  ids(index: number, type: GLTF.AccessorType, count: number, what: string): ArrayLike<number> {
    const array = this.get(index, [type], what).getArray()!;
    for (let i = 0; i < array.length; i++)
      if (!(isWhole(array[i]) && array[i] < count))
        throw new MeshFileError(
          `${what} ${i} of accessor ${index} is ${array[i]}; expected a whole number below ${count}`,
        );
    return array;
  }

  private get(index: number, types: readonly GLTF.AccessorType[], what: string): Accessor {
    const accessor = this.accessors.get(index)!;
    if (!types.includes(accessor.getType()))
      throw new MeshFileError(
        `Accessor ${index} (${what}) is of the type ${accessor.getType()}; expected ${types.join(' or ')}`,
      );
    return accessor;
  }

  /** Returns an accessor's description, after it was compared with the bytes that are there. */
  private checked(index: number): GLTF.IAccessor {
    const def = entry(this.file.json.accessors, index, 'accessor');
    const { count, type, componentType, bufferView, byteOffset = 0, sparse } = def;
    const components = Object.hasOwn(COMPONENTS, type) ? COMPONENTS[type] : undefined;
    if (!components || !SIZES[componentType] || !isWhole(count))
      throw new MeshFileError(
        `Accessor ${index} has the count ${named(count)}, the type ${named(type)} and numbers of the type ${named(componentType)}; expected those of glTF 2.0`,
      );
    if (bufferView !== undefined) {
      const { byteStride } = entry(this.file.json.bufferViews, bufferView, 'buffer view');
      this.checkRange(index, bufferView, byteOffset, count, components * SIZES[componentType], byteStride);
    } else if (!sparse) {
      throw new MeshFileError(`Accessor ${index} has no data; expected a buffer view (a compressed mesh isn't read)`);
    }
    if (sparse) this.checkSparse(index, def, components);
    return def;
  }

  private checkSparse(index: number, { count, componentType, sparse, bufferView }: GLTF.IAccessor, components: number) {
    const { count: changes, indices, values } = sparse!;
    if (!isWhole(changes) || changes > count || !SIZES[indices.componentType])
      throw new MeshFileError(`Accessor ${index} changes ${changes} of its ${count} rows; expected no more than all`);
    const size = SIZES[indices.componentType];
    this.checkRange(index, indices.bufferView, indices.byteOffset ?? 0, changes, size);
    this.checkRange(index, values.bufferView, values.byteOffset ?? 0, changes, components * SIZES[componentType]);
    // Rows that are nowhere in the file take memory all the same.
    if (bufferView === undefined && count > this.file.size)
      throw new MeshFileError(
        `Accessor ${index} promises ${count} rows of zeros; expected no more than the file has bytes`,
      );
    const bytes = this.file.view(indices.bufferView);
    const view = new DataView(bytes.buffer, bytes.byteOffset + (indices.byteOffset ?? 0), changes * size);
    for (let i = 0; i < changes; i++) {
      const row =
        size === 1 ? view.getUint8(i) : size === 2 ? view.getUint16(2 * i, true) : view.getUint32(4 * i, true);
      if (row >= count)
        throw new MeshFileError(`Accessor ${index} changes its row ${row}; expected one of its ${count}, from 0 on`);
    }
  }

  private checkRange(index: number, viewIndex: number, offset: number, count: number, size: number, stride = size) {
    const { length } = this.file.view(viewIndex);
    const end = count === 0 ? 0 : offset + stride * (count - 1) + size;
    if (!isWhole(offset) || !isWhole(stride) || stride < size || end > length)
      throw new MeshFileError(
        `Accessor ${index} has ${count.toLocaleString('en')} rows of ${size} bytes from byte ${offset} on, ${stride} bytes apart; expected no more than the ${length.toLocaleString('en')} bytes of buffer view ${viewIndex}`,
      );
  }
}

/** Gives an accessor's description the new indices of its buffer views. */
function renumbered(def: GLTF.IAccessor, viewOf: (index: number) => number): GLTF.IAccessor {
  const { bufferView, byteOffset = 0, componentType, count, type, normalized = false, sparse } = def;
  return {
    componentType,
    count,
    type,
    normalized,
    byteOffset,
    ...(bufferView !== undefined && { bufferView: viewOf(bufferView) }),
    ...(sparse && {
      sparse: {
        count: sparse.count,
        // glTF Transform takes the accessor's own offset if none is here.
        indices: { byteOffset: 0, ...sparse.indices, bufferView: viewOf(sparse.indices.bufferView) },
        values: { byteOffset: 0, ...sparse.values, bufferView: viewOf(sparse.values.bufferView) },
      },
    }),
  };
}
