import { cpus } from 'node:os';
import { cpuPathBackend2d, type PathBackend2d } from './answer-paths-2d.ts';
import { UsageError } from './errors.ts';
import type { PathCase2d } from './path-case.ts';

/** Opens what answers the queries of a 2D case; the GPU's never falls back to another. */
export async function openPathBackend2d(kind: 'cpu' | 'gpu', pathCase: PathCase2d): Promise<PathBackend2d> {
  if (kind === 'gpu') throw new UsageError('--backend gpu takes dim 3 only; expected cpu for dim 2');
  return cpuPathBackend2d(pathCase, cpus()[0]?.model.trim() || 'unnamed processor');
}
