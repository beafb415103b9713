import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { GrowingZip } from '../../../../src/formats/write/growing-zip.ts';
import { pc2Frame, pc2Head } from '../../../../src/formats/write/write-pc2.ts';
import { PVD } from '../../../../src/formats/write/write-pvd.ts';
import { ExportError } from '../../../../src/formats/write/written-mesh.ts';
import { hasPython, runPython } from '../../../fixtures/python.ts';

const folder = mkdtempSync(join(tmpdir(), 'untangle-sequences-'));
afterAll(() => rmSync(folder, { recursive: true }));
const save = (name: string, ...parts: (string | Uint8Array)[]): string => {
  const path = join(folder, name);
  writeFileSync(path, Buffer.concat(parts.map((part) => Buffer.from(part as Uint8Array))));
  return path;
};

describe.skipIf(!hasPython('struct'))('files of sequences, read by Python', () => {
  it('PC2: head and frames', () => {
    const frames = [new Float32Array([1, 2, 3, 0.1, -0, 1e-30]), new Float32Array([4, 5, 6, -1e30, 1 / 3, 7])];
    const path = save('two.pc2', pc2Head({ vertexCount: 2, frameCount: 2 }), ...frames.map(pc2Frame));
    const script = `
import json, struct, sys
data = open(sys.argv[1], 'rb').read()
sign, version, points, start, rate, samples = struct.unpack_from('<12siiffi', data)
values = list(struct.unpack_from('<%df' % (3 * points * samples), data, 32))
print(json.dumps([sign.decode(), version, points, start, rate, samples, values, len(data)]))`;
    const values = frames.flatMap((frame) => [...frame]);
    expect(runPython(script, path)).toEqual(['POINTCACHE2\0', 1, 2, 0, 1, 2, values, 32 + 2 * 24]);
  });

  it('PVD: times and files, also with signs that XML reserves', () => {
    const frames = [0, 1 / 60, 2.5].map((time, i) => [time, `a & <"b">/f-${i}.vtu`] as const);
    const path = save('fall.pvd', PVD.head, ...frames.map(([time, file]) => PVD.frame(time, file)), PVD.tail);
    const script = `
import json, sys, xml.etree.ElementTree as xml
root = xml.parse(sys.argv[1]).getroot()
print(json.dumps([root.get('type')] + [[float(d.get('timestep')), d.get('file')] for d in root.find('Collection')]))`;
    expect(runPython(script, path)).toEqual(['Collection', ...frames]);
  });

  it('zip: whole after each file', () => {
    const zip = new GrowingZip();
    const files: [string, string][] = [
      ['a.obj', 'v 1 2 3\n'.repeat(1000)],
      ['b/ü.obj', ''],
      ['c.obj', 'x'],
    ];
    const parts: Uint8Array[] = [];
    const script = `
import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(json.dumps([z.testzip(), [[n, z.read(n).decode()] for n in z.namelist()]]))`;
    files.forEach(([name, text], i) => {
      parts.push(zip.add(name, text));
      expect(runPython(script, save('a.zip', ...parts, zip.index()))).toEqual([null, files.slice(0, i + 1)]);
    });
  });
});

describe('a zip file that grows', () => {
  it('is read by fflate, and forgets a file that was taken back', () => {
    const zip = new GrowingZip();
    const first = zip.add('a', new Uint8Array([1, 2, 3]));
    zip.takeBack(zip.add('lost', 'text'));
    const second = zip.add('b', 'text');
    const whole = unzipSync(Buffer.concat([first, second, zip.index()]));
    expect(Object.keys(whole)).toEqual(['a', 'b']);
    expect([...whole.a!]).toEqual([1, 2, 3]);
    expect(Buffer.from(whole.b!).toString()).toBe('text');
  });

  it.each([
    ['files', { files: 2, bytes: 1e6 }],
    ['bytes', { files: 9, bytes: 250 }],
  ])('says so if it would have too many %s', (_, limits) => {
    const zip = new GrowingZip(limits);
    const parts = [zip.add('a', ''), zip.add('b', '')];
    expect(() => zip.add('one more', '')).toThrow(ExportError);
    const whole = Buffer.concat([...parts, zip.index()]);
    expect(Object.keys(unzipSync(whole))).toEqual(['a', 'b']);
    expect(whole.length).toBeLessThanOrEqual(limits.bytes);
  });
});
