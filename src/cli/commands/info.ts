import { MeshFileError } from '../../formats/file-mesh.ts';
import { inspectTets, type TetsReport } from '../../formats/inspect/inspect-tets.ts';
import { readTets } from '../../formats/read-tets.ts';
import { EXIT } from '../../node/errors.ts';
import { readMeshFiles } from '../../node/mesh-files.ts';
import { print } from '../../node/print.ts';
import { type Command, choice } from '../command.ts';
import { tetsText } from '../mesh-report.ts';

export const infoCommand: Command = {
  name: 'info',
  positionals: ['FILE...'],
  summary: 'measures mesh files, and names all that is wrong in them: inverted and flat tetrahedra, holes, overlaps',
  options: { format: { value: 'text|json', meaning: 'for people or for programs; text by default' } },
  async run(args) {
    const format = choice('--format', args.text('format') ?? 'text', ['text', 'json']);
    const reports = args.positionals.map(report);
    if (format === 'json') print(`${JSON.stringify(reports, undefined, 1)}\n`);
    else print(reports.map(text).join('\n'));
    return reports.some((found) => 'error' in found) ? EXIT.failed : EXIT.ok;
  },
};

/** Report on a file, or the sentence that says why it can't be read. */
type FileReport = { readonly file: string } & (TetsReport | { readonly error: string });

function report(file: string): FileReport {
  try {
    return { file, ...inspectTets(readTets(readMeshFiles(file))) };
  } catch (error) {
    if (error instanceof MeshFileError) return { file, error: error.message };
    throw error;
  }
}

const text = (found: FileReport): string =>
  'error' in found ? `${found.error}\n` : `${found.file}\n${tetsText(found)}`;
