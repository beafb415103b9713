import fc from 'fast-check';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/node/errors.ts';
import { readJsonList } from '../../../src/node/json-list.ts';

const folder = mkdtempSync(join(tmpdir(), 'untangle-json-list-'));
const path = join(folder, 'in.json');
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads a text as files above 16 MB are read, with the list `frames`. */
function inParts(text: string, part = 1e6): unknown {
  writeFileSync(path, text);
  return readJsonList(path, 'a recording', 'frames', (item) => item, { whole: 0, part });
}

/** What JSON.parse makes of a text; undefined if it is no JSON. */
function whole(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

describe('a JSON file that is read in parts', () => {
  it.each([
    '{"frames":[1,2,3]}',
    '{"frames":[],"a":[[1],[2]]}',
    ' { "a" : "\\"frames\\":[" , "frames" : [ {"frames":[1,"]"]} , [ ] , "," ] , "b" : {"frames":[7]} } ',
    '{"fr\\u0061mes":[{"x":"\\\\"},null]}',
    '{"frames":[1],"frames":[2,3]}',
    '{"frames":[1],"frames":4}',
    '{"frames":4,"frames":[]}',
    '[{"frames":[1]}]',
    '["frames",[1,2]]',
    '"frames"',
    'null',
    '\uFEFF{"frames":[1]}',
  ])('has the same value: %s', (text) => {
    expect(inParts(text)).toEqual(whole(text.replace('\uFEFF', ''))!.value);
  });

  it.each([
    '',
    '{"frames":[1,2',
    '{"frames":[1,2}',
    '{"frames":[1,]}',
    '{"frames":[,1]}',
    '{"frames":[1 2]}',
    '{"frames":[1]]}',
    '{"frames":[1]}{"frames":[1]}',
    '{frames:[1]}',
    '{"frames" [1]}',
    '{"frames":[{"a":1}',
    '{"frames":["a]}',
  ])('is refused: %s', (text) => {
    expect(whole(text)).toBeUndefined();
    expect(() => inParts(text)).toThrow(UsageError);
  });

  it('has the value of JSON.parse, or is refused where it refuses, for any text', () => {
    const items = fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 4 });
    const object = fc.record({ before: fc.jsonValue({ maxDepth: 2 }), frames: items, after: fc.string() });
    const change = fc.record({
      at: fc.nat(),
      text: fc.constantFrom('', '"', ',', '[', ']', '{', '}', ':', '\\', 'é🐙', ' '),
    });
    const isSame = fc.property(object, fc.option(change), fc.boolean(), (value, edit, isPretty) => {
      let text = JSON.stringify(value, undefined, isPretty ? 1 : undefined);
      if (edit) {
        const at = edit.at % text.length;
        text = text.slice(0, at) + edit.text + text.slice(at + 1);
      }
      const expected = whole(text);
      if (expected) expect(inParts(text)).toEqual(expected.value);
      else expect(() => inParts(text)).toThrow(UsageError);
    });
    fc.assert(isSame, { seed: 3, numRuns: 100 });
  });

  it('is whole where pieces of the file end within items, keys and characters', () => {
    // Longer than two pieces of 1 MB; items of 97 bytes and more end everywhere within them.
    const frames = Array.from({ length: 23_000 }, (_, i) => ({ i, text: `🐙é"[{,${'x'.repeat(40 + (i % 50))}` }));
    const value = { scene: 'a', frames, inputs: [1] };
    const text = JSON.stringify(value);
    expect(Buffer.byteLength(text)).toBeGreaterThan(2 * 2 ** 20);
    expect(inParts(text)).toEqual(value);
    const shell = '{"pad":"","frames":[1,2]}';
    for (let cut = shell.indexOf(','); cut < shell.length - 1; cut++) {
      const padded = shell.replace('""', `"${'x'.repeat(2 ** 20 - cut)}"`);
      expect((inParts(padded, 2e6) as { frames: unknown }).frames, `cut at ${cut}`).toEqual([1, 2]);
    }
  });

  it('is refused where a part is too long, and names the item that is no JSON', () => {
    expect(() => inParts(`{"frames":[1,"${'x'.repeat(100)}"]}`, 99)).toThrow('frames[1] is longer than 99 bytes');
    expect(() => inParts(`{"a":"${'x'.repeat(100)}","frames":[]}`, 99)).toThrow('what stands beside frames is longer');
    expect(() => inParts('{"frames":[1,{2}]}')).toThrow(/is not JSON; expected a recording \(frames\[1\]: /);
  });
});
