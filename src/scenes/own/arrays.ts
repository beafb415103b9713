import { MeshFileError } from '../../formats/file-mesh.ts';
import { deflate, fromBase64, fromBytes, inflate, toBase64, toBytes } from '../../formats/packed-bytes.ts';
import { Fields, number, refuse, text } from './checks.ts';
import { SceneFileError } from './scene-file.ts';

/** Most bytes of all arrays of a file together, inflated. */
const MOST_BYTES = 2 ** 30;
const BYTES = 4;

/** An array in a file: `data` has the numbers with the lowest byte first, deflated, in base64. */
export interface PackedArray {
  readonly type: 'float32' | 'uint32';
  readonly length: number;
  readonly data: string;
}

export function packArray(array: Float32Array | Uint32Array): PackedArray {
  const type = array instanceof Float32Array ? 'float32' : 'uint32';
  return { type, length: array.length, data: toBase64(deflate(toBytes(array))) };
}

/** Says in which form an array has to be: how many numbers it has, or a multiple of which number; and the end of its ids, exclusive. */
export interface ArrayForm {
  readonly multipleOf?: number;
  readonly length?: number;
  readonly idsBelow?: number;
}

/** Reads the arrays of one file, which together may have MOST_BYTES. */
export class ArrayReader {
  private bytesLeft = MOST_BYTES;

  /** Reads an array of finite numbers. */
  readonly floats =
    (form: ArrayForm) =>
    (value: unknown, path: string): Float32Array => {
      const array = new Float32Array(this.unpack(value, path, 'float32', form));
      const bad = array.findIndex((x) => !Number.isFinite(x));
      return bad < 0 ? array : refuse(`${path}[${bad}]`, array[bad], 'a finite number');
    };

  /** Reads an array of ids. */
  readonly ids =
    (form: ArrayForm) =>
    (value: unknown, path: string): Uint32Array => {
      const { idsBelow = 0 } = form;
      const array = new Uint32Array(this.unpack(value, path, 'uint32', form));
      const bad = array.findIndex((id) => id >= idsBelow);
      return bad < 0 ? array : refuse(`${path}[${bad}]`, array[bad], `an id below ${idsBelow}`);
    };

  private unpack(value: unknown, path: string, type: PackedArray['type'], form: ArrayForm): ArrayBufferLike {
    // A scene that was kept in memory's form has its arrays unpacked (read-kept-scene.ts); no JSON makes one.
    if (value instanceof (type === 'float32' ? Float32Array : Uint32Array)) {
      this.bytesLeft -= BYTES * this.readLength(value.length, `${path}.length`, form);
      return value.slice().buffer;
    }
    const fields = new Fields(value, path, ['type', 'length', 'data']);
    fields.get('type', (given, at) => (given === type ? given : refuse(at, given, `'${type}'`)));
    const length = fields.get('length', (given, at) => this.readLength(given, at, form));
    this.bytesLeft -= BYTES * length;
    const data = fields.get('data', (given, at) => text(given, at, Number.POSITIVE_INFINITY));
    try {
      return fromBytes(inflate(fromBase64(data), BYTES * length));
    } catch (error) {
      if (!(error instanceof MeshFileError)) throw error;
      throw new SceneFileError(`${path}.data: ${error.message}`);
    }
  }

  private readLength(value: unknown, path: string, { length, multipleOf = 1 }: ArrayForm): number {
    const found = number(value, path, { min: 0, isWhole: true });
    if (length !== undefined && found !== length) refuse(path, value, `${length}`);
    if (found % multipleOf !== 0 || found === 0) refuse(path, value, `a multiple of ${multipleOf} above 0`);
    return BYTES * found <= this.bytesLeft
      ? found
      : refuse(path, value, `at most ${MOST_BYTES} bytes in all arrays of the file`);
  }
}
