import { quoted } from '../math/text.ts';
import type { Json } from './checked-json.ts';
import { UsageError } from './errors.ts';
import { readJson } from './files.ts';

const EXPECTED = "a recording, as `run SCENE --record out.json` or the page's recorder writes it";

/** A recording's file, whose fields are still unchecked. @throws UsageError for a file that isn't one */
export function readRecording(path: string): Json {
  if (/\.csv$/i.test(path)) throw new UsageError(`${quoted(path)} is named as CSV; expected a recording saved as JSON`);
  const json = readJson(path, EXPECTED);
  if (typeof json !== 'object' || json === null || !('scene' in json) || !('frames' in json)) {
    throw new UsageError(`${quoted(path)} holds no recording; expected ${EXPECTED}`);
  }
  return json as Json;
}
