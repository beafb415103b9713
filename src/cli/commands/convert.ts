import { MeshFileError } from '../../formats/file-mesh.ts';
import { extensionOf, readTets } from '../../formats/read-tets.ts';
import { writeTets, WRITTEN_TET_FORMATS } from '../../formats/write-tets.ts';
import { decimal, quoted } from '../../math/text.ts';
import { EXIT, UsageError } from '../../node/errors.ts';
import { tellWritten, writeBytes } from '../../node/files.ts';
import { readMeshFiles } from '../../node/mesh-files.ts';
import { tell } from '../../node/print.ts';
import { checkOutputs } from '../../node/targets.ts';
import type { Command } from '../command.ts';

export const convertCommand: Command = {
  name: 'convert',
  positionals: ['IN', 'OUT'],
  summary: 'writes a mesh file in another format, which the end of its name tells',
  options: {
    scale: { value: 'factor', meaning: 'multiplies all lengths, such as 0.001 for millimetres; 1 by default' },
  },
  async run(args) {
    const [input, out] = args.positionals;
    const extension = extensionOf(out);
    if (!WRITTEN_TET_FORMATS.includes(extension))
      throw new UsageError(
        `${quoted(out)} has an unknown kind; expected a name that ends with .${WRITTEN_TET_FORMATS.join(', .')}`,
      );
    const scale = factor(args.text('scale') ?? '1');
    const base = out.slice(0, -extension.length - 1);
    const ends = extension === 'node' || extension === 'ele' ? ['node', 'ele'] : [extension];
    checkOutputs(Object.fromEntries(ends.map((end) => [`OUT (.${end})`, `${base}.${end}`])), [input]);
    const mesh = readable(() => readTets(readMeshFiles(input)));
    for (const note of mesh.notes) tell(note);
    const scaled = { ...mesh, positions: mesh.positions.map((x) => x * scale) };
    for (const { name, bytes } of writeTets(base, extension, scaled)) {
      writeBytes(name, bytes);
      tellWritten(name);
    }
    return EXIT.ok;
  },
};

function factor(text: string): number {
  const value = decimal(text);
  if (!(value > 0 && value < Infinity)) throw new UsageError(`--scale is ${quoted(text)}; expected a number above 0`);
  return value;
}

/** Reads a mesh. @throws UsageError if it is no good */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MeshFileError) throw new UsageError(error.message);
    throw error;
  }
}
