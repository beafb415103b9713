import { randomUUID } from 'node:crypto';
import { accessSync, constants, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { UsageError } from './errors.ts';

const reason = (error: unknown): string => (error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error));

/** @throws UsageError when the file can't be read */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`can't read '${path}': ${reason(error)}`);
  }
}

/** @throws UsageError when the file can't be read or isn't JSON */
export function readJson(path: string): unknown {
  const text = readText(path);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`'${path}' is not JSON: ${reason(error)}`);
  }
}

/** Before long work: fails early where its result couldn't be written. @throws UsageError */
export function checkWritable(path: string): void {
  try {
    accessSync(dirname(resolve(path)), constants.W_OK);
  } catch (error) {
    throw new UsageError(`can't write '${path}': ${reason(error)}`);
  }
}

/** Writes a file whole or not at all. @throws UsageError when it can't be written */
export function writeText(path: string, text: string): void {
  const part = `${path}.${randomUUID()}.part`;
  try {
    writeFileSync(part, text);
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw new UsageError(`can't write '${path}': ${reason(error)}`);
  }
}
