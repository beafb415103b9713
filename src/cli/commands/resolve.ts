import type { Overlap } from '../../engine/resolve/overlap.ts';
import { type PoseFigures, resolve, type Resolved } from '../../engine/resolve/resolve.ts';
import { type Shift, shifted, shiftOf } from '../../formats/far-mesh.ts';
import { type FileMesh, MeshFileError, plural } from '../../formats/file-mesh.ts';
import { extensionOf, named } from '../../formats/given-file.ts';
import { readTets } from '../../formats/read-tets.ts';
import { soundTets } from '../../formats/sound-tets.ts';
import { writeTets, WRITTEN_TET_FORMATS } from '../../formats/write-tets.ts';
import { quoted } from '../../math/text.ts';
import { firstDifferentElement } from '../../mesh/different-element.ts';
import type { TetMesh } from '../../mesh/tet-mesh.ts';
import { EXIT, UsageError } from '../../node/errors.ts';
import { tellWritten, writeBytes } from '../../node/files.ts';
import { filesRead } from '../../node/files-read.ts';
import { readMeshFiles } from '../../node/mesh-files.ts';
import { print, tell } from '../../node/print.ts';
import { StatusLine } from '../../node/status-line.ts';
import { checkOutputs } from '../../node/outputs.ts';
import { MAX_WORKERS } from '../../simulation/program/pool.ts';
import { type Command, wholeNumber } from '../command.ts';

/** The pool's worker, beside the command line's bundle. */
const WORKER_SCRIPT = new URL('./pool.worker.js', import.meta.url);
/** Digits of printed lengths. */
const DIGITS = 4;

export const resolveCommand: Command = {
  name: 'resolve',
  positionals: ['TANGLED'],
  summary: 'finds a pose free of overlap near a mesh that overlaps itself',
  options: {
    rest: { value: 'REST', meaning: 'file of the rest shape, with the same tetrahedra', required: true },
    out: { value: 'FREE', meaning: `file for the free pose: .${WRITTEN_TET_FORMATS.join(', .')}`, required: true },
    steps: { value: 'n', meaning: 'steps after which it gives up; 600 by default' },
    workers: { value: 'n', meaning: `worker threads, 0 to ${MAX_WORKERS}; 0 by default; results don't depend on it` },
  },
  async run(args) {
    const [input] = args.positionals;
    const restPath = args.required('rest');
    const out = args.required('out');
    const extension = extensionOf(out);
    if (!WRITTEN_TET_FORMATS.includes(extension))
      throw new UsageError(
        `--out is ${quoted(out)}, of an unknown kind; expected a name that ends with .${WRITTEN_TET_FORMATS.join(', .')}`,
      );
    const mostSteps = wholeNumber('--steps', args.text('steps') ?? '600', 1, 100_000);
    const workers = wholeNumber('--workers', args.text('workers') ?? '0', 0, MAX_WORKERS);
    const base = out.slice(0, -extension.length - 1);
    const ends = extension === 'node' || extension === 'ele' ? ['node', 'ele'] : [extension];
    const targets = ends.map((end) => `${base}.${end}`);
    const tangled = readable(() => readTets(readMeshFiles(input)));
    const rest = readable(() => readTets(readMeshFiles(restPath)));
    checkOutputs({ '--out': { path: targets[0], companions: targets.slice(1) } }, filesRead());
    checkSame(tangled, rest);
    const { mesh, notes } = readable(() => named(restPath, () => soundTets(rest)));
    for (const note of notes) tell(note);
    const used = usedVertices(tangled);
    const shift = shiftOf(tangled.positions, tangled.tets);
    const started = performance.now();
    const status = new StatusLine(process.stderr);
    const resolved = await resolve([posed(tangled, used, shift)], [mesh], {
      mostSteps,
      workers,
      worker: WORKER_SCRIPT,
      onStep: (step, overlap) => status.show(`step ${step}: ${counts(overlap)}`),
    })
      .catch(asUsage(mesh))
      .finally(() => status.clear());
    const seconds = (performance.now() - started) / 1000;
    const positions = resolved.steps + resolved.rounds > 0 ? moved(tangled, used, resolved, shift) : tangled.positions;
    for (const { name, bytes } of writeTets(base, extension, { ...tangled, positions })) {
      writeBytes(name, bytes);
      tellWritten(name);
    }
    print(report(resolved, used, seconds, shift));
    return resolved.free ? EXIT.ok : EXIT.failed;
  },
};

/** Reads a mesh. @throws UsageError if it is no good */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof MeshFileError) throw new UsageError(error.message);
    throw error;
  }
}

/** Turns an error about a rest mesh that simulations don't take into a UsageError. */
const asUsage = (mesh: TetMesh) => (error: unknown) => {
  if (error instanceof RangeError || !(error instanceof Error)) throw error;
  throw new UsageError(
    `the mesh of ${plural(mesh.tets.length / 4, 'tetrahedron', 'tetrahedra')} can't be resolved: ${error.message}`,
  );
};

function checkSame(tangled: FileMesh, rest: FileMesh): void {
  const counts = ({ positions, tets }: FileMesh) =>
    `${plural(positions.length / 3, 'vertex', 'vertices')} and ${plural(tets.length / 4, 'tetrahedron', 'tetrahedra')}`;
  if (tangled.positions.length !== rest.positions.length || tangled.tets.length !== rest.tets.length)
    throw new UsageError(`TANGLED has ${counts(tangled)}, REST has ${counts(rest)}; expected the same mesh`);
  const other = firstDifferentElement(tangled.tets, rest.tets);
  const corners = ({ tets }: FileMesh) => tets.subarray(4 * other, 4 * other + 4).join(', ');
  if (other >= 0)
    throw new UsageError(
      `tetrahedron ${other} has the vertices ${corners(tangled)} in TANGLED and ${corners(rest)} in REST; expected the same mesh`,
    );
}

/** Vertices that a tetrahedron has, ascending: soundTets numbers them so. */
function usedVertices({ positions, tets }: FileMesh): Uint32Array {
  const used = new Uint8Array(positions.length / 3);
  for (const vertex of tets) used[vertex] = 1;
  return Uint32Array.from(Array.from(used.keys()).filter((vertex) => used[vertex]));
}

const posed = ({ positions }: FileMesh, used: Uint32Array, shift: Shift | undefined): Float32Array =>
  shifted(
    Float64Array.from({ length: 3 * used.length }, (_, i) => positions[3 * used[Math.floor(i / 3)] + (i % 3)]),
    shift,
  );

function moved(
  { positions }: FileMesh,
  used: Uint32Array,
  { positions: [free] }: Resolved,
  shift: Shift = [0, 0, 0],
): Float64Array {
  const all = positions.slice();
  used.forEach((vertex, i) => {
    for (let k = 0; k < 3; k++) all[3 * vertex + k] = free[3 * i + k] + shift[k];
  });
  return all;
}

const length = (x: number): string => String(Number(x.toPrecision(DIGITS)));

const tetrahedra = (count: number): string => plural(count, 'tetrahedron', 'tetrahedra');

const counts = ({ inside, piercing, buried, inverted }: Overlap): string =>
  `${plural(inside, 'vertex', 'vertices')} and ${tetrahedra(buried)} inside, ${plural(piercing, 'piercing edge')}, ${tetrahedra(inverted)} flat or inverted`;

const figures = (pose: PoseFigures): string =>
  `${counts(pose)}; ${length(100 * pose.shared)} % of the smallest piece's volume shared, least volume of a piece ${length(pose.leastVolume)} of rest`;

const FREE = 'free: nothing overlaps, no tetrahedron is flat or inverted, no piece is crushed';

function report(resolved: Resolved, used: Uint32Array, seconds: number, shift: Shift = [0, 0, 0]): string {
  const { before, after, free, rms, greatest, rounds, steps, left, notes } = resolved;
  const lines = [
    ...(free ? [steps + rounds > 0 ? FREE : `${FREE}, already as it is given`] : []),
    `before: ${figures(before)}`,
    `after:  ${figures(after)}`,
    `moved: ${length(rms)} rms over all vertices, ${length(greatest)} at most`,
    `${plural(rounds, 'round')} of thinning, ${plural(steps, 'step')}, ${seconds.toFixed(1)} s`,
    ...notes,
    ...(left.length > 0 ? ['left, first of all at:'] : []),
    ...left.map(
      ({ vertex, point }) =>
        `  vertex ${used[vertex]} at (${point.map((x, k) => (shift[k] === 0 ? length(x) : String(x + shift[k]))).join(', ')})`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
