import { MeshFileError } from '../../formats/file-mesh.ts';
import { inspectTets, type TetsReport } from '../../formats/inspect/inspect-tets.ts';
import { inspectSurface, type SurfaceReport } from '../../formats/inspect/inspect-surface.ts';
import { extensionOf } from '../../formats/given-file.ts';
import { onOneLine } from '../../math/text.ts';
import { checkMeshName, readMesh } from '../../formats/read-mesh.ts';
import { EXIT } from '../../node/errors.ts';
import { readMeshFiles } from '../../node/mesh-files.ts';
import { print } from '../../node/print.ts';
import { type Command, choice } from '../command.ts';
import { surfaceText, tetsText } from '../mesh-report.ts';

export const infoCommand: Command = {
  name: 'info',
  positionals: ['FILE...'],
  summary: 'measures mesh files, and names all that is wrong in them: inverted and flat tetrahedra, holes, overlaps',
  options: { format: { value: 'text|json', meaning: 'for people or for programs; text by default' } },
  async run(args) {
    const format = choice('--format', args.text('format') ?? 'text', ['text', 'json']);
    const reports: FileReport[] = [];
    for (const file of args.positionals) reports.push(await report(file));
    if (format === 'json') print(`${JSON.stringify(reports, undefined, 1)}\n`);
    else print(reports.map(text).join('\n'));
    return reports.some((found) => 'error' in found) ? EXIT.failed : EXIT.ok;
  },
};

/** Report on a file, or the sentence that says why it can't be read. */
type FileReport = { readonly file: string } & (TetsReport | SurfaceReport | { readonly error: string });

async function report(file: string): Promise<FileReport> {
  try {
    checkMeshName(file);
    const contents = await readMesh(readMeshFiles(file));
    if (contents.kind === 'surface') return { file, ...inspectSurface(contents.surface, extensionOf(file)) };
    return { file, ...inspectTets(contents.mesh) };
  } catch (error) {
    if (error instanceof MeshFileError) return { file, error: error.message };
    throw error;
  }
}

function text(found: FileReport): string {
  if ('error' in found) return `${found.error}\n`;
  return `${onOneLine(found.file)}\n${found.kind === 'surface' ? surfaceText(found) : tetsText(found)}`;
}
